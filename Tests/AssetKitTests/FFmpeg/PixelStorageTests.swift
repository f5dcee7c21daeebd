import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

@Suite("FFmpeg, pixels of frames")
struct PixelStorageTests {
    private func firstFrame<R>(_ name: String, _ body: (borrowing Frame) throws -> R) throws -> R {
        var result: R?
        try SampleReader.decode(name, .video) { frame, _ in
            if result == nil { result = try body(frame) }
        }
        return try #require(result)
    }

    @Test("a decoded frame becomes a picture without a copy")
    func noCopy() throws {
        let (address, picture) = try firstFrame("h264-bframes.mp4") { frame in
            let address = frame.withRow(0, ofPlane: 0) { UInt(bitPattern: $0.baseAddress) }
            return (address, try frame.takePixelBuffer())
        }
        let buffer = try #require(picture)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_420YpCbCr8Planar)
        #expect(CVPixelBufferGetWidth(buffer) == 320)
        #expect(CVPixelBufferGetHeight(buffer) == 180)
        #expect(CVPixelBufferGetPlaneCount(buffer) == 3)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        #expect(UInt(bitPattern: CVPixelBufferGetBaseAddressOfPlane(buffer, 0)) == address)
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    }

    @Test("who writes into a picture that a decoder still looks at gets a copy")
    func copyOnWrite() throws {
        let grey = try #require(PixelFormatMap.format(of: kCVPixelFormatType_OneComponent8))
        let frame = try Frame(width: 32, height: 16, format: grey)
        for row in 0..<16 { _ = frame.withRow(row, ofPlane: 0) { $0.initializeMemory(as: UInt8.self, repeating: 7) } }
        let shared = Frame()
        try shared.share(frame)
        let storage = try FramePixelStorage(takingFrom: frame)
        let isEmpty = frame.isEmpty
        #expect(isEmpty)
        #expect(!storage.isWritable)
        let format = try #require(PixelFormat(kCVPixelFormatType_OneComponent8))
        let buffer = CVBuffer(width: 32, height: 16, format: format, storage: storage)
        buffer.akWithMutablePlane(0) { $0.storeBytes(of: 99, toByteOffset: 0, as: UInt8.self) }
        let seen = shared.withRow(0, ofPlane: 0) { $0[0] }
        #expect(seen == 7)
        shared.clear()
        #expect(storage.isWritable)
        #expect(buffer.akWithPlane(0) { $0.unsafeLoad(fromByteOffset: 0, as: UInt8.self) } == 99)
        #expect(buffer.akWithPlane(0) { $0.unsafeLoad(fromByteOffset: 1, as: UInt8.self) } == 7)
    }

    @Test("pictures outlive their decoder, on any thread")
    func outlivesDecoder() async throws {
        var pictures: [CVPixelBuffer] = []
        try SampleReader.decode("h264-bframes.mp4", .video) { frame, _ in
            let picture = try frame.takePixelBuffer()
            pictures.append(try #require(picture))
        }
        let kept = pictures
        #expect(kept.count == 75)
        let indices = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for (number, picture) in kept.enumerated() {
                group.addTask {
                    let target = try SampleReader.picture(320, 180)
                    try Scaler().scale(picture, into: target)
                    return (number, SampleReader.index(of: target))
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(indices.allSatisfy { $0.key == $0.value })
    }

    @Test("colour, shape and fields travel as attachments")
    func attachments() throws {
        func attachment(_ name: String, _ key: String) throws -> String? {
            try firstFrame(name) { frame in
                let picture = try frame.takePixelBuffer()
                let buffer = try #require(picture)
                return CVBufferCopyAttachment(buffer, key, nil).map { "\($0)" }
            }
        }
        let old = try attachment("color-bt601.mp4", kCVImageBufferYCbCrMatrixKey)
        let new = try attachment("color-bt709.mov", kCVImageBufferYCbCrMatrixKey)
        let primaries = try attachment("color-bt709.mov", kCVImageBufferColorPrimariesKey)
        let fields = try attachment("interlaced-tff.mp4", kCVImageBufferFieldCountKey)
        let aspect = try attachment("non-square-pixels.mp4", kCVImageBufferPixelAspectRatioKey)
        let nothing = try attachment("h264-bframes.mp4", kCVImageBufferYCbCrMatrixKey)
        #expect(old == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
        #expect(new == kCVImageBufferYCbCrMatrix_ITU_R_709_2)
        #expect(primaries == kCVImageBufferColorPrimaries_ITU_R_709_2)
        #expect(fields == "2")
        #expect(aspect != nil)
        #expect(nothing == nil)
    }

    @Test("formats without a layout of ours name the nearest one")
    func nearest() throws {
        let deep = try firstFrame("hevc-10bit.mp4") { frame in
            let picture = try frame.takePixelBuffer()
            let isEmpty = frame.isEmpty
            #expect(picture == nil)
            #expect(!isEmpty)
            return PixelFormatMap.nearestType(to: frame.pixelFormat, isFullRange: frame.color.isFullRange)
        }
        #expect(deep == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
        let wide = try firstFrame("prores.mov") {
            PixelFormatMap.nearestType(to: $0.pixelFormat, isFullRange: $0.color.isFullRange)
        }
        #expect(wide == kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange)
        let full = try firstFrame("mjpeg.mov") { PixelFormatMap.type(of: $0.pixelFormat, isFullRange: nil) }
        #expect(full == kCVPixelFormatType_420YpCbCr8PlanarFullRange)
    }

    @Test(
        "the table of formats is the same in both directions",
        arguments: [
            kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_422YpCbCr8,
            kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_420YpCbCr8Planar,
            kCVPixelFormatType_420YpCbCr8PlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
            kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, kCVPixelFormatType_32ARGB, kCVPixelFormatType_24RGB,
            kCVPixelFormatType_64RGBALE, kCVPixelFormatType_OneComponent8,
        ]
    )
    func table(type: OSType) throws {
        let format = try #require(PixelFormatMap.format(of: type))
        #expect(PixelFormatMap.type(of: format, isFullRange: PixelFormatMap.isFullRange(type)) == type)
        let frame = try Frame(width: 34, height: 18, format: format)
        let ours = try #require(PixelFormat(type))
        let shapes = frame.planeShapes
        let widths = ours.planes.map { $0.byteCount(ofWidth: $0.width(ofPictureWidth: 34)) ?? 0 }
        let heights = ours.planes.map { $0.height(ofPictureHeight: 18) }
        #expect(shapes.map { $0.byteCount } == widths)
        #expect(shapes.map { $0.rowCount } == heights)
    }
}
