/// Hands elements from a thread that makes them to one that uses them, and lets the maker wait where it is too far ahead.
@usableFromInline
package final class BoundedQueue<Element: Sendable>: Sendable {
    @usableFromInline
    package enum End {
        case finished
        case failed(any Error)
        case closed
    }

    @usableFromInline
    package struct State {
        @usableFromInline package var elements = Fifo<Element>()
        @usableFromInline package var end: End?

        @inlinable
        package init(end: End? = nil) { self.end = end }
    }

    @usableFromInline package let capacity: Int
    @usableFromInline package let state = Monitor(State())

    @inlinable
    package init(capacity: Int) { self.capacity = max(1, capacity) }

    /// Adds an element, and waits for room. False when nobody wants it any more.
    @inlinable
    package func put(_ element: Element) -> Bool {
        state.wait(announces: true) { state -> Bool? in
            guard state.end == nil else { return false }
            guard state.elements.count < capacity else { return nil }
            state.elements.append(element)
            return true
        }
    }

    /// Says that no element follows: behind those that are there comes the end, or the error.
    @inlinable
    package func finish(_ error: (any Error)? = nil) { finish(error.map(End.failed) ?? .finished) }

    /// Gives everything up: who waits at either side goes on at once.
    @inlinable
    package func close() { finish(.closed) }

    @inlinable
    package func finish(_ how: End) {
        state.withLock { state in
            if case .closed = how { state = State(end: .closed) }
            state.end = state.end ?? how
        }
        state.announce()
    }

    /// The next element, waited for; nil at the end. Throws what the maker failed with, and that it was cancelled when the
    /// queue has been closed.
    @inlinable
    package func take() throws -> Element? {
        try state.wait(announces: true) { state -> Element?? in
            if let element = state.elements.popFirst() { return .some(element) }
            switch state.end {
            case .failed(let error): throw error
            case .closed: throw CancellationError()
            case .finished: return .some(nil)
            case nil: return .none
            }
        }
    }
}
