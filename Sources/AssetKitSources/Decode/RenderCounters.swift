internal import AssetKitBase

/// Counts the work that rendering takes, so that tests can hold it against what was needed.
package final class RenderCounters: Sendable {
    /// What can be counted.
    package struct Snapshot: Equatable, Sendable {
        package var opens = 0
        /// Decoders of pictures that were opened.
        package var pictureDecoders = 0
        package var seeks = 0
        var packetsRead = 0
        package var packetsSkipped = 0
        package var picturesDecoded = 0
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
