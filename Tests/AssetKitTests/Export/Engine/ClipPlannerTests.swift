import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitCore
@testable import AssetKitExport

@Suite("Planner of a clip")
struct ClipPlannerTests {
    private static let edges = CMTimeRange(start: CMTime(value: 1, timescale: 1), end: CMTime(value: 2, timescale: 1))
    private static let whole = CMTimeRange(start: .zero, duration: .positiveInfinity)

    /// What is wanted, and what makes the file.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let decision: String
        var range = ClipPlannerTests.edges
        var preset = AVAssetExportPresetPassthrough
        var source = "h264-bframes.mp4"
        var fileType = AVFileType.mp4
        let set: @Sendable (inout ExportSettings) -> Void

        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "key frames", decision: "copying") { $0.trimMode = .keyframe },
        Row(name: "edits hide", decision: "copying") { $0.trimMode = .presentsExactly },
        Row(name: "smart, with edges", decision: "rendering") { $0.trimMode = .smart },
        Row(name: "smart, of all", decision: "copying", range: whole) { $0.trimMode = .smart },
        Row(name: "smart, sound alone", decision: "copying", source: "aac.aac", fileType: .akAAC) {
            $0.trimMode = .smart
        },
        Row(name: "exact", decision: "rendering") { $0.trimMode = .exact },
        Row(name: "a preset", decision: "rendering", preset: AVAssetExportPreset640x480) { _ in },
        Row(name: "a preset under a limit", decision: "searching", preset: AVAssetExportPreset640x480) {
            $0.fileLengthLimit = 40_000
        },
        Row(name: "text alone", decision: "texts", source: "subtitles.mp4", fileType: .akSubRip) { _ in },
    ]

    private func planner(_ row: Row) async throws -> ClipPlanner {
        let asset = AVURLAsset(url: SampleMedia.url(row.source))
        _ = try await asset.load(.tracks)
        var settings = ExportSettings()
        row.set(&settings)
        return ClipPlanner(
            row.range,
            ExportWishes(try #require(ExportPreset(named: row.preset)), settings),
            SourceContext(try asset.requireLoaded()),
            to: URL(filePath: "/dev/null"),
            as: row.fileType
        )
    }

    @Test("decides who makes the file", arguments: rows)
    func decision(row: Row) async throws {
        let planner = try await planner(row)
        let (name, plan) = try await WorkerThread.run("assetkit.copy", CancellationFlag()) {
            let decision = try planner.decide()
            let name =
                switch decision {
                case .texts: "texts"
                case .copying: "copying"
                case .rendering: "rendering"
                case .searching: "searching"
                }
            #expect(decision.copiesRuns == (name == "copying"))
            return (name, decision.plan)
        }
        #expect(name == row.decision)
        #expect((plan == nil) == (name == "texts"))
        #expect(plan.map { $0.range.start == row.range.start } ?? true)
    }

    @Test("sound that a smart cut copies says why in its plan, everything once")
    func copiedSound() async throws {
        let row = try #require(Self.rows.first { $0.name == "smart, sound alone" })
        let planner = try await planner(row)
        let published = try await WorkerThread.run("assetkit.copy", CancellationFlag()) { try planner.published() }
        #expect(published.stretches.map(\.action) == [.copy])
        #expect(published.range == row.range)
        #expect(published.stretches.allSatisfy { $0.why != "samples are copied as they are" })
        #expect(published.expectedByteCount != nil)
        #expect(Set(published.warnings).count == published.warnings.count)
    }

    @Test("a video composition that changes nothing is warned of where a smart cut copies all")
    func uselessComposition() async throws {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let composition = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: asset)
        let row = Row(name: "with layers", decision: "copying", range: Self.whole) {
            $0.trimMode = .smart
            $0.videoComposition = CompositionUse(composition, after: nil)
        }
        let planner = try await planner(row)
        let published = try await WorkerThread.run("assetkit.copy", CancellationFlag()) { try planner.published() }
        #expect(published.warnings.contains { $0.hasPrefix("the video composition has no effect") })
    }

    @Test("what is made where no joint comes out right has no copied pictures")
    func wholePlan() async throws {
        let planner = try await planner(Self.rows[2])
        let plan = try await WorkerThread.run("assetkit.copy", CancellationFlag()) { try planner.wholePlan() }
        #expect(plan.tracks.filter { $0.mediaType == .video }.allSatisfy { !$0.isStored })
        #expect(plan.warnings.last?.hasPrefix("all of it is encoded: ") == true)
    }
}
