internal import CMTimeLib

/// A chapter, from whatever a container calls one.
struct TagChapter: Hashable, Sendable {
    struct Title: Hashable, Sendable {
        var text: String
        var language: String?
    }

    /// The chapter's name for machines.
    var identifier: String
    var start: CMTime
    /// Where the chapter ends, when that is said.
    var end: CMTime?
    var titles: [Title] = []
    /// How deep the chapter lies in others; 0 is the top.
    var level = 0
    var isHidden = false
    var isEnabled = true
    /// The unique number of the chapter, and of the tracks it is for; no tracks means all.
    var uniqueNumber: UInt64?
    var trackNumbers: [UInt64] = []
    /// The unique identifier of another file that the chapter plays from. Reported, never followed.
    var linkedSegment: [UInt8]?
    /// Everything else said about the chapter: pictures, links.
    var entries: [TagEntry] = []

    init(identifier: String, start: CMTime, end: CMTime? = nil) {
        self.identifier = identifier
        self.start = start
        self.end = end
    }
}
