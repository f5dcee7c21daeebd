internal import CMTimeLib

/// A clip of a new file.
struct PlacedClip: Sendable {
    /// The place of its file among the sources.
    var source: Int
    /// What was asked for of the source's timeline, and what is there.
    var requested: CMTimeRange
    var actual: CMTimeRange
    /// When it begins in the new file.
    var start: CMTime
    var copiedRuns: [CopiedRuns]
    /// Clips of one row are copied one behind the other, and those of several side by side.
    var row = 0
}

extension [PlacedClip] {
    /// When all have been shown.
    var end: CMTime { reduce(.zero) { CMTimeMaximum($0, $1.start + $1.actual.duration) } }
}
