import AssetKitBase
import AssetKitDevices
import AssetKitFFmpeg
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitCapture

/// HEIC files, which libheif reads: AssetKit itself has nothing that does.
@Suite("Photos as HEIC files")
struct HEICPhotoTests {
    private static let reader = "/usr/bin/heif-convert"
    private static let hasReader = FileManager.default.isExecutableFile(atPath: reader)

    /// A photo of a picture whose number is 1, in a studio that keeps its files.
    private func taken(
        _ camera: AKSyntheticCamera = AKSyntheticCamera(width: 320, height: 240, frameRates: [30]),
        angle: Int = 0,
        isMirrored: Bool = false,
        quality: Double? = nil,
        thumbnail: Bool = false
    ) throws -> (studio: Studio, photo: AVCapturePhoto) {
        let studio = Studio()
        try studio.add(studio.camera(camera))
        let output = AVCapturePhotoOutput()
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.5)
        let connection = try #require(output.connection(with: .video))
        connection.videoRotationAngle = CGFloat(angle)
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = isMirrored
        var format: [String: Any] = [AVVideoCodecKey: AVVideoCodecType.hevc]
        if let quality { format[AVVideoCompressionPropertiesKey] = [AVVideoQualityKey: quality] }
        let settings = AVCapturePhotoSettings(format: format)
        settings.metadata = [kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFArtist: "Somebody"]]
        if thumbnail { settings.embeddedThumbnailPhotoFormat = [AVVideoCodecKey: AVVideoCodecType.jpeg] }
        let log = PhotoLog()
        output.capturePhoto(with: settings, delegate: log)
        studio.advance(0.1)
        #expect(log.words == PhotoLog.usual && log.errors == [nil])
        return (studio, try #require(log.photos.first))
    }

    /// What another program shows of the file.
    private func shown(_ data: Data, _ studio: Studio) throws -> CGImage {
        let (file, picture) = (studio.url("photo.heic"), studio.url("shown.png"))
        try data.write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: Self.reader)
        process.arguments = [file.path, picture.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return try #require(CGImage(akData: try Data(contentsOf: picture)))
    }

    @Test(
        "another program shows the picture",
        .enabled(if: hasReader, "LEFT OUT: heif-convert (libheif-examples) is missing"),
        arguments: ["420v", "420f", "yuvs", "BGRA", "jpeg"]
    )
    func content(coding: String) throws {
        let camera = AKSyntheticCamera(width: 320, height: 240, frameRates: [30], coding: coding)
        let (studio, photo) = try taken(camera)
        #expect(photo.pixelBuffer == nil && photo.photoCount == 1)
        let own = try #require(photo.cgImageRepresentation())
        let other = try shown(try #require(photo.fileDataRepresentation()), studio)
        #expect(other.width == 320 && other.height == 240)
        #expect(pictureNumber(own) == 16 && pictureNumber(other) == 16)
        #expect(try difference(own, other) < 2)
    }

    @Test(
        "it is turned and mirrored as it was asked for",
        .enabled(if: hasReader, "LEFT OUT: heif-convert (libheif-examples) is missing"),
        arguments: [0, 90, 180, 270],
        [false, true]
    )
    func turning(angle: Int, isMirrored: Bool) throws {
        let (studio, photo) = try taken(angle: angle, isMirrored: isMirrored)
        let isSideways = angle % 180 != 0
        let other = try shown(try #require(photo.fileDataRepresentation()), studio)
        #expect(other.width == (isSideways ? 240 : 320) && other.height == (isSideways ? 320 : 240))
        // The same by another way: pixels that are turned.
        let plain = try Pixels(try #require(try taken().photo.cgImageRepresentation()))
        #expect(try plain.turned(angle, isMirrored).difference(Pixels(other)) < 2)
    }

    @Test(
        "sides of an odd number of pixels are as long as they were",
        .enabled(if: hasReader, "LEFT OUT: heif-convert (libheif-examples) is missing")
    )
    func oddSizes() throws {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 321, 241, kCVPixelFormatType_32BGRA, nil, &made)
        let file = try HEICFile(try #require(made), quality: 0.9, quarterTurns: 0)
        let other = try shown(file.data(exif: nil), Studio())
        #expect(other.width == 321 && other.height == 241)
    }

    @Test("the file holds what is known of the photo, and what somebody else says instead")
    func notes() throws {
        let (_, photo) = try taken(angle: 90, thumbnail: true)
        #expect(photo.metadata[kCGImagePropertyOrientation] as? Int == 6)
        let data = try #require(photo.fileDataRepresentation())
        #expect(data.prefix(12).suffix(8) == Data("ftypheic".utf8))
        for word in ["Somebody", "Synthetic Camera", "Exif", "JFIF"] {
            #expect(data.range(of: Data(word.utf8)) != nil)
        }
        let other = try #require(photo.fileDataRepresentation(with: Nobody()))
        #expect(other.range(of: Data("Somebody".utf8)) == nil && other.range(of: Data("Exif".utf8)) == nil)
        #expect(other.count < data.count && other.range(of: Data("hvcC".utf8)) != nil)
    }

    @Test("a better picture is a larger file")
    func quality() throws {
        let sizes = try [0.2, 0.6, 1].map { quality in
            try #require(try taken(quality: quality).photo.fileDataRepresentation()).count
        }
        #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
    }

    /// Wants a file in which nothing is noted.
    private final class Nobody: NSObject, AVCapturePhotoFileDataRepresentationCustomizer {
        func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { nil }
    }

    // MARK: Pictures

    /// How far red, green and blue are apart, on average.
    private func difference(_ one: CGImage, _ other: CGImage) throws -> Double {
        let (first, second) = try (Pixels(one), Pixels(other))
        try #require(first.bytes.count == second.bytes.count)
        return first.difference(second)
    }
}

/// Red, green, blue and nothing of each pixel, row by row.
private struct Pixels {
    var bytes: [UInt8]
    let width: Int
    let height: Int

    init(_ image: CGImage) throws {
        (width, height) = (image.width, image.height)
        bytes = Array(repeating: 0, count: width * height * 4)
        try bytes.withUnsafeMutableBytes { memory in
            let context = try #require(
                CGContext(
                    data: memory.baseAddress,
                    width: image.width,
                    height: image.height,
                    bitsPerComponent: 8,
                    bytesPerRow: image.width * 4,
                    space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue
                )
            )
            context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
        }
    }

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        bytes = Array(repeating: 0, count: width * height * 4)
    }

    func difference(_ other: Pixels) -> Double {
        let colors = bytes.indices.filter { $0 % 4 != 3 }
        let sum = colors.reduce(0) { $0 + abs(Int(bytes[$1]) - Int(other.bytes[$1])) }
        return Double(sum) / Double(max(colors.count, 1))
    }

    /// Turned clockwise, then mirrored, pixel by pixel.
    func turned(_ angle: Int, _ isMirrored: Bool) -> Pixels {
        let isSideways = angle % 180 != 0
        var result = Pixels(width: isSideways ? height : width, height: isSideways ? width : height)
        for row in 0..<result.height {
            for column in 0..<result.width {
                let across = isMirrored ? result.width - 1 - column : column
                let (x, y) =
                    switch angle {
                    case 90: (row, height - 1 - across)
                    case 180: (width - 1 - across, height - 1 - row)
                    case 270: (width - 1 - row, across)
                    default: (across, row)
                    }
                let (from, to) = ((y * width + x) * 4, (row * result.width + column) * 4)
                for part in 0..<4 { result.bytes[to + part] = bytes[from + part] }
            }
        }
        return result
    }
}
