import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitReading
@testable import AssetKitMedia

/// `h264-broken-start.ts` begins in the middle of a group: pictures 29 to 47 are stored and cannot be decoded.
@Suite("Broken starts")
struct BrokenStartTests {
    private static let name = "h264-broken-start.ts"
    private let folder = TemporaryFolder()

    /// When picture 48 is shown on the asset's timeline.
    private static let first = CMTime(value: 728, timescale: 375)

    private func isNear(_ time: CMTime, _ other: CMTime) -> Bool { abs((time - other).seconds) < 0.001 }

    @Test("opening says what is missing")
    func warning() async throws {
        let asset = AVURLAsset(url: SampleMedia.url(Self.name))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let warning = try #require(asset.akDetails.loadingWarnings.first)
        #expect(warning.contains("its first 19 pictures need others before, which are missing"))
        #expect(warning.contains("pictures begin at 1.941 s"))
        #expect(isNear(try #require(track.akDetails.firstDecodableTime), Self.first))
        let whole = AVURLAsset(url: SampleMedia.url("h264.ts"))
        #expect(try await whole.loadTracks(withMediaType: .video).first?.akDetails.firstDecodableTime == nil)
        #expect(whole.akDetails.loadingWarnings.isEmpty)
    }

    @Test("a reader begins with the first good picture, wherever it is asked to begin", arguments: [0.0, 0.9, 1.95])
    func reading(start: Double) async throws {
        let asset = AVURLAsset(url: SampleMedia.url(Self.name))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        reader.timeRange = CMTimeRange(
            start: CMTime(seconds: start, preferredTimescale: 1000),
            duration: .positiveInfinity
        )
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
        reader.add(output)
        #expect(reader.startReading())
        var indices: [Int?] = []
        while let sample = output.copyNextSampleBuffer() {
            indices.append(sample.imageBuffer.flatMap { PictureBarcode.index(of: $0) })
        }
        #expect(indices == Array(48..<75))
    }

    @Test(
        "whatever is made of it begins with the first good picture, and says so",
        arguments: [AKTrimMode.smart, .exact, .keyframe],
        [0.0, 0.9]
    )
    func trims(mode: AKTrimMode, start: Double) async throws {
        let path = folder.path("\(mode)-\(start).mp4")
        let session = try await ExportSample.export(Self.name, AVAssetExportPresetPassthrough, to: path, as: .mp4) {
            $0.timeRange = CMTimeRange(
                start: CMTime(seconds: start, preferredTimescale: 1000),
                duration: .positiveInfinity
            )
            $0.akTrimMode = mode
        }
        let pictures = try await ExportSample.pictures(path)
        #expect(pictures.map(\.index) == Array(48..<75))
        let offset = session.akResult?.actualTimeRange.start ?? .zero
        #expect(isNear(try #require(pictures.first?.time), Self.first - offset))
        #expect(session.akResult?.warnings.contains { $0.contains("19 pictures") } == true)
        // Nothing in the file comes before the key picture.
        let asset = AVURLAsset(url: URL(filePath: path))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        #expect(track.akDetails.sampleCount == 27)
    }

    @Test("a cut behind the bad pictures says nothing of them")
    func later() async throws {
        let session = try await ExportSample.export(
            Self.name,
            AVAssetExportPresetPassthrough,
            to: folder.path("later.mp4"),
            as: .mp4
        ) {
            $0.timeRange = CMTimeRange(start: CMTime(value: 2, timescale: 1), duration: .positiveInfinity)
            $0.akTrimMode = .smart
        }
        #expect(session.akResult?.warnings.contains { $0.contains("missing") } == false)
    }

    @Test("stills before the first good picture are that one")
    func stills() async throws {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: SampleMedia.url(Self.name)))
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        let times = [0, 1, 2].map { CMTime(value: $0, timescale: 1) }
        var found: [Int?] = []
        for await result in generator.images(for: times) {
            found.append(PictureBarcode.index(of: try result.image, codedSize: (320, 180)))
        }
        #expect(found == [48, 48, 49])
    }

    @Test("a join leaves bad pictures out, and names the file")
    func joining() async throws {
        let broken = AVURLAsset(url: SampleMedia.url(Self.name))
        let joining = AKJoinSession(assets: [broken, AVURLAsset(url: SampleMedia.url("h264.ts"))])
        let path = folder.path("joined.mp4")
        let result = try await joining.export(to: URL(filePath: path), as: .mp4)
        let indices = try await ExportSample.pictures(path).map(\.index)
        #expect(indices == Array(48..<75) + Array(0..<75))
        #expect(result.plan.warnings.contains { $0.contains(Self.name) && $0.contains("missing") })
    }
}
