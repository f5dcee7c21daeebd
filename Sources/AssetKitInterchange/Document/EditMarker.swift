package import CMTimeLib

/// A note on a range, which may be empty.
package struct EditMarker: Sendable, Equatable {
    package var name: String
    package var range: CMTimeRange
    /// It is a chapter of the timeline.
    package var isChapter: Bool
    /// As OTIO has it: `RED`, `GREEN` and so on; empty for none.
    package var color: String
    package var comment: String
    package var extras: EditExtras

    package init(
        name: String = "",
        range: CMTimeRange,
        isChapter: Bool = false,
        color: String = "",
        comment: String = "",
        extras: EditExtras = EditExtras()
    ) {
        self.name = name
        self.range = range
        self.isChapter = isChapter
        self.color = color
        self.comment = comment
        self.extras = extras
    }
}
