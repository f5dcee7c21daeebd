package import CMTimeLib

/// What a compositor of a client's own is asked for in a range of time, as far as those need to know who ask. A plain value.
package struct CompositorInstruction: Sendable, Hashable {
    package var range: CMTimeRange
    /// The tracks whose pictures it is given; nil for all.
    package var trackIDs: [Int32]?
    /// The track whose pictures show as they are, without the compositor.
    package var passthroughTrackID: Int32?
    /// The same pictures give another result at another time.
    package var containsTweening: Bool

    package init(range: CMTimeRange, trackIDs: [Int32]?, passthroughTrackID: Int32?, containsTweening: Bool) {
        (self.range, self.trackIDs) = (range, trackIDs)
        (self.passthroughTrackID, self.containsTweening) = (passthroughTrackID, containsTweening)
    }
}
