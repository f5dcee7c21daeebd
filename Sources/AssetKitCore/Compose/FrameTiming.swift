package import CMTimeLib

/// A range in which the pictures of a track, and not the frame rate, say when frames of a composition begin. A plain value.
package struct FrameTiming: Sendable, Hashable {
    package let trackID: Int32
    /// On the timeline of the composition. It may never end.
    package let range: CMTimeRange

    package init(_ trackID: Int32, in range: CMTimeRange) { (self.trackID, self.range) = (trackID, range) }

    /// A track whose pictures do so at all times.
    package init(_ trackID: Int32) {
        self.init(trackID, in: CMTimeRange(start: .zero, duration: .positiveInfinity))
    }
}
