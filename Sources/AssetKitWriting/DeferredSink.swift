internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitSinks
internal import Foundation

/// A sink that is opened when the first sample is written: then every track's format is known. Tracks may turn out to have no
/// sample, and are left out of the file.
final class DeferredSink: MediaSink {
    /// What the file is to hold, and the place in it of each track that samples name.
    typealias Planner = () throws -> (plan: SinkPlan, places: [Int?])

    private let planner: Planner
    private let open: (SinkPlan) throws -> any MediaSink
    private var opened: (sink: any MediaSink, places: [Int?])?

    init(_ planner: @escaping Planner, open: @escaping (SinkPlan) throws -> any MediaSink) {
        self.planner = planner
        self.open = open
    }

    func write(_ sample: SinkSample, to track: Int) throws {
        let (sink, places) = try real()
        guard let place = places[track] else { preconditionFailure("a sample of a track that has none") }
        try sink.write(sample, to: place)
    }

    /// Edits are given for the tracks that samples name.
    func finish(_ ending: SinkEnding) throws {
        // What samples there were may all have been left out.
        guard let (sink, places) = opened else { throw Self.nothing }
        var ending = ending
        ending.edits = zip(places, ending.edits).compactMap { place, edits in place.map { _ in edits } }
        try sink.finish(ending)
    }

    private static let nothing = MediaProblem(
        code: .noDataCaptured,
        reason: "no sample was appended to any input"
    )

    private func real() throws -> (sink: any MediaSink, places: [Int?]) {
        if let opened { return opened }
        let (plan, places) = try planner()
        guard !plan.tracks.isEmpty else { throw Self.nothing }
        let made = (sink: try open(plan), places: places)
        opened = made
        return made
    }
}
