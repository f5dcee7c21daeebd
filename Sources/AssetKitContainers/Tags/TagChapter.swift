package import CMTimeLib

/// A chapter, from whatever a container calls one.
package struct TagChapter: Hashable, Sendable {
    package struct Title: Hashable, Sendable {
        package var text: String
        package var language: String?
    }

    /// The chapter's name for machines.
    package var identifier: String
    package var start: CMTime
    /// Where the chapter ends, when that is said.
    package var end: CMTime?
    package var titles: [Title] = []
    /// How deep the chapter lies in others; 0 is the top.
    package var level = 0
    package var isHidden = false
    package var isEnabled = true
    /// The unique number of the chapter, and of the tracks it is for; no tracks means all.
    package var uniqueNumber: UInt64?
    var trackNumbers: [UInt64] = []
    /// The unique identifier of another file that the chapter plays from. Reported, never followed.
    var linkedSegment: [UInt8]?
    /// Everything else said about the chapter: pictures, links.
    package var entries: [TagEntry] = []

    package init(identifier: String, start: CMTime, end: CMTime? = nil) {
        self.identifier = identifier
        self.start = start
        self.end = end
    }
}
