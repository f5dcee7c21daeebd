internal import CMTimeLib

/// The segments of a list and their exact times, without the type of their sources.
struct ExactSegments: Sendable {
    var store = SegmentStore()
    var tickScale = TickScale.seconds

    var total: Rational128 { tickScale.seconds(store.total) }

    /// Appends a segment that shows for a length of time, which is above zero, and counted so by its client.
    mutating func append(
        _ content: EditContent?,
        _ length: Rational128,
        at timescale: CMTimeScale
    ) throws(EditError) {
        try checkRoom(for: length.ceiling)
        prefer(timescale)
        // A length that is finer than any time comes from another list, and is nearly always of this one's kind.
        hold([length.denominator])
        let ticks = tickScale.ticks(length)
        if ticks > 0 { store.append(content, ticks) }
    }

    /// The segment that contains a time, else the nearest one, and where it begins.
    func find(_ time: CMTime) -> (place: SegmentPlace, start: Int128)? {
        guard store.count > 0, let seconds = time.editSeconds else { return nil }
        let isBehind = seconds >= Rational128(Int64(TickScale.limit))
        let tick = isBehind ? store.total : tickScale.lastTick(notAfter: max(seconds, .zero))
        return store.find(min(tick, store.total - 1))
    }
}
