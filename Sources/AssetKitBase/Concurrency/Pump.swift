/// Makes elements on a thread of its own, some ahead of who uses them. It stops when nobody holds it any more.
@usableFromInline
package final class Pump<Element: Sendable>: Sendable {
    @usableFromInline package let queue: BoundedQueue<Element>

    /// Starts the thread. `make` gives the next element, nil at the end; it and all that it holds stay on that thread.
    @inlinable
    package init(name: String, ahead: Int, make: sending @escaping () throws -> Element?) {
        let queue = BoundedQueue<Element>(capacity: ahead)
        self.queue = queue
        let work = Handover(make)
        WorkerThread.start(name) {
            let make = work.take()
            do {
                while let element = try make?() {
                    guard queue.put(element) else { return }
                }
                queue.finish()
            } catch {
                queue.finish(error)
            }
        }
    }

    @inlinable deinit { queue.close() }

    /// The next element, waited for; nil at the end.
    @inlinable
    package func next() throws -> Element? { try queue.take() }

    /// Gives up: whoever waits hears of a cancellation, and the thread ends at its next step.
    @inlinable
    package func stop() { queue.close() }
}
