internal import CMTimeLib

extension ExactSegments {
    mutating func scale(_ range: CMTimeRange, to duration: CMTime) throws(EditError) {
        let start = try Self.seconds(of: range.start, else: .invalidRange)
        let old = try Self.seconds(of: range.duration, else: .invalidRange)
        let new = try Self.seconds(of: duration, else: .invalidDuration)
        guard old > .zero, new != old, let (_, end) = try bounds(of: range) else { return }
        guard new > .zero else { return try remove(range) }
        guard let ratio = new.divided(by: old), let growth = new.subtracting(old) else { throw .tooFine }
        try checkRoom(for: max(growth.ceiling, 0))
        // What is refused late has to leave the list as it was.
        var copy = self
        copy.prefer(range.start.timescale, range.duration.timescale, duration.timescale)
        let (first, last) = copy.split(from: start, to: end)
        try copy.scale(first, last, by: ratio)
        self = copy
    }

    private mutating func scale(
        _ first: SegmentPlace,
        _ last: SegmentPlace,
        by ratio: Rational128
    ) throws(EditError) {
        if !scaleExactly(first, last, by: ratio) {
            coarsen()
            if !scaleExactly(first, last, by: ratio) { try scaleRounding(first, last, by: ratio) }
        }
        settle()
    }

    /// Scales in ticks that hold all the new times; false where there would be too many.
    private mutating func scaleExactly(_ first: SegmentPlace, _ last: SegmentPlace, by ratio: Rational128) -> Bool {
        let block = store.slice(first, last)
        let denominators = block.lengths.map { ratio.denominator / greatestCommonDivisor(ratio.denominator, $0) }
        let mostTimes = TickScale.mostTicks / tickScale.perSecond
        guard let factor = leastCommonMultiple(denominators, atMost: mostTimes) else { return false }
        let scaled = self.scaled(block, by: ratio) { $0 * factor / ratio.denominator * ratio.numerator }
        refine(by: factor)
        store.replace(first, last, with: scaled)
        return true
    }

    /// Scales and rounds every time in the list once to the nearest nanosecond, as the absolute time it is.
    private mutating func scaleRounding(
        _ first: SegmentPlace,
        _ last: SegmentPlace,
        by ratio: Rational128
    ) throws(EditError) {
        let (start, end, before) = (store.tick(of: first), store.tick(of: last), tickScale)
        store.replace(first, last, with: scaled(store.slice(first, last), by: ratio) { $0 })
        try remake { tick throws(EditError) in
            guard tick > start else { return before.nanoseconds(tick) }
            let inside = before.seconds(min(tick, end) - start).multiplied(by: ratio)
            let outside = before.seconds(start + max(tick - end, 0))
            guard let moved = inside?.adding(outside) else { throw .tooFine }
            return TickScale.nanoseconds.ticks(moved)
        }
    }

    /// The same segments with other lengths.
    private func scaled(
        _ block: SegmentBlock,
        by ratio: Rational128,
        length newLength: (Int128) -> Int128
    ) -> SegmentBlock {
        var scaled = SegmentBlock()
        for (length, var content) in zip(block.lengths, block.contents) {
            if let map = content?.map { content?.map = map.scaled(by: ratio, showing: tickScale.seconds(length)) }
            scaled.append(content, newLength(length))
        }
        return scaled
    }
}
