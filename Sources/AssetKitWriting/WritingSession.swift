internal import AssetKitMedia
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

/// A file that is being written: what its inputs are given goes through here.
final class WritingSession: Sendable {
    let writer: FileWriter
    let feeds: [any InputFeed]

    /// Creates the file and makes ready for samples.
    ///
    /// `owners` hear of room and errors, one for each input; they are not held.
    init(
        _ plan: SinkPlan,
        _ inputs: [InputPlan],
        to destination: Destination,
        owners: [any InputFeedOwner]
    ) throws {
        guard !inputs.isEmpty else {
            throw MediaProblem(code: .incorrectlyConfigured, reason: "the writer has no inputs")
        }
        let deferred = DeferredPlan()
        let weakOwners = owners.map(WeakOwner.init)
        let paces = inputs.map { $0.isRealTime ? Interleaving.Pace.realTime : $0.isSparse ? .sparse : .even }
        let planner = { try deferred.plan(plan, inputs) }
        let released: @Sendable (Int) -> Void = { weakOwners[$0].owner?.feedIsReady() }
        switch destination {
        case .file(let path, let appearance, let replaces, let open):
            writer = try FileWriter(
                plan,
                to: try OutputFile(path, appears: appearance, replaces: replaces),
                replaces: replaces,
                paces: paces,
                open: { _, bytes in DeferredSink(planner) { try open($0, bytes) } },
                released: released
            )
        case .sink(let open):
            writer = FileWriter(DeferredSink(planner, open: open), paces: paces, released: released)
        }
        let writer = writer
        feeds = inputs.enumerated().map { index, input -> any InputFeed in
            guard let settings = input.settings else { return StoredFeed(writer, track: index, input) }
            let mediaType = input.track.mediaType
            let (fileType, scale) = (plan.fileType, input.track.timescale)
            let box = SettingsBox(settings: settings)
            let (segments, isLive) = (input.segments, input.isRealTime)
            return EncodingFeed(writer, track: index, input) { first in
                let grid = segments?.grid(first)
                return try InputEncoders.make(
                    box.settings,
                    mediaType,
                    fileType,
                    timescale: scale,
                    segments: grid,
                    first: first,
                    isLive: isLive
                )
            }
        }
        deferred.feeds.withLock { [feeds] in $0 = feeds }
        for (feed, owner) in zip(feeds, owners) { (feed as? EncodingFeed)?.start(owner) }
    }

    /// Where the result goes.
    enum Destination {
        case file(String, OutputFile.Appearance, replaces: Bool, open: FileWriter.Opener)
        case sink((SinkPlan) throws -> any MediaSink)
    }

    /// Waits for everything that is under way, and completes the file. `end` is when it is to end, on the movie's clock; `metadata` is
    /// what is said about it then, nil for what was said at the start.
    func finish(until end: CMTime?, saying metadata: [MetadataEntry]? = nil) throws {
        feeds.forEach { $0.end() }
        for feed in feeds { try feed.complete() }
        try writer.finish(SinkEnding(edits: feeds.map { $0.edits(until: end) }, metadata: metadata))
    }

    /// Gives up, and removes the file; false where it is too late for that.
    func cancel() -> Bool {
        feeds.forEach { $0.cancel() }
        return writer.cancel()
    }

    /// Ends with an error.
    func abandon(_ error: any Error) {
        writer.abandon(error)
        feeds.forEach { $0.cancel() }
    }
}

/// Gives the sink its plan when the first sample is written: by then the session knows the formats of all tracks.
private final class DeferredPlan: Sendable {
    let feeds = Lock<[any InputFeed]>([])

    func plan(_ base: SinkPlan, _ inputs: [InputPlan]) throws -> (plan: SinkPlan, places: [Int?]) {
        let facts = feeds.withLock { $0 }.map(\.facts)
        var (plan, places) = (base, [Int?]())
        plan.tracks = []
        for facts in facts {
            places.append(facts.map { _ in plan.tracks.count })
            if facts != nil { plan.tracks.append(inputs[places.count - 1].track) }
        }
        for case (let place?, let facts?) in zip(places, facts) {
            plan.tracks[place].formats = facts.formats
            plan.tracks[place].timescale = facts.timescale
            plan.tracks[place].priming = facts.priming
            // References name inputs, and those without a sample have no track.
            plan.tracks[place].references = plan.tracks[place].references.compactMapValues { targets in
                let found = targets.compactMap { places[$0] }
                return found.isEmpty ? nil : found
            }
        }
        return (plan, places)
    }
}

private struct WeakOwner: Sendable {
    weak let owner: (any InputFeedOwner)?

    init(_ owner: any InputFeedOwner) { self.owner = owner }
}

/// SAFETY: plain values that nobody changes.
private struct SettingsBox: @unchecked Sendable {
    let settings: [String: Any]
}
