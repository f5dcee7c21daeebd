/// Which samples decoding can start with, as ranges.
package struct ISOSyncSamples: Sendable {
    private var starts: [UInt32] = []
    private var ends: [UInt32] = []
    package private(set) var count = 0

    static let rangeBytes = 8

    /// Adds samples behind the last range. Samples that come before its end are passed over.
    package mutating func append(_ range: Range<Int>) {
        let lower = max(range.lowerBound, ends.last.map(Int.init) ?? 0)
        guard lower < range.upperBound else { return }
        if let last = ends.last, Int(last) == lower {
            ends[ends.count - 1] = UInt32(truncatingIfNeeded: range.upperBound)
        } else {
            starts.append(UInt32(truncatingIfNeeded: lower))
            ends.append(UInt32(truncatingIfNeeded: range.upperBound))
        }
        count += range.upperBound - lower
    }

    /// How many of the samples before `end` are sync samples.
    package func count(before end: Int) -> Int {
        guard let last = ends.last, Int(last) > end else { return count }
        return zip(starts, ends).reduce(0) { $0 + max(0, min(Int($1.1), end) - Int($1.0)) }
    }

    package func contains(_ index: Int) -> Bool { last(atOrBefore: index) == index }

    /// The same for who walks along.
    package func contains(_ index: Int, from cursor: inout ISORunCursor) -> Bool {
        guard let first = starts.first, Int(first) <= index else { return false }
        return index < Int(ends[cursor.run(of: index, count: starts.count) { Int(starts[$0]) }])
    }

    /// The last sync sample up to `index`; nil when there is none.
    package func last(atOrBefore index: Int) -> Int? {
        guard let range = ISOSearch.last(in: 0..<starts.count, where: { Int(starts[$0]) <= index }) else { return nil }
        return min(index, Int(ends[range]) - 1)
    }

    /// The first sync sample from `index` on; nil when there is none.
    package func first(atOrAfter index: Int) -> Int? {
        if contains(index) { return index }
        let range = ISOSearch.last(in: 0..<starts.count, where: { Int(starts[$0]) <= index }).map { $0 + 1 } ?? 0
        return range < starts.count ? Int(starts[range]) : nil
    }
}
