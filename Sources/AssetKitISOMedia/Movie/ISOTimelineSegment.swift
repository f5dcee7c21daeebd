package import CMTimeLib

/// A range of the movie's timeline, and which media of a track it shows there, or nothing.
package struct ISOTimelineSegment: Hashable, Sendable {
    /// From the media's timeline to the movie's. An empty one shows nothing; a source that lasts no time is held.
    package let mapping: CMTimeMapping
    /// The media goes on to its end here, give or take the rounding of the movie's timescale, which must not cost the
    /// last sample.
    let reachesMediaEnd: Bool

    package var isEmpty: Bool { mapping.isEmpty }
    /// One picture is held.
    var isDwell: Bool { !isEmpty && mapping.source.duration.value == 0 && mapping.target.duration.value > 0 }

    /// Where a time of the media appears on the movie's timeline; nil when this segment does not show it.
    func movieTime(of mediaTime: CMTime) -> CMTime? {
        guard !isEmpty, mediaTime >= mapping.source.start else { return nil }
        guard mediaTime < mapping.source.end || (reachesMediaEnd && !isDwell) else { return nil }
        guard !isDwell else { return mapping.target.start }
        let ahead = CMTimeSubtract(mediaTime, mapping.source.start)
        guard mapping.source.duration != mapping.target.duration else { return CMTimeAdd(mapping.target.start, ahead) }
        return CMTimeMapTimeFromRangeToRange(mediaTime, fromRange: mapping.source, toRange: mapping.target)
    }
}
