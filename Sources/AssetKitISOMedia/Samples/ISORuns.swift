internal import AssetKitBase

/// A long list of values in which neighbours are often alike: each run of equal values is kept once, in two or three bytes
/// where there are few different values.
package struct ISORuns<Value: Hashable & Sendable>: Sendable {
    /// The index that each run starts with; rising, the first is 0.
    private var starts = IntegerColumn()
    /// The values of the runs, by their places among the different ones.
    private var places = IntegerColumn()
    private var different: [Value] = []
    /// The values of the runs, once there are more different ones than are looked through.
    private var plain: [Value] = []
    private var last: Value?
    package private(set) var count = 0

    private static var differentCount: Int { 64 }

    package init() {}

    package var runCount: Int { starts.count }
    /// Roughly the memory of one run, at most.
    static var runBytes: Int { MemoryLayout<UInt32>.size + MemoryLayout<Value>.stride }

    /// Adds `count` times the same value. The caller sees to it that no list is longer than 2³² - 1.
    package mutating func append(_ value: Value, count: Int) {
        guard count > 0 else { return }
        if last != value {
            starts.append(Int64(self.count))
            store(value)
            last = value
        }
        self.count += count
    }

    private mutating func store(_ value: Value) {
        guard plain.isEmpty else { return plain.append(value) }
        if let place = different.firstIndex(of: value) { return places.append(Int64(place)) }
        if different.count < Self.differentCount {
            places.append(Int64(different.count))
            different.append(value)
            return
        }
        plain = (0..<places.count).map { different[Int(places[$0])] } + [value]
        (places, different) = (IntegerColumn(), [])
    }

    /// The run that holds `index`; nil beyond the end.
    package func run(of index: Int) -> Int? {
        guard index >= 0, index < count else { return nil }
        return ISOSearch.last(in: 0..<runCount) { start(of: $0) <= index }
    }

    /// The index that a run starts with.
    package func start(of run: Int) -> Int { Int(starts[run]) }

    package func range(of run: Int) -> Range<Int> {
        start(of: run)..<(run + 1 < runCount ? start(of: run + 1) : count)
    }

    package func value(ofRun run: Int) -> Value { plain.isEmpty ? different[Int(places[run])] : plain[run] }

    /// All values are this one, and there are some.
    package func hasOnly(_ value: Value) -> Bool { runCount == 1 && last == value }

    package subscript(index: Int) -> Value? { run(of: index).map { value(ofRun: $0) } }

    /// The value at `index`, for who walks along.
    package func value(at index: Int, from cursor: inout ISORunCursor) -> Value? {
        guard index >= 0, index < count else { return nil }
        return value(ofRun: cursor.run(of: index, count: runCount) { start(of: $0) })
    }
}

extension ISORuns where Value: Comparable {
    /// The smallest of all values; nil where there are none.
    package var smallest: Value? { plain.isEmpty ? different.min() : plain.min() }
}
