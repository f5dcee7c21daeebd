import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("Pictures of streams without times")
struct UntimedImageTests {
    private static let asked = [3, 0, 74, 48, 47, 1, 10, 27]

    private static func images(_ asset: AVAsset) async throws -> [Int?] {
        let generator = AVAssetImageGenerator(asset: asset)
        generator.apertureMode = .encodedPixels
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        var found: [Int?] = []
        for await element in generator.images(for: asked.map { CMTime(value: Int64($0), timescale: 25) }) {
            found.append(PictureBarcode.index(of: try element.image, codedSize: (320, 180)))
        }
        return found
    }

    @Test("pictures of a raw stream are counted", arguments: ["h264-bframes.mp4", "h264-no-bframes.mp4"])
    func raw(name: String) async throws {
        let type = AVFileType(rawValue: "public.avc-stream")
        let asset = AVAsset(akData: try await AnnexB.stream(of: name), fileType: type)
        #expect(try await Self.images(asset) == Self.asked)
    }

    @Test("AVI numbers samples as they are decoded", arguments: ["h264-bframes.mp4", "h264-no-bframes.mp4"])
    func avi(name: String) async throws {
        let asset = AVAsset(akData: try await AnnexB.avi(of: name), fileType: AVFileType(rawValue: "public.avi"))
        #expect(try await Self.images(asset) == Self.asked)
    }

    @Test("a reader gives the pictures of AVI at their times, alone and beside another output")
    func reading() async throws {
        let asset = AVAsset(
            akData: try await AnnexB.avi(of: "h264-bframes.mp4"),
            fileType: AVFileType(rawValue: "public.avi")
        )
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let settings: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar
        ]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        #expect(reader.startReading())
        var number = 0
        while let sample = output.copyNextSampleBuffer() {
            let picture = try #require(sample.imageBuffer)
            #expect(PictureBarcode.index(of: picture) == number)
            #expect(sample.presentationTimeStamp == CMTime(value: Int64(number), timescale: 25))
            number += 1
        }
        #expect(number == 75)
        #expect(reader.status == .completed)
    }
}

@Suite("Images of sources that fail")
struct FailingImageTests {
    /// The bytes of a file, of which those behind a place cannot be read once somebody says so.
    private final class FailingSource: AKByteSource {
        struct Failure: Error {}

        private let bytes: AKDataSource
        private let limit: Int64
        private let fails = Lock(false)

        init(_ data: Data, failsBehind limit: Int64) { (bytes, self.limit) = (AKDataSource(data), limit) }

        func beginFailing() { fails.withLock { $0 = true } }

        var length: Int64? { bytes.length }

        func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            let limit = fails.withLock { $0 } ? limit : .max
            guard offset < limit else { throw Failure() }
            let count = min(Int64(buffer.count), limit - offset)
            return bytes.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(count))))
        }
    }

    @Test(
        "what cannot be read spoils only the images that need it",
        arguments: [("h264.ts", AVFileType.akMPEGTransportStream), ("faststart.mp4", AVFileType.mp4)]
    )
    func partly(name: String, type: AVFileType) async throws {
        let data = try Data(contentsOf: SampleMedia.url(name))
        let source = FailingSource(data, failsBehind: Int64(data.count) * 3 / 4)
        let generator = AVAssetImageGenerator(asset: AVAsset(akSource: source, fileType: type))
        generator.apertureMode = .encodedPixels
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        // Opening looks at the end of a file, too.
        _ = try await generator.image(at: .zero)
        source.beginFailing()
        let times = [70, 2].map { CMTime(value: $0, timescale: 25) + CMTime(value: 1, timescale: 30) }
        var elements: [AVAssetImageGenerator.Images.Element] = []
        for await element in generator.images(for: times) { elements.append(element) }
        #expect(elements.count == 2)
        #expect(throws: AVError.self) { try elements[0].image }
        #expect(throws: Never.self) { try elements[1].image }
    }
}
