internal import Dispatch
internal import Synchronization

/// Lets so many in at a time; who comes later waits until somebody leaves. Blocks threads, so it is not for Swift's pool.
package final class Room: Sendable {
    // Made empty and then filled: a semaphore must not have less than at first when it goes, and people may still be in.
    private let places = DispatchSemaphore(value: 0)
    private let isOpen = Atomic(false)

    package init(_ count: Int) { (0..<count).forEach { _ in places.signal() } }

    package func enter() {
        places.wait()
        // Who is let in by an open door leaves it open for the next one.
        if isOpen.load(ordering: .acquiring) { places.signal() }
    }

    package func leave() { places.signal() }

    /// From now on nobody waits.
    package func open() {
        isOpen.store(true, ordering: .releasing)
        places.signal()
    }
}
