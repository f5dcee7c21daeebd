internal import CMTimeLib

// From the times of an edit to places between segments.

extension ExactSegments {
    /// The seconds of a time that an edit can happen at.
    static func seconds(of time: CMTime, else error: EditError) throws(EditError) -> Rational128 {
        guard let seconds = time.editSeconds, !seconds.isNegative else { throw error }
        guard seconds.ceiling < TickScale.limit else { throw .tooLong }
        return seconds
    }

    /// What lies in the list of a range, which may go on for ever, and begin before zero; nil where nothing does.
    func bounds(of range: CMTimeRange) throws(EditError) -> (start: Rational128, end: Rational128)? {
        guard let start = range.start.editSeconds else { throw .invalidRange }
        let total = total
        guard !range.duration.isPositiveInfinity else { return start < total ? (max(start, .zero), total) : nil }
        guard let duration = range.duration.editSeconds, !duration.isNegative else { throw .invalidRange }
        guard let end = start.adding(duration), start < total, .zero < end, start < end else { return nil }
        return (max(start, .zero), min(end, total))
    }

    /// Throws unless the list has room for so many seconds more, or from there on.
    func checkRoom(for length: Int128, from start: Rational128 = .zero) throws(EditError) {
        let end = max(tickScale.wholeSeconds(above: store.total), start.ceiling)
        guard end + length < TickScale.limit else { throw .tooLong }
    }

    /// The place that begins at a tick, where a segment is split unless one ends there already.
    mutating func split(at tick: Int128) -> SegmentPlace {
        let (place, start) = store.find(tick)
        guard place != store.end, tickScale.shown(tick) != tickScale.shown(start) else { return place }
        let length = store.length(at: place)
        guard tickScale.shown(tick) != tickScale.shown(start + length) else { return store.place(after: place) }
        let head = tick - start
        var rest = store.content(at: place)
        if let map = rest?.map {
            rest?.map = map.dropping(tickScale.seconds(head), leaving: tickScale.seconds(length - head))
        }
        store.split(place, after: head, rest: rest)
        return store.place(after: place)
    }

    /// The places that begin at two times, the later one last.
    mutating func split(from start: Rational128, to end: Rational128) -> (first: SegmentPlace, last: SegmentPlace) {
        hold([start.denominator, end.denominator])
        let first = split(at: tickScale.ticks(start))
        return (first, split(at: tickScale.ticks(end)))
    }
}
