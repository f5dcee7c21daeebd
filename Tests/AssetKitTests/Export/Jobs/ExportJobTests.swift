import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitCore
@testable import AssetKitExport

@Suite("Jobs")
struct ExportJobTests {
    private let folder = TemporaryFolder()

    private static let ranges = [(0, 2), (3, 4)].map {
        CMTimeRange(start: CMTime(value: $0.0, timescale: 2), end: CMTime(value: $0.1, timescale: 2))
    }

    private func context(_ name: String) async throws -> SourceContext {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        _ = try await asset.load(.tracks)
        return SourceContext(try asset.requireLoaded())
    }

    private func job(
        _ ranges: [CMTimeRange],
        of context: SourceContext,
        preset: ExportPreset = .passthrough,
        to name: String = "made.mp4",
        as fileType: AVFileType? = .mp4,
        _ change: (inout ExportSettings) -> Void = { _ in }
    ) throws -> ExportJob {
        var settings = ExportSettings()
        settings.trimMode = .keyframe
        change(&settings)
        return try ExportJob(
            .ranges(ranges, of: context.loaded.facts.tracks),
            of: [context],
            ExportWishes(preset, settings),
            to: URL(filePath: folder.path(name)),
            as: fileType
        )
    }

    private func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await WorkerThread.run("assetkit.copy", CancellationFlag(), body)
    }

    @Test("a timeline of several clips is a join, whoever wants it", arguments: [AKTrimMode.keyframe, .smart])
    func clips(mode: AKTrimMode) async throws {
        let context = try await context("h264-bframes.mp4")
        let job = try job(Self.ranges, of: context) { $0.trimMode = mode }
        let plan = try await blocking { try job.plan().ofJoinedClips }
        #expect(plan.clips.count == 2)
        let made = try await blocking { try job.run { _ in }.ofJoinedClips }
        #expect(made.plan.clips.map(\.start) == plan.clips.map(\.start))
        #expect(made.plan.tracks.map(\.copiedSampleCounts) == plan.tracks.map(\.copiedSampleCounts))

        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let session = AKJoinSession(clips: Self.ranges.map { .init(asset: asset, timeRange: $0) })
        session.cutMode = mode
        let url = URL(filePath: folder.path("joined.mp4"))
        let joined = try await session.export(to: url)
        #expect(joined.plan == made.plan)
        #expect(try Data(contentsOf: url) == Data(contentsOf: made.url))
    }

    @Test("one clip is what an export makes of a range")
    func clip() async throws {
        let context = try await context("h264-bframes.mp4")
        let job = try job([Self.ranges[1]], of: context)
        let plan = try await blocking { try job.plan().ofOneClip }
        let made = try await blocking { try job.run { _ in }.ofOneClip }
        #expect(made.actualTimeRange == plan.range)
        #expect(made.requestedTimeRange == Self.ranges[1])
    }

    @Test("one clip is a join where something is wanted of joints")
    func joinedClip() async throws {
        let job = try job([Self.ranges[1]], of: try await context("h264-bframes.mp4")) { $0.joints = JointWishes() }
        let made = try await blocking { try job.run { _ in }.ofJoinedClips }
        #expect(made.plan.clips.map(\.requestedTimeRange) == [Self.ranges[1]])
    }

    @Test("what encodes all of a clip makes files of one")
    func presets() async throws {
        let context = try await context("h264-bframes.mp4")
        let preset = try #require(ExportPreset(named: AVAssetExportPreset640x480))
        _ = try job([Self.ranges[0]], of: context, preset: preset)
        #expect(throws: MediaProblem.self) { try job(Self.ranges, of: context, preset: preset) }
    }

    @Test("the name's ending tells the type where clips are joined, and has to be looked at before for others")
    func types() async throws {
        let context = try await context("h264-bframes.mp4")
        let joined = try job(Self.ranges, of: context, to: "made.mkv", as: nil)
        #expect(try await blocking { try joined.plan().ofJoinedClips }.fileType == .akMatroska)
        let problem = #expect(throws: MediaProblem.self) { try job([Self.ranges[0]], of: context, as: nil) }
        #expect(problem?.reason == "'made.mp4' tells no type of file by its ending; set outputFileType")
    }
}
