internal import Synchronization

/// A flag that one thread raises and others look at between two steps of their work. It never goes down again.
package final class CancellationFlag: Sendable {
    private let raised = Atomic(false)

    package init() {}

    package var isCancelled: Bool { raised.load(ordering: .relaxed) }

    package func cancel() { raised.store(true, ordering: .relaxed) }

    /// Throws when the flag is up.
    package func check() throws(CancellationError) {
        guard !isCancelled else { throw CancellationError() }
    }
}
