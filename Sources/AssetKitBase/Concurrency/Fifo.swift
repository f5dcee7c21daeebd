/// First in, first out; both ends are cheap.
@usableFromInline
package struct Fifo<Element> {
    @usableFromInline package var storage: [Element?] = []
    @usableFromInline package var start = 0

    @inlinable
    package init() {}

    @inlinable package var count: Int { storage.count - start }
    @inlinable package var first: Element? { count > 0 ? storage[start] : nil }

    /// Something of the first element, which need not be copied for that.
    @inlinable
    package func first<Value>(_ value: (Element) -> Value) -> Value? { count > 0 ? storage[start].map(value) : nil }

    @inlinable
    package mutating func append(_ element: Element) {
        storage.append(element)
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = storage[start]
        storage[start] = nil
        start += 1
        // Moving the rest down each time half of the places are free costs one step per element in the long run.
        if start * 2 > storage.count {
            storage.removeFirst(start)
            start = 0
        }
        return element
    }

    /// Looks at all elements, the first one first.
    @inlinable
    package func forEach(_ body: (Element) throws -> Void) rethrows {
        for element in storage[start...] {
            if let element { try body(element) }
        }
    }
}
