internal import Synchronization

/// A flag that one thread raises and others look at between two steps of their work. It never goes down again.
package final class CancellationFlag: Sendable {
    private struct Listeners: Sendable {
        var bodies: [Int: @Sendable () -> Void] = [:]
        var lastNumber = 0
    }

    private let raised = Atomic(false)
    private let hurried = Atomic(false)
    private let listeners = Lock(Listeners())

    package init() {}

    package var isCancelled: Bool { raised.load(ordering: .relaxed) }

    package func cancel() {
        raised.store(true, ordering: .relaxed)
        let bodies = listeners.withLock { listeners in
            defer { listeners.bodies = [:] }
            return listeners.bodies
        }
        for (_, body) in bodies.sorted(by: { $0.key < $1.key }) { body() }
    }

    /// Throws when the flag is up.
    package func check() throws(CancellationError) {
        guard !isCancelled else { throw CancellationError() }
    }

    /// Who would wait for a network gives up instead: what it is about to read is not wanted any more, and what comes next is. What
    /// is at hand is still given. It goes down again.
    package var isHurried: Bool {
        get { hurried.load(ordering: .relaxed) }
        set { hurried.store(newValue, ordering: .relaxed) }
    }

    /// Throws when nobody is to wait for a network any more.
    package func checkWaiting() throws(CancellationError) {
        guard !isCancelled, !isHurried else { throw CancellationError() }
    }

    /// Calls `body` once, on the thread that raises the flag, or now where it is up: for what waits for others, and cannot
    /// look. It is not called when nobody holds the answer any more.
    package func onCancel(_ body: @escaping @Sendable () -> Void) -> CancellationWatch {
        let number = listeners.withLock { listeners in
            listeners.lastNumber += 1
            listeners.bodies[listeners.lastNumber] = body
            return listeners.lastNumber
        }
        // Whoever raised it meanwhile has called it, or has not seen it.
        if isCancelled { take(number)?() }
        return CancellationWatch { [weak self] in _ = self?.take(number) }
    }

    private func take(_ number: Int) -> (@Sendable () -> Void)? {
        listeners.withLock { $0.bodies.removeValue(forKey: number) }
    }
}
