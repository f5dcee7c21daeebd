/// Some neighbours of a list: how many ticks each shows, and what it shows.
struct SegmentBlock: Sendable {
    /// Beyond twice as many, a block is divided.
    static var usualCount: Int { 64 }

    private(set) var lengths: [Int128] = []
    private(set) var contents: [EditContent?] = []
    private(set) var total: Int128 = 0

    var count: Int { lengths.count }
}

extension SegmentBlock {
    mutating func insert(_ content: EditContent?, _ length: Int128, at index: Int) {
        lengths.insert(length, at: index)
        contents.insert(content, at: index)
        total += length
    }

    mutating func insert(_ other: SegmentBlock, at index: Int) {
        lengths.insert(contentsOf: other.lengths, at: index)
        contents.insert(contentsOf: other.contents, at: index)
        total += other.total
    }

    mutating func append(_ content: EditContent?, _ length: Int128) {
        insert(content, length, at: count)
    }

    /// Makes one segment shorter.
    mutating func shorten(_ index: Int, to length: Int128) {
        total -= lengths[index] - length
        lengths[index] = length
    }

    /// Counts in finer ticks, or in coarser ones that hold all lengths.
    mutating func convert(times factor: Int128, over divisor: Int128) {
        for index in lengths.indices { lengths[index] = lengths[index] / divisor * factor }
        total = total / divisor * factor
    }

    func slice(_ range: Range<Int>) -> SegmentBlock {
        var block = SegmentBlock()
        block.lengths = Array(lengths[range])
        block.contents = Array(contents[range])
        block.total = block.lengths.reduce(0, +)
        return block
    }

    /// The same segments in blocks of the usual size, which are as good as equal.
    func divided() -> [SegmentBlock] {
        guard count > 2 * Self.usualCount else { return count == 0 ? [] : [self] }
        let parts = (count + Self.usualCount - 1) / Self.usualCount
        return (0..<parts).map { slice(count * $0 / parts..<count * ($0 + 1) / parts) }
    }
}
