/// Brings results that come in any order into the order in which they were asked for. Pure.
struct OrderedResults<Value> {
    private var waiting: [Int: Value] = [:]
    private(set) var next = 0
    private(set) var isCancelled = false
    let count: Int

    init(count: Int) { self.count = count }

    var isComplete: Bool { next == count }

    /// Takes a result, and gives those whose turn it is now.
    mutating func add(_ value: Value, at number: Int) -> [(number: Int, value: Value)] {
        guard !isCancelled, number >= next, waiting[number] == nil else { return [] }
        waiting[number] = value
        var ready: [(Int, Value)] = []
        while let value = waiting.removeValue(forKey: next) {
            ready.append((next, value))
            next += 1
        }
        return ready
    }

    /// Takes no more results, and gives the numbers of those that have not been handed out.
    mutating func cancel() -> Range<Int> {
        guard !isCancelled else { return count..<count }
        isCancelled = true
        waiting = [:]
        defer { next = count }
        return next..<count
    }
}
