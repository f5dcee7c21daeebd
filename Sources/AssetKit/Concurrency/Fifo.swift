/// First in, first out; both ends are cheap.
struct Fifo<Element> {
    private var storage: [Element?] = []
    private var start = 0

    var count: Int { storage.count - start }
    var first: Element? { count > 0 ? storage[start] : nil }

    mutating func append(_ element: Element) {
        storage.append(element)
    }

    mutating func popFirst() -> Element? {
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
}
