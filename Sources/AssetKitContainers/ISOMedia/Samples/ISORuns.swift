/// A long list of values in which neighbours are often alike: each run of equal values is kept once.
package struct ISORuns<Value: Hashable & Sendable>: Sendable {
    /// The index that each run starts with; rising, the first is 0.
    package private(set) var starts: [UInt32] = []
    package private(set) var values: [Value] = []
    package private(set) var count = 0

    package var runCount: Int { starts.count }
    /// Roughly the memory of one run.
    static var runBytes: Int { MemoryLayout<UInt32>.size + MemoryLayout<Value>.stride }

    /// Adds `count` times the same value. The caller sees to it that no list is longer than 2³² - 1.
    package mutating func append(_ value: Value, count: Int) {
        guard count > 0 else { return }
        if values.last != value {
            starts.append(UInt32(truncatingIfNeeded: self.count))
            values.append(value)
        }
        self.count += count
    }

    /// The run that holds `index`; nil beyond the end.
    package func run(of index: Int) -> Int? {
        guard index >= 0, index < count else { return nil }
        return ISOSearch.last(in: 0..<starts.count) { Int(starts[$0]) <= index }
    }

    package func range(of run: Int) -> Range<Int> {
        Int(starts[run])..<(run + 1 < starts.count ? Int(starts[run + 1]) : count)
    }

    package subscript(index: Int) -> Value? { run(of: index).map { values[$0] } }

    /// The value at `index`, for who walks along.
    package func value(at index: Int, from cursor: inout ISORunCursor) -> Value? {
        guard index >= 0, index < count else { return nil }
        return values[cursor.run(of: index, count: starts.count) { starts[$0] }]
    }
}
