package import AssetKitBase
package import AssetKitCore
internal import AssetKitMedia
package import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// The lists of the samples of an asset's tracks: made when somebody first asks for one, once for all tracks.
package final class AssetSamples: Sendable {
    let input: MediaInput
    /// Tracks whose container has tables.
    private let listed: [Int32: SampleIndex]
    /// The same without what cannot be decoded at their beginnings.
    private let decodable: [Int32: SampleIndex]
    /// Tracks whose packets have to be read.
    private let readable: Set<Int32>
    /// Tracks whose packets would have to be read, and cannot be.
    private let unreadable: Set<Int32>
    private let endlessness: MediaProblem
    private let loader: Loader<[Int32: SampleIndex]>
    private let waiters = Lock(0)

    init(facts: MediaFacts, input: MediaInput) {
        self.input = input
        var listed: [Int32: SampleIndex] = [:]
        for track in facts.tracks {
            guard let table = facts.sampleTables[track.trackID] else { continue }
            listed[track.trackID] = SampleIndex(table, trackID: track.trackID, segments: track.segments)
        }
        let unlisted = facts.tracks.filter { facts.sampleTables[$0.trackID] == nil && $0.streamIndex != nil }
        self.listed = listed
        decodable = facts.tracks.reduce(into: [:]) { $0[$1.trackID] = listed[$1.trackID]?.decodable($1) }
        let identifiers = Set(unlisted.map(\.trackID))
        let canBeRead = Self.canBeRead(facts)
        readable = canBeRead ? identifiers : []
        unreadable = canBeRead ? [] : identifiers
        endlessness = Self.endlessness(of: facts)
        let reader = SampleIndexReader(input: input, container: facts.containerTraits)
        loader = Loader(
            work: { try Self.indexes(of: unlisted, facts.listedTables) ?? reader.read(unlisted, flag: $0) },
            describe: { AVError.listing(input.name, because: $0) }
        )
    }

    /// What has been listed already; nil where that is not all.
    private static func indexes(of tracks: [TrackFacts], _ tables: [Int32: PacketTable]) -> [Int32: SampleIndex]? {
        guard tracks.allSatisfy({ tables[$0.trackID] != nil }) else { return nil }
        return SampleIndexReader.indexes(of: tracks, tables)
    }

    /// Reading to the end must have an end: bytes without a length, and live streams, have none.
    private static func canBeRead(_ facts: MediaFacts) -> Bool {
        facts.byteCount != nil && (facts.knownContainer != .hls || facts.duration.isNumeric)
    }

    /// The samples of a track whose container has tables of them, as far as they can be decoded; nil for others.
    package func tabledIndex(of trackID: Int32) -> SampleIndex? { decodable[trackID] }

    /// There is a list of this track's samples, or there can be one.
    package func canList(_ trackID: Int32) -> Bool { listed[trackID] != nil || readable.contains(trackID) }

    /// Why the samples of a track cannot be listed; nil where they can, and for a track without any of its own.
    package func obstacle(toListing trackID: Int32) -> MediaProblem? {
        unreadable.contains(trackID) ? endlessness : nil
    }

    /// The samples of a track, waited for; nil where they cannot be listed.
    func index(of trackID: Int32) -> SampleIndex? {
        if let index = listed[trackID] { return index }
        guard readable.contains(trackID) else { return nil }
        enter()
        defer { leave() }
        guard case .success(let indexes)? = loader.waitForResult() else { return nil }
        return indexes[trackID]
    }

    /// The samples of a track. Reading is given up when nobody waits for it any more.
    func loadIndex(of trackID: Int32) async throws -> SampleIndex {
        if let index = listed[trackID] { return index }
        guard readable.contains(trackID) else { throw unlistable }
        enter()
        defer { leave() }
        try await loader.load([])
        guard case .success(let indexes)? = loader.result, let index = indexes[trackID] else { throw unlistable }
        return index
    }

    /// The same for threads that may block: the samples of a track, waited for until a flag is raised.
    package func waitForIndex(of trackID: Int32, _ flag: CancellationFlag) throws -> SampleIndex {
        if let index = listed[trackID] { return index }
        guard readable.contains(trackID) else { throw unlistable }
        enter()
        defer { leave() }
        guard let outcome = try loader.waitForResult(flag) else {
            throw AVError(.operationCancelled, "loading was cancelled")
        }
        guard let index = try outcome.get()[trackID] else { throw unlistable }
        return index
    }

    private var unlistable: AVError {
        AVError.listing(input.name, because: endlessness)
    }

    private static func endlessness(of facts: MediaFacts) -> MediaProblem {
        let reason = "only reading it to its end would tell its samples, and it has no end that is known"
        // What is live has no end to copy up to.
        let advice = facts.knownContainer == .hls ? "" : "; copy it to a file first"
        return MediaProblem(code: .operationNotSupportedForAsset, reason: reason + advice)
    }

    private func enter() { waiters.withLock { $0 += 1 } }

    private func leave() {
        waiters.withLock { count in
            count -= 1
            // Under the lock: who comes now starts anew.
            if count == 0, loader.result == nil { loader.cancel() }
        }
    }
}

extension AVError {
    /// Why the samples of media could not be listed, in one sentence about `name`.
    static func listing(_ name: String, because cause: any Error) -> AVError {
        let (code, reason) = explanation(of: cause)
        return AVError(
            code,
            "cannot list the samples of '\(name)': \(reason)",
            underlying: cause,
            userInfo: [NSLocalizedFailureReasonErrorKey: reason]
        )
    }
}
