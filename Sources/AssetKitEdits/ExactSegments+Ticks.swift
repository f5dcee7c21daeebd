internal import CMTimeLib

// How a list comes to count in ticks that hold all its times.

extension ExactSegments {
    /// Counts in a common timescale of a client's times, where there is one: then the list shows them as they were given.
    mutating func prefer(_ timescales: CMTimeScale...) {
        if timescales.allSatisfy({ $0 <= 0 || tickScale.perSecond % Int128($0) == 0 }) { return }
        let usable = timescales.filter { $0 > 0 }.map { Int128($0) }
        guard let factor = tickScale.factor(holding: usable), tickScale.perSecond * factor <= Int128(CMTimeScale.max)
        else { return }
        refine(by: factor)
    }

    /// Sees to it that the ticks hold some denominators too. Where they cannot, it is false, and the ticks are nanoseconds.
    @discardableResult
    mutating func hold(_ denominators: [Int128]) -> Bool {
        if denominators.allSatisfy({ tickScale.perSecond % $0 == 0 }) { return true }
        if refine(toHold: denominators) { return true }
        coarsen()
        if refine(toHold: denominators) { return true }
        roundToNanoseconds()
        return refine(toHold: denominators)
    }

    @discardableResult
    mutating func refine(toHold denominators: [Int128]) -> Bool {
        guard let factor = tickScale.factor(holding: denominators) else { return false }
        refine(by: factor)
        return true
    }

    mutating func refine(by factor: Int128) {
        guard factor != 1 else { return }
        store.convert(times: factor)
        tickScale.perSecond *= factor
    }

    /// Counts in the largest ticks that hold all times.
    mutating func coarsen() {
        let divisor = store.commonDivisor(with: tickScale.perSecond)
        guard divisor != 1 else { return }
        store.convert(times: 1, over: divisor)
        tickScale.perSecond /= divisor
    }

    /// Shows as few rounded times as it can, after an edit.
    mutating func settle() {
        if store.count == 0 { tickScale = .seconds }
        if !tickScale.isTimescale { coarsen() }
    }

    /// Rounds every time once to the nearest nanosecond.
    mutating func roundToNanoseconds() {
        let before = tickScale
        remake { before.nanoseconds($0) }
    }

    /// Moves the ends of all segments to other times, in nanoseconds.
    mutating func remake<Failure: Error>(_ nanoseconds: (Int128) throws(Failure) -> Int128) throws(Failure) {
        let all = store.slice(store.start, store.end)
        var made = SegmentBlock()
        var end: Int128 = 0
        for (length, content) in zip(all.lengths, all.contents) {
            end += length
            let rounded = try nanoseconds(end) - made.total
            // What shows for less than half a nanosecond may be gone.
            if rounded > 0 { made.append(content, rounded) }
        }
        store = SegmentStore(made)
        tickScale = .nanoseconds
    }
}
