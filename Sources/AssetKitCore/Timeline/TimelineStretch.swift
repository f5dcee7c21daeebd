package import AssetKitTimePitch
package import CMTimeLib

/// A source range on a target range of one track. A plain value.
package struct TimelineStretch: Codable, Sendable, Hashable {
    /// The place of its clip in ``Timeline/clips``.
    package var clip: Int
    /// The track of the clip's source.
    package var trackID: Int32
    /// On the source's own timeline, whose edits lead on to the media.
    @CodableCMTimeRange package var source: CMTimeRange
    /// On the clip's timeline, which begins with zero. Longer or shorter than the source range is another speed; a
    /// source range without length is one picture that is held.
    @CodableCMTimeRange package var target: CMTimeRange
    /// How fast it plays: what both ranges say, but also where they have no end, and exactly where their times are rounded.
    package var speed = Speed.normal

    package init(
        clip: Int,
        trackID: Int32,
        source: CMTimeRange,
        target: CMTimeRange,
        speed: Speed = .normal
    ) {
        (self.clip, self.trackID, self.speed) = (clip, trackID, speed)
        _source = CodableCMTimeRange(wrappedValue: source)
        _target = CodableCMTimeRange(wrappedValue: target)
    }
}
