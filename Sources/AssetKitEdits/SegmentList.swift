package import CMTimeLib

/// The segments of one track, in order, without gaps, from zero on: a plain value whose copies cost nothing.
///
/// All times are kept exactly, whatever is edited, and are rounded once where a client sees them: a list whose times have
/// no common timescale shows all of them to the nearest nanosecond (from the middle up). It still knows them exactly, and
/// takes a time that rounds to the same nanosecond as the end of a segment for that end.
///
/// Only beyond 2^63 ticks in a second, times themselves are rounded to nanoseconds: each once, as the absolute time it is.
package struct SegmentList<Source: Sendable & Hashable>: Sendable {
    var store = SegmentStore<Source>()
    var tickScale = TickScale.seconds

    /// An empty list.
    package init() {}

    /// Segments one behind the other, each as long as its target, wherever that begins.
    package init(joining segments: some Sequence<EditSegment<Source>>) throws(EditError) {
        for segment in segments {
            try segment.validate()
            try append(segment)
        }
        settle()
    }

    /// Appends a segment that has been validated.
    private mutating func append(_ segment: EditSegment<Source>) throws(EditError) {
        guard let length = segment.length else { throw .invalidDuration }
        guard tickScale.wholeSeconds(above: store.total) + length.ceiling < TickScale.limit else { throw .tooLong }
        prefer(segment.target.duration.timescale)
        hold([length.denominator])
        let ticks = tickScale.ticks(length)
        if ticks > 0 { store.append(segment.content, ticks) }
    }
}

extension SegmentList {
    /// Where the last segment ends.
    package var duration: CMTime { tickScale.time(store.total) }

    /// How many segments there are.
    package var count: Int { store.count }

    /// There are none.
    package var isEmpty: Bool { store.count == 0 }

    /// All of them, in order.
    package var segments: [EditSegment<Source>] { Array(self) }

    /// The segment that contains a time, else the nearest one. nil where there is none, and for a time that is no number.
    package func segment(at time: CMTime) -> EditSegment<Source>? {
        guard !isEmpty, let seconds = time.editSeconds else { return nil }
        let isBehind = seconds >= Rational128(Int64(TickScale.limit))
        let tick = isBehind ? store.total : tickScale.lastTick(notAfter: Swift.max(seconds, .zero))
        let (place, start) = store.find(Swift.min(tick, store.total - 1))
        return segment(at: place, from: start)
    }

    func segment(at place: SegmentPlace, from start: Int128) -> EditSegment<Source> {
        EditSegment(store.content(at: place), from: start, to: start + store.length(at: place), of: tickScale)
    }
}

extension SegmentList: Sequence {
    /// Goes through the segments as they were when it was made.
    package struct Iterator: IteratorProtocol {
        let list: SegmentList
        var place: SegmentPlace
        var start: Int128 = 0

        init(_ list: SegmentList) {
            self.list = list
            place = list.store.start
        }

        package mutating func next() -> EditSegment<Source>? {
            guard place != list.store.end else { return nil }
            let segment = list.segment(at: place, from: start)
            start += list.store.length(at: place)
            place = list.store.place(after: place)
            return segment
        }
    }

    package func makeIterator() -> Iterator { Iterator(self) }

    package var underestimatedCount: Int { count }
}
