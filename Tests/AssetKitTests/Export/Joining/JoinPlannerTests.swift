import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport

@Suite("Join planner")
struct JoinPlannerTests {
    private let folder = TemporaryFolder()

    private func planner(_ names: [String], to name: String) async throws -> JoinPlanner {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let assets = names.map { AVURLAsset(url: SampleMedia.url($0), options: options) }
        for asset in assets { _ = try await asset.load(.tracks) }
        let clips = assets.map { AKJoinSession.Clip(asset: $0) }
        let url = URL(filePath: folder.path(name))
        let sources = try JoinSources(assets, CancellationFlag())
        let timeline = sources.timeline(clips, tracks: nil)
        return JoinPlanner(timeline, of: sources.contexts, .ofJoins, to: url, as: nil)
    }

    @Test("says what its runner makes, and writes nothing")
    func planned() async throws {
        let planner = try await planner(["h264-bframes.mp4", "h264.ts", "h264-bframes.mp4"], to: "joined.mkv")
        let plan = try await WorkerThread.run("assetkit.copy", CancellationFlag()) { try planner.published() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).isEmpty)
        let result = try await WorkerThread.run("assetkit.copy", CancellationFlag()) {
            try JoinRunner(planner: planner).run { _ in }
        }
        #expect(result.plan.clips.map(\.requestedTimeRange) == plan.clips.map(\.requestedTimeRange))
        #expect(result.plan.clips.map(\.reasonsToEncode) == plan.clips.map(\.reasonsToEncode))
        #expect(result.plan.tracks.map(\.codec) == plan.tracks.map(\.codec))
        #expect(result.plan.tracks.map(\.copiedSampleCounts) == plan.tracks.map(\.copiedSampleCounts))
        #expect(result.plan.warnings == plan.warnings)
    }

    @Test("names the file that cannot be made")
    func refusals() async throws {
        let clipless = try await planner([], to: "joined.mp4")
        let empty = #expect(throws: AVError.self) { try clipless.published() }
        #expect(empty?.localizedDescription.contains("joined.mp4': there are no clips") == true)
        let unknown = try await planner(["h264-bframes.mp4"], to: "joined.nothing")
        let ending = #expect(throws: AVError.self) { try unknown.published() }
        #expect(ending?.localizedDescription.contains("tells no type of file by its ending") == true)
    }
}
