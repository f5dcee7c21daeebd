internal import AssetKitBase

/// Counts the work that rendering takes, so that tests can hold it against what was needed.
package final class RenderCounters: Sendable {
    /// What can be counted.
    package struct Snapshot: Equatable, Sendable {
        var opens = 0
        var seeks = 0
        var packetsRead = 0
        var packetsSkipped = 0
        var picturesDecoded = 0
        package var picturesConverted = 0
        /// Pictures that were right as they were, and were copied all the same.
        package var picturesCopied = 0
    }

    private let counts = Lock(Snapshot())

    package init() {
    }

    package var snapshot: Snapshot { counts.withLock { $0 } }

    /// Adds to the counts. It takes a lock, so counts are gathered elsewhere and added once for many samples.
    package func add(_ change: (inout Snapshot) -> Void) { counts.withLock { change(&$0) } }
}
