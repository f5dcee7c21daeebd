import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitBase

@Suite("Smart cuts that do not come out right")
struct SpliceRetryTests {
    private let folder = TemporaryFolder()

    /// What the plans were that files were made of, in their order.
    private final class Record: Sendable {
        let plans = Lock<[ExportPlan]>([])
    }

    /// Cuts, and answers mismatches at the joins of as many plans as `wrong`; nil answers one that no join is to blame for.
    private func cut(wrong: Int?, fallsBack: Bool = true) async throws -> (plans: [ExportPlan], warnings: [String]) {
        let asset = AVURLAsset(url: SampleMedia.url("hevc-open-gop.mp4"))
        _ = try await asset.load(.tracks)
        var settings = ExportSettings()
        settings.timeRange = CMTimeRange(
            start: CMTime(value: 37, timescale: 25),
            end: CMTime(value: 110, timescale: 25)
        )
        settings.trimMode = .smart
        settings.fallsBackToEncoding = fallsBack
        let preset = try #require(ExportPreset(named: AVAssetExportPresetPassthrough))
        let url = URL(filePath: folder.path("cut.mp4"))
        let record = Record()
        let loaded = try asset.requireLoaded()
        let job = ClipJob(
            settings.timeRange,
            ExportWishes(preset, settings),
            SourceContext(loaded),
            to: url,
            as: .mp4
        ) { plan, _, _, _ in
            let number = record.plans.withLock { plans in
                plans.append(plan)
                return plans.count
            }
            if let run = plan.runs.first, wrong.map({ number <= $0 }) ?? true {
                throw SpliceMismatch(place: wrong == nil ? nil : run.first)
            }
            return AKExportResult(
                url: url,
                requestedTimeRange: plan.range,
                actualTimeRange: plan.range,
                duration: plan.range.duration,
                fileLength: 0,
                tracks: [],
                warnings: plan.warnings
            )
        }
        let result = try await WorkerThread.run("assetkit.copy", CancellationFlag()) { try job.run { _ in } }
        return (record.plans.withLock { $0 }, result.warnings)
    }

    @Test("more is encoded where a join is wrong")
    func retry() async throws {
        let (plans, warnings) = try await cut(wrong: 1)
        #expect(plans.count == 2)
        let first = try #require(plans.first?.runs.first).first
        let second = try #require(plans.last?.runs.first).first
        #expect(second > first)
        #expect(warnings == ["a join did not give the same pictures, so more of them are encoded"])
    }

    @Test("all is encoded where no join is right, and where an encoded picture is wrong")
    func giveUp() async throws {
        for wrong in [100, nil] {
            let (plans, warnings) = try await cut(wrong: wrong)
            let last = try #require(plans.last)
            #expect(last.runs.isEmpty)
            #expect(plans.dropLast().allSatisfy { !$0.runs.isEmpty })
            if wrong == nil { #expect(plans.count == 2) }
            #expect(warnings.count <= 1)
        }
    }

    @Test("nothing is made where encoding all of it is not wanted")
    func strict() async throws {
        await #expect(throws: MediaProblem.self) { try await cut(wrong: nil, fallsBack: false) }
    }
}

extension ExportPlan {
    fileprivate var runs: [SpliceRun] {
        tracks.flatMap { track -> [SpliceRun] in
            if case .spliced(let splice) = track.treatment { return splice.runs }
            return []
        }
    }
}
