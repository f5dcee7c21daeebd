/// The segments of a list in blocks, so that an edit touches few of them, whatever their number.
///
/// No segment knows where it begins: that is the sum of the lengths before it. So nothing has to be moved behind an edit.
struct SegmentStore: Sendable {
    private(set) var blocks: [SegmentBlock] = []
    /// How many ticks all segments show.
    private(set) var total: Int128 = 0
    private(set) var count = 0

    init() {}

    init(_ block: SegmentBlock) {
        blocks = block.divided()
        (total, count) = (block.total, block.count)
    }

    var start: SegmentPlace { SegmentPlace(block: 0, index: 0) }

    var end: SegmentPlace { SegmentPlace(block: blocks.count, index: 0) }

    func length(at place: SegmentPlace) -> Int128 { blocks[place.block].lengths[place.index] }

    func content(at place: SegmentPlace) -> EditContent? { blocks[place.block].contents[place.index] }

    func place(after place: SegmentPlace) -> SegmentPlace {
        place.index + 1 < blocks[place.block].count
            ? SegmentPlace(block: place.block, index: place.index + 1)
            : SegmentPlace(block: place.block + 1, index: 0)
    }

    /// The segment that contains a tick, and where it begins; the end for what is behind all segments.
    func find(_ tick: Int128) -> (place: SegmentPlace, start: Int128) {
        guard tick < total else { return (end, total) }
        var start: Int128 = 0
        var place = self.start
        while start + blocks[place.block].total <= tick {
            start += blocks[place.block].total
            place.block += 1
        }
        let lengths = blocks[place.block].lengths
        while start + lengths[place.index] <= tick {
            start += lengths[place.index]
            place.index += 1
        }
        return (place, start)
    }

    /// The greatest number that divides all lengths and another number.
    func commonDivisor(with number: Int128) -> Int128 {
        var divisor = number
        for block in blocks {
            for length in block.lengths {
                guard divisor != 1 else { return 1 }
                divisor = greatestCommonDivisor(length, divisor)
            }
        }
        return divisor
    }

    /// The last segment shows nothing.
    var endsEmpty: Bool {
        guard let last = blocks.last?.contents.last else { return false }
        return last == nil
    }

    /// The tick that a place begins at.
    func tick(of place: SegmentPlace) -> Int128 {
        let before = blocks[..<place.block].reduce(0) { $0 + $1.total }
        guard place.block < blocks.count else { return before }
        return before + blocks[place.block].lengths[..<place.index].reduce(0, +)
    }

    /// The segments from one place up to another.
    func slice(_ first: SegmentPlace, _ last: SegmentPlace) -> SegmentBlock {
        var block = SegmentBlock()
        for number in first.block..<min(last.block + 1, blocks.count) {
            let from = number == first.block ? first.index : 0
            let to = number == last.block ? last.index : blocks[number].count
            block.insert(blocks[number].slice(from..<to), at: block.count)
        }
        return block
    }
}

extension SegmentStore {
    /// Makes two segments of one; both places stay what they were up to this one.
    mutating func split(_ place: SegmentPlace, after length: Int128, rest: EditContent?) {
        let all = self.length(at: place)
        blocks[place.block].shorten(place.index, to: length)
        blocks[place.block].insert(rest, all - length, at: place.index + 1)
        count += 1
    }

    mutating func append(_ content: EditContent?, _ length: Int128) {
        var block = SegmentBlock()
        block.append(content, length)
        insert(block, at: end)
    }

    mutating func insert(_ block: SegmentBlock, at place: SegmentPlace) {
        total += block.total
        count += block.count
        // What fits in front of a block fits behind the one before it too, and at the end there is no other.
        let number = place.index == 0 ? max(place.block - 1, 0) : place.block
        guard number < blocks.count else {
            blocks = block.divided()
            return
        }
        let index = number == place.block ? place.index : blocks[number].count
        blocks[number].insert(block, at: index)
        divide(number)
    }

    /// Puts other segments in the place of some.
    mutating func replace(_ first: SegmentPlace, _ last: SegmentPlace, with block: SegmentBlock) {
        guard first.block < blocks.count else { return }
        let (before, after) = (slice(SegmentPlace(block: first.block, index: 0), first), tail(from: last))
        var joined = before
        joined.insert(block, at: joined.count)
        joined.insert(after, at: joined.count)
        let range = first.block..<min(last.block + 1, blocks.count)
        for number in range {
            total -= blocks[number].total
            count -= blocks[number].count
        }
        total += joined.total
        count += joined.count
        blocks.replaceSubrange(range, with: joined.divided())
        joinSmall(first.block)
    }

    mutating func removeLast() {
        guard let last = blocks.last, last.count > 0 else { return }
        let place = SegmentPlace(block: blocks.count - 1, index: last.count - 1)
        replace(place, end, with: SegmentBlock())
    }

    /// Counts in other ticks, that hold all lengths.
    mutating func convert(times factor: Int128, over divisor: Int128 = 1) {
        for number in blocks.indices { blocks[number].convert(times: factor, over: divisor) }
        total = total / divisor * factor
    }

    /// The rest of the block that a place is in.
    private func tail(from place: SegmentPlace) -> SegmentBlock {
        guard place.block < blocks.count else { return SegmentBlock() }
        return blocks[place.block].slice(place.index..<blocks[place.block].count)
    }

    private mutating func divide(_ number: Int) {
        guard blocks[number].count > 2 * SegmentBlock.usualCount else { return }
        blocks.replaceSubrange(number...number, with: blocks[number].divided())
    }

    /// Joins a block with the next one where few segments are left in it, so that many removals leave few blocks.
    private mutating func joinSmall(_ number: Int) {
        guard number + 1 < blocks.count, blocks[number].count < SegmentBlock.usualCount / 2 else { return }
        let next = blocks.remove(at: number + 1)
        blocks[number].insert(next, at: blocks[number].count)
        divide(number)
    }
}
