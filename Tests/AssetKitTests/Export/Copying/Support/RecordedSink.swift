import Foundation

@testable import AssetKit

/// A sink that remembers what it gets.
final class RecordedSink: MediaSink {
    let plan: SinkPlan
    private(set) var tracks: [[SinkSample]]
    private(set) var ending: SinkEnding?

    init(_ plan: SinkPlan) {
        self.plan = plan
        tracks = Array(repeating: [], count: plan.tracks.count)
    }

    func write(_ sample: SinkSample, to track: Int) throws { tracks[track].append(sample) }

    func finish(_ ending: SinkEnding) throws { self.ending = ending }

    /// The first track of a kind.
    func samples(_ type: AVMediaType) -> [SinkSample] {
        plan.tracks.firstIndex { $0.mediaType == type }.map { tracks[$0] } ?? []
    }

    /// Copies clips of samples into one.
    static func copy(
        _ names: [String],
        _ ranges: [CMTimeRange]? = nil,
        as type: AVFileType,
        _ mode: CopyMode = .keyFrames
    ) async throws -> (plan: CopyPlan, sink: RecordedSink) {
        let plan = try await CopyPlan.of(names, ranges, as: type, mode)
        let folder = TemporaryFolder()
        nonisolated(unsafe) var made: RecordedSink?
        _ = try CopyExport.run(
            plan,
            to: folder.path("out"),
            replaces: false,
            flag: CancellationFlag(),
            open: { plan, _ in
                let sink = RecordedSink(plan)
                made = sink
                return sink
            }
        )
        guard let made else { throw CancellationError() }
        return (plan, made)
    }
}

extension CopyPlan {
    /// The plan for clips of samples, whole ones where no ranges are given.
    static func of(
        _ names: [String],
        _ ranges: [CMTimeRange]? = nil,
        as type: AVFileType,
        _ mode: CopyMode = .keyFrames,
        layout: SinkPlan.Layout = .plain
    ) async throws -> CopyPlan {
        var sources: [CopySource] = []
        for name in names {
            let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
            sources.append(try await CopySource.load(AVURLAsset(url: SampleMedia.url(name), options: options)))
        }
        let everything = CMTimeRange(start: .zero, duration: .positiveInfinity)
        let clips = sources.indices.map { CopyClip(source: $0, range: ranges?[$0] ?? everything) }
        let target = CopyTarget(fileType: type, layout: layout)
        return try CopyPlanner(sources: sources, target: target, mode: mode).plan(clips)
    }
}
