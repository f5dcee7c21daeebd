internal import AssetKitBase
internal import AssetKitEdits
internal import AssetKitMedia
internal import CMTimeLib

/// The state of a composition that may change, and what its tracks share with it.
final class CompositionStorage: Sendable {
    private struct Contents {
        var state: CompositionState
        /// Counts changes.
        var version = 0
    }

    let files: CompositionFiles
    private let contents: Lock<Contents>

    init(_ state: CompositionState, _ files: CompositionFiles) {
        contents = Lock(Contents(state: state))
        self.files = files
    }

    var state: CompositionState { contents.withLock { $0.state } }

    /// The state and how often it has been changed.
    var current: (state: CompositionState, version: Int) { contents.withLock { ($0.state, $0.version) } }

    var version: Int { contents.withLock { $0.version } }

    func update<Result>(_ body: (inout CompositionState) throws -> Result) rethrows -> Result {
        try contents.withLock { contents in
            contents.version += 1
            return try body(&contents.state)
        }
    }

    /// Edits a track, which stays as it was where that is refused.
    func edit(
        _ trackID: CMPersistentTrackID,
        _ body: (inout CompositionState.Segments) throws(EditError) -> Void
    ) {
        update(trackID) { $0.segments.edit(body) }
    }

    /// Changes a track; nil where it has been removed.
    @discardableResult
    func update<Result>(
        _ trackID: CMPersistentTrackID,
        _ body: (inout CompositionState.Track) throws -> Result
    ) rethrows -> Result? {
        try update { state in
            guard let place = state.tracks.firstIndex(where: { $0.trackID == trackID }) else { return nil }
            return try body(&state.tracks[place])
        }
    }
}
