internal import Foundation

/// Hands elements from a thread that makes them to one that uses them, and lets the maker wait where it is too far ahead.
///
/// SAFETY: everything that changes is behind the condition's lock.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    private enum End {
        case finished
        case failed(any Error)
        case closed
    }

    private let condition = NSCondition()
    private let capacity: Int
    private var elements: [Element] = []
    private var first = 0
    private var end: End?

    init(capacity: Int) { self.capacity = max(1, capacity) }

    /// Adds an element, and waits for room. False when nobody wants it any more.
    func put(_ element: Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while end == nil, elements.count - first >= capacity { condition.wait() }
        guard end == nil else { return false }
        elements.append(element)
        condition.broadcast()
        return true
    }

    /// Says that no element follows: behind those that are there comes the end, or the error.
    func finish(_ error: (any Error)? = nil) { finish(error.map(End.failed) ?? .finished) }

    /// Gives everything up: who waits at either side goes on at once.
    func close() { finish(.closed) }

    private func finish(_ how: End) {
        condition.lock()
        defer { condition.unlock() }
        if case .closed = how { (elements, first, end) = ([], 0, .closed) }
        end = end ?? how
        condition.broadcast()
    }

    /// The next element, waited for; nil at the end. Throws what the maker failed with, and that it was cancelled when the
    /// queue has been closed.
    func take() throws -> Element? {
        condition.lock()
        defer { condition.unlock() }
        while end == nil, first == elements.count { condition.wait() }
        if first < elements.count { return takeFirst() }
        switch end {
        case .failed(let error): throw error
        case .closed: throw CancellationError()
        case .finished, nil: return nil
        }
    }

    private func takeFirst() -> Element {
        let element = elements[first]
        first += 1
        // A used element must not be kept: it may hold a picture. Moving the rest is cheap as long as few wait; a queue
        // without a bound pays for each that waits.
        elements.removeFirst(first)
        first = 0
        condition.broadcast()
        return element
    }
}
