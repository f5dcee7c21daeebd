internal import AssetKitMedia
package import CMTimeLib

/// A range of one source that a new file has. A plain value. What one track has to itself, as in edits of compositions,
/// is a clip too.
package struct TimelineClip: Codable, Sendable, Hashable {
    /// The place of the source among those of the timeline.
    package var source: Int
    /// What is wanted of the source's timeline; without an end where all is wanted that is there, whatever headers say.
    @CodableCMTimeRange package var range: CMTimeRange
    /// When it begins in the new file; invalid for right behind the clip before it, wherever that turns out to end.
    @CodableCMTime package var start: CMTime
    /// Why its tracks are rendered, a sentence; nil where as much as can be of them is copied.
    package var whyRendered: String?

    /// A clip right behind the one before it, unless it is told when it begins.
    package init(source: Int, range: CMTimeRange, start: CMTime = .invalid, whyRendered: String? = nil) {
        (self.source, self.whyRendered) = (source, whyRendered)
        _range = CodableCMTimeRange(wrappedValue: range)
        _start = CodableCMTime(wrappedValue: start)
    }

    /// Its beginning and end are exactly those that were asked for, because other tracks show beside it that would not
    /// move with it. Otherwise cuts may move to key frames.
    package var isFixed: Bool { start.isValid }
}
