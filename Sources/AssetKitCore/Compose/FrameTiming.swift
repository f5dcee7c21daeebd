package import CMTimeLib

/// When the pictures of a track say when frames begin. A plain value.
package struct FrameTiming: Sendable, Hashable {
    package let trackID: Int32
    /// On the timeline of the composition. It may never end.
    package let range: CMTimeRange

    package init(_ trackID: Int32, in range: CMTimeRange) { (self.trackID, self.range) = (trackID, range) }

    /// A track that does so throughout.
    package init(_ trackID: Int32) {
        self.init(trackID, in: CMTimeRange(start: .zero, duration: .positiveInfinity))
    }
}
