package import CMTimeLib

// An edit that throws has changed nothing.

extension SegmentList {
    /// Puts all segments of another list at a time, and moves what is behind that back. A segment that contains the time is
    /// split; behind the end an empty segment fills the time between. An invalid time appends.
    ///
    /// Empty segments do not stay at the end of a list.
    package mutating func insert(_ other: SegmentList, at time: CMTime) throws(EditError) {
        try exact.insert(other.exact, at: time)
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
        try exact.insertEmpty(range)
    }

    /// Removes what is in a range, and moves what is behind it there. An empty segment that is left at the end goes too.
    ///
    /// The range may begin before zero, and go on for ever.
    package mutating func remove(_ range: CMTimeRange) throws(EditError) {
        try exact.remove(range)
    }

    /// What is in a range, from zero on. An empty segment at its end stays.
    ///
    /// The range may begin before zero, and go on for ever.
    package func slice(_ range: CMTimeRange) throws(EditError) -> SegmentList {
        SegmentList(try exact.slice(range))
    }

    /// Makes a range last for another time: what it shows plays faster or slower, and what is behind it moves. Where the
    /// range goes on behind the end, only what the list has of it is scaled, by the same ratio.
    ///
    /// A duration of zero removes the range. A range of no duration scales nothing.
    package mutating func scale(_ range: CMTimeRange, to duration: CMTime) throws(EditError) {
        try exact.scale(range, to: duration)
    }
}
