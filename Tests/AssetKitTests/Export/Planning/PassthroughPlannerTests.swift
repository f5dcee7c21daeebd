import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSinks

@Suite("Planner of passing through")
struct PassthroughPlannerTests {
    private let folder = TemporaryFolder()

    private static let range = CMTimeRange(start: CMTime(value: 1, timescale: 1), end: CMTime(value: 2, timescale: 1))

    private func plan(
        _ name: String,
        _ fileType: AVFileType,
        _ set: (inout ExportSettings) -> Void = { _ in }
    ) async throws -> CopyPlan {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        _ = try await asset.load(.tracks)
        var settings = ExportSettings()
        set(&settings)
        let context = SourceContext(try asset.requireLoaded())
        let planner = PassthroughPlanner(loaded: context.loaded, settings: settings, fileType: fileType)
        let (plan, wanted) = (try planner.plan(), settings)
        return try await WorkerThread.run("assetkit.copy", CancellationFlag()) {
            try CopyPreparation(plan, of: context, wanted).copy
        }
    }

    @Test("the plan says what is copied, and what has been")
    func words() async throws {
        let plan = try await plan("h264-bframes.mp4", .mp4) { $0.timeRange = Self.range }
        let published = plan.published
        #expect(published.range == plan.clips[0].actual)
        #expect(published.stretches.map(\.action) == [.copy, .copy])
        #expect(published.stretches.allSatisfy { $0.why == "samples are copied as they are" })
        let url = URL(filePath: folder.path("made.mp4"))
        let fractions = Lock<[Double]>([])
        let byteCount = try CopyRunner.make(
            plan,
            at: url.path(percentEncoded: false),
            replaces: false,
            flag: CancellationFlag()
        ) { fraction in fractions.withLock { $0.append(fraction) } }
        let result = plan.result(url, fileLength: byteCount, textCounts: [:])
        #expect(result.actualTimeRange == published.range)
        #expect(result.requestedTimeRange == Self.range)
        #expect(result.tracks.map(\.copiedSampleCount) == published.stretches.map(\.sampleCount))
        #expect(result.tracks.allSatisfy { $0.encodedSampleCount == 0 })
        #expect(Int64(try Data(contentsOf: url).count) == byteCount)
        #expect(fractions.withLock { $0.allSatisfy { (0...1).contains($0) } })
    }

    @Test("text of another kind counts as made anew")
    func texts() async throws {
        let plan = try await plan("subtitles.mkv", .mp4)
        let texts = plan.sink.tracks.indices.filter { plan.texts[$0] != nil }
        let number = try #require(texts.first)
        let result = plan.result(URL(filePath: "/dev/null"), fileLength: 0, textCounts: [number: 7])
        #expect(result.tracks[number].encodedSampleCount == 7)
        #expect(result.tracks[number].copiedSampleCount == 0)
        #expect(plan.published.stretches.contains { $0.action == .encode && $0.why.contains("become") })
    }

    @Test("tracks that the file cannot hold are left out, and a file that can hold none is refused")
    func choice() async throws {
        let plan = try await plan("h264-bframes.mp4", .m4a)
        #expect(plan.sink.tracks.map(\.mediaType) == [.audio])
        #expect(plan.warnings.contains { $0.hasPrefix("track 1 is left out: ") })
        await #expect(throws: MediaProblem.self) { try await self.plan("no-audio.mp4", .wav) }
    }

    @Test("the layout follows from the settings, and the limit is kept to beforehand")
    func settings() async throws {
        #expect(try await plan("h264-bframes.mp4", .mp4).sink.layout == .plain)
        let first = try await plan("h264-bframes.mp4", .mp4) { $0.shouldOptimizeForNetworkUse = true }
        #expect(first.sink.layout == .indexFirst)
        let second = CMTime(value: 1, timescale: 1)
        let fragmented = try await plan("h264-bframes.mp4", .mp4) { $0.options.fragmentInterval = second }
        #expect(fragmented.sink.layout == .fragmented(interval: second))
        await #expect(throws: ExcessOfBytes.self) {
            try await plan("h264-bframes.mp4", .mp4) { $0.fileLengthLimit = 1000 }
        }
    }

    @Test("what becomes of each track is known before samples are listed")
    func stretches() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("subtitles.mkv"))
        _ = try await asset.load(.tracks)
        var settings = ExportSettings()
        settings.timeRange = Self.range
        let plan = try PassthroughPlanner(loaded: try asset.requireLoaded(), settings: settings, fileType: .mp4).plan()
        #expect(plan.range == Self.range)
        #expect(plan.tracks.allSatisfy { $0.isStored })
        let texts = plan.tracks.filter { $0.mediaType.isText }
        #expect(!texts.isEmpty)
        #expect(texts.allSatisfy { $0.treatment == .text && $0.stretches[0].why.contains("become") })
        let others = plan.tracks.filter { !$0.mediaType.isText }
        #expect(others.allSatisfy { $0.treatment == .copied })
        #expect(plan.stretches.allSatisfy { $0.source == Self.range })
    }

    @Test("nothing is hidden in files without edits where nothing is cut")
    func modes() async throws {
        let whole = try await plan("h264-bframes.mp4", .akMatroska)
        #expect(whole.clips[0].actual.start == .zero)
        await #expect(throws: MediaProblem.self) {
            try await plan("h264-bframes.mp4", .akMatroska) { $0.timeRange = Self.range }
        }
    }
}
