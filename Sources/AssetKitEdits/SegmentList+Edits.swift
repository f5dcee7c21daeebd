package import CMTimeLib

// An edit that throws has changed nothing.

extension SegmentList {
    /// Puts all segments of another list at a time, and moves what is behind that back. A segment that contains the time is
    /// split; behind the end an empty segment fills the time between. An invalid time appends.
    ///
    /// Empty segments do not stay at the end of a list.
    package mutating func insert(_ other: SegmentList, at time: CMTime) throws(EditError) {
        let isAppended = !time.isValid
        let seconds = isAppended ? tickScale.seconds(store.total) : try Self.seconds(of: time, else: .invalidTime)
        try checkRoom(for: other.tickScale.wholeSeconds(above: other.store.total), from: seconds)
        prefer(time.timescale)
        let block = shared(other, holding: isAppended ? 1 : seconds.denominator)
        let tick = isAppended ? store.total : tickScale.ticks(seconds)
        fillGap(to: tick)
        let place = split(at: tick)
        let isAtEnd = place == store.end
        store.insert(block, at: place)
        if isAtEnd { trimEnd() }
        settle()
    }

    /// Puts segments at a time, one behind the other, wherever their targets begin.
    package mutating func insert(_ segments: [EditSegment<Source>], at time: CMTime) throws(EditError) {
        try insert(SegmentList(joining: segments), at: time)
    }

    /// Puts a segment at a time, wherever its target begins.
    package mutating func insert(_ segment: EditSegment<Source>, at time: CMTime) throws(EditError) {
        try insert(SegmentList(joining: CollectionOfOne(segment)), at: time)
    }

    /// Puts nothing on a range, and moves what was there back behind it. At the end and behind it that has no effect.
    package mutating func insertEmpty(_ range: CMTimeRange) throws(EditError) {
        let start = try Self.seconds(of: range.start, else: .invalidRange)
        let length = try Self.seconds(of: range.duration, else: .invalidRange)
        guard length > .zero, start < tickScale.seconds(store.total) else { return }
        try insert(EditSegment(empty: range), at: range.start)
    }

    /// Removes what is in a range, and moves what is behind it there. An empty segment that is left at the end goes too.
    ///
    /// The range may begin before zero, and go on for ever.
    package mutating func remove(_ range: CMTimeRange) throws(EditError) {
        guard let (start, end) = try bounds(of: range) else { return }
        prefer(range.start.timescale, range.duration.timescale)
        let (first, last) = split(from: start, to: end)
        store.replace(first, last, with: SegmentBlock())
        trimEnd()
        settle()
    }

    /// What is in a range, from zero on. An empty segment at its end stays.
    ///
    /// The range may begin before zero, and go on for ever.
    package func slice(_ range: CMTimeRange) throws(EditError) -> SegmentList {
        guard let (start, end) = try bounds(of: range) else { return SegmentList() }
        var copy = self
        copy.prefer(range.start.timescale, range.duration.timescale)
        let (first, last) = copy.split(from: start, to: end)
        copy.store = SegmentStore(copy.store.slice(first, last))
        copy.settle()
        return copy
    }
}

extension SegmentList {
    /// The segments of another list in the ticks that this one counts in from now on, which hold a denominator as well.
    private mutating func shared(_ other: SegmentList, holding denominator: Int128) -> SegmentBlock<Source> {
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
