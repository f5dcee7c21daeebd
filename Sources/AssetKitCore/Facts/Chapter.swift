package import CMTimeLib

/// A chapter: a title and a range of the timeline.
package struct Chapter: Sendable, Hashable {
    package var title: String
    package var timeRange: CMTimeRange
    /// The language of the title as an extended tag; `und` when it is not known.
    package var language = "und"

    package init(title: String, timeRange: CMTimeRange, language: String = "und") {
        self.title = title
        self.timeRange = timeRange
        self.language = language
    }
}
