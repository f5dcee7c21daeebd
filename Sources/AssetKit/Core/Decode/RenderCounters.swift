internal import AssetKitBase

/// Counts the work that rendering takes, so that tests can hold it against what was needed.
final class RenderCounters: Sendable {
    /// What can be counted.
    struct Snapshot: Equatable, Sendable {
        var opens = 0
        var seeks = 0
        var packetsRead = 0
        var packetsSkipped = 0
        var picturesDecoded = 0
        var picturesConverted = 0
        /// Pictures that were right as they were, and were copied all the same.
        var picturesCopied = 0
    }

    private let counts = Lock(Snapshot())

    var snapshot: Snapshot { counts.withLock { $0 } }

    /// Adds to the counts. It takes a lock, so counts are gathered elsewhere and added once for many samples.
    func add(_ change: (inout Snapshot) -> Void) { counts.withLock { change(&$0) } }
}
