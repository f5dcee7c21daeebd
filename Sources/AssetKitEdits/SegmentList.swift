package import CMTimeLib

/// The segments of one track, in order, without gaps, from zero on: a plain value whose copies cost nothing.
///
/// All times are kept exactly, whatever is edited, and are rounded once where a client sees them: a list whose times have
/// no common timescale shows all of them to the nearest nanosecond (from the middle up). It still knows them exactly, and
/// takes a time that rounds to the same nanosecond as the end of a segment for that end.
///
/// Only beyond 2^63 ticks in a second, times themselves are rounded to nanoseconds: each once, as the absolute time it is.
package struct SegmentList<Source: Sendable & Hashable>: Sendable {
    var exact = ExactSegments()

    /// An empty list.
    package init() {}

    /// Segments one behind the other, each as long as its target, wherever that begins.
    package init(joining segments: some Sequence<EditSegment<Source>>) throws(EditError) {
        for segment in segments {
            try segment.validate()
            guard let length = segment.length else { throw .invalidDuration }
            try exact.append(segment.content, length, at: segment.target.duration.timescale)
        }
        exact.settle()
    }

    init(_ exact: ExactSegments) { self.exact = exact }
}

extension SegmentList {
    /// Where the last segment ends.
    package var duration: CMTime { exact.tickScale.time(exact.store.total) }

    /// How many segments there are.
    package var count: Int { exact.store.count }

    /// There are none.
    package var isEmpty: Bool { exact.store.count == 0 }

    /// All of them, in order.
    package var segments: [EditSegment<Source>] { Array(self) }

    /// Those that lie within a range, in order. What is before the range is not looked at.
    package func segments(within range: CMTimeRange) -> [EditSegment<Source>] {
        guard let first = exact.find(range.start) else { return [] }
        var rest = Iterator(self, from: first.place, first.start)
        var found: [EditSegment<Source>] = []
        while let next = rest.next(), next.target.start < range.end {
            if next.target.start >= range.start, next.target.end <= range.end { found.append(next) }
        }
        return found
    }

    /// The segment that contains a time, else the nearest one. nil where there is none, and for a time that is no number.
    package func segment(at time: CMTime) -> EditSegment<Source>? {
        exact.find(time).map { segment(at: $0.place, from: $0.start) }
    }

    func segment(at place: SegmentPlace, from start: Int128) -> EditSegment<Source> {
        let (content, length) = (exact.store.content(at: place), exact.store.length(at: place))
        return EditSegment(content, from: start, to: start + length, of: exact.tickScale)
    }
}

extension SegmentList: Sequence {
    /// Goes through the segments as they were when it was made.
    package struct Iterator: IteratorProtocol {
        let list: SegmentList
        var place: SegmentPlace
        var start: Int128

        init(_ list: SegmentList) { self.init(list, from: list.exact.store.start, 0) }

        /// From a segment on, which begins at a tick.
        init(_ list: SegmentList, from place: SegmentPlace, _ start: Int128) {
            (self.list, self.place, self.start) = (list, place, start)
        }

        package mutating func next() -> EditSegment<Source>? {
            guard place != list.exact.store.end else { return nil }
            let segment = list.segment(at: place, from: start)
            start += list.exact.store.length(at: place)
            place = list.exact.store.place(after: place)
            return segment
        }
    }

    package func makeIterator() -> Iterator { Iterator(self) }

    package var underestimatedCount: Int { count }
}
