/// Shut at first, and opened once: who waits goes on then, and who comes later does not wait. For threads that wait for something to
/// have happened; where they wait for a value to be as they need it, a ``Monitor``, and for one of several places, a ``Room``.
/// Blocks threads, so it is not for Swift's pool.
package final class Gate: Sendable {
    private let isOpen = Monitor(false)

    package init() {}

    /// Lets everybody through, from now on. Opening it again does nothing.
    package func open() {
        isOpen.withLock { $0 = true }
        isOpen.announce()
    }

    package func wait() { isOpen.wait { $0 ? () : nil } }
}
