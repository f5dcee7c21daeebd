internal import CMTimeLib

// What `SegmentList` says of its edits. One that throws has changed nothing.

extension ExactSegments {
    mutating func insert(_ other: ExactSegments, at time: CMTime) throws(EditError) {
        let isAppended = !time.isValid
        let seconds = isAppended ? total : try Self.seconds(of: time, else: .invalidTime)
        try checkRoom(for: other.tickScale.wholeSeconds(above: other.store.total), from: seconds)
        let before = tickScale
        prefer(time.timescale)
        let block = shared(other, holding: isAppended ? 1 : seconds.denominator)
        let tick = isAppended ? store.total : tickScale.ticks(seconds)
        fillGap(to: tick)
        let place = split(at: tick)
        let isAtEnd = place == store.end
        store.insert(block, at: place)
        if isAtEnd { trimEnd() }
        // Only in other ticks than before can anything be gained, and to look for it takes a look at every segment.
        if tickScale != before || store.count == 0 { settle() }
    }

    mutating func insertEmpty(_ range: CMTimeRange) throws(EditError) {
        let start = try Self.seconds(of: range.start, else: .invalidRange)
        let length = try Self.seconds(of: range.duration, else: .invalidRange)
        guard length > .zero, start < total else { return }
        var other = ExactSegments()
        try other.append(nil, length, at: range.duration.timescale)
        try insert(other, at: range.start)
    }

    mutating func remove(_ range: CMTimeRange) throws(EditError) {
        guard let (start, end) = try bounds(of: range) else { return }
        prefer(range.start.timescale, range.duration.timescale)
        let (first, last) = split(from: start, to: end)
        store.replace(first, last, with: SegmentBlock())
        trimEnd()
        settle()
    }

    func slice(_ range: CMTimeRange) throws(EditError) -> ExactSegments {
        guard let (start, end) = try bounds(of: range) else { return ExactSegments() }
        var copy = self
        copy.prefer(range.start.timescale, range.duration.timescale)
        let (first, last) = copy.split(from: start, to: end)
        copy.store = SegmentStore(copy.store.slice(first, last))
        copy.settle()
        return copy
    }
}

extension ExactSegments {
    /// The segments of another list in the ticks that this one counts in from now on, which hold a denominator as well.
    private mutating func shared(_ other: ExactSegments, holding denominator: Int128) -> SegmentBlock {
        var other = other
        if !hold([denominator, other.tickScale.perSecond]) {
            other.roundToNanoseconds()
            hold([denominator, other.tickScale.perSecond])
        }
        other.refine(toHold: [tickScale.perSecond])
        return other.store.slice(other.store.start, other.store.end)
    }

    private mutating func fillGap(to tick: Int128) {
        guard tick > store.total, tickScale.shown(tick) != tickScale.shown(store.total) else { return }
        store.append(nil, tick - store.total)
    }

    private mutating func trimEnd() {
        while store.endsEmpty { store.removeLast() }
    }
}
