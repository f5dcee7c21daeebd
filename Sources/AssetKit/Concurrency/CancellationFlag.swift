internal import Synchronization

/// A flag that one thread raises and others look at between two steps of their work. It never goes down again.
final class CancellationFlag: Sendable {
    private let raised = Atomic(false)

    var isCancelled: Bool { raised.load(ordering: .relaxed) }

    func cancel() { raised.store(true, ordering: .relaxed) }

    /// Throws when the flag is up.
    func check() throws(CancellationError) {
        guard !isCancelled else { throw CancellationError() }
    }
}
