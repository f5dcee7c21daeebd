import Foundation
import TestSupport

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitBase
@testable import AssetKitMedia

/// What a copy gives its sink.
struct CopiedSamples {
    /// Files whose edits neither hide pictures nor stretch time.
    static let plainFiles = ((try? ShownPictures.all()) ?? []).map(\.name).filter { !$0.hasPrefix("edit-") }

    let plan: SinkPlan
    private let record: SinkRecord

    var ending: SinkEnding? { record.ending }
    var tracks: [[SinkSample]] { plan.tracks.indices.map { record.samples(of: $0) } }

    /// Those of the first track of a kind.
    func samples(_ type: AVMediaType) -> [SinkSample] {
        plan.tracks.firstIndex { $0.mediaType == type }.map { record.samples(of: $0) } ?? []
    }

    /// Copies clips of samples into one.
    static func copy(
        _ names: [String],
        _ ranges: [CMTimeRange]? = nil,
        as type: AVFileType,
        _ mode: CopyMode = .keyframe
    ) async throws -> (plan: CopyPlan, sink: CopiedSamples) {
        let plan = try await CopyPlan.of(names, ranges, as: type, mode)
        return (plan, try copy(plan))
    }

    static func copy(_ plan: CopyPlan) throws -> CopiedSamples {
        let (folder, record) = (TemporaryFolder(), SinkRecord())
        _ = try CopyRunner.run(
            plan,
            to: folder.path("out"),
            replaces: false,
            flag: CancellationFlag(),
            open: { _, _ in FakeSink(nil, record) }
        )
        return CopiedSamples(plan: plan.sink, record: record)
    }
}

extension CopyPlan {
    /// The plan for clips of samples, whole ones where no ranges are given.
    static func of(
        _ names: [String],
        _ ranges: [CMTimeRange]? = nil,
        as type: AVFileType,
        _ mode: CopyMode = .keyframe,
        layout: SinkPlan.Layout = .plain
    ) async throws -> CopyPlan {
        var sources: [LoadedSource] = []
        for name in names { sources.append(try await LoadedSource.sample(name)) }
        let everything = CMTimeRange(start: .zero, duration: .positiveInfinity)
        let clips = sources.indices.map { CopyClip(source: $0, range: ranges?[$0] ?? everything) }
        let target = CopyTarget(fileType: type, layout: layout)
        return try CopyPlanner(sources: sources, target: target, mode: mode).plan(clips)
    }
}

extension LoadedSource {
    /// A clip of samples, with the lists of what is in it.
    static func sample(_ name: String) async throws -> LoadedSource {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        return try await load(AVURLAsset(url: SampleMedia.url(name), options: options))
    }
}
