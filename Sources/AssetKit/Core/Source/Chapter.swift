/// A chapter: a title and a range of the timeline.
struct Chapter: Sendable, Hashable {
    var title: String
    var timeRange: CMTimeRange
    /// The language of the title as an extended tag; `und` when it is not known.
    var language = "und"
}
