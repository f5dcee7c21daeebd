internal import AssetKitBase
internal import CMTimeLib

/// The tags that are wrapped around an audio stream which has no place for them: ID3v2 and APE in front of it, ID3v2,
/// APE, Lyrics3 and ID3v1 behind it.
struct TagEnvelope: Sendable {
    var entries: [TagEntry] = []
    var chapters: [TagChapter] = []
    /// Where the stream itself begins, and where it ends; nil when the length of the source is not known.
    var audioOffset: Int64 = 0
    var audioEnd: Int64?
    /// What `TLEN` claims the audio lasts.
    var claimedDuration: CMTime?
    var id3Versions: [Int] = []
    var hasID3v1 = false
    var hasAPE = false
    var problems = ProblemList()

    static func read(_ window: ByteWindow, limits: TagLimits = TagLimits()) throws -> TagEnvelope {
        var envelope = TagEnvelope()
        try envelope.readFront(window, limits: limits)
        envelope.audioEnd = window.length
        try envelope.readBack(window, limits: limits)
        return envelope
    }

    private mutating func readFront(_ window: ByteWindow, limits: TagLimits) throws {
        for _ in 0..<limits.tagCount {
            if let tag = try ID3v2Tag.read(window, at: audioOffset, limits: limits) {
                take(tag)
                audioOffset = tag.extent.end
            } else if let tag = try APETag.read(window, at: audioOffset, limits: limits) {
                take(tag)
                audioOffset = min(tag.extent.end, window.length ?? .max / 2)
            } else {
                break
            }
        }
    }

    private mutating func readBack(_ window: ByteWindow, limits: TagLimits) throws {
        for _ in 0..<limits.tagCount {
            guard let end = audioEnd, end > audioOffset else { return }
            if let count = try readID3v1(window, end: end) {
                audioEnd = end - count
            } else if let tag = try APETag.read(window, endingAt: end, limits: limits), tag.extent.offset >= audioOffset
            {
                take(tag)
                audioEnd = tag.extent.offset
            } else if let tag = try ID3v2Tag.read(window, endingAt: end, limits: limits),
                tag.extent.offset >= audioOffset
            {
                take(tag)
                audioEnd = tag.extent.offset
            } else if let count = try lyricsByteCount(window, end: end) {
                audioEnd = end - count
            } else {
                return
            }
        }
    }

    private mutating func readID3v1(_ window: ByteWindow, end: Int64) throws -> Int64? {
        let count = Int64(ID3v1.byteCount)
        guard !hasID3v1, end - count >= audioOffset else { return nil }
        guard let old = ID3v1.entries(try window.available(ID3v1.byteCount, at: end - count)) else { return nil }
        hasID3v1 = true
        // The short fields repeat what a newer tag says in full, so they count only where that says nothing.
        let known = Set(entries.filter { $0.keySpace == .id3 }.map(\.key))
        if known.isEmpty { entries += old }
        return count
    }

    /// The size of a Lyrics3 block, which says itself how long it is.
    private func lyricsByteCount(_ window: ByteWindow, end: Int64) throws -> Int64? {
        guard end >= 15 else { return nil }
        let tail = TagText.latin1(try window.available(15, at: end - 15))
        guard tail.hasSuffix("LYRICS200"), let size = Int64(tail.prefix(6)), size >= 0 else { return nil }
        let total = size + 15
        guard end - total >= audioOffset else { return nil }
        let start = TagText.latin1(try window.available(11, at: end - total))
        return start == "LYRICSBEGIN" ? total : nil
    }

    private mutating func take(_ tag: ID3v2Tag) {
        entries += tag.entries
        chapters += tag.chapters
        claimedDuration = claimedDuration ?? tag.claimedDuration
        id3Versions.append(tag.header.version)
        problems.add(tag.problems)
    }

    private mutating func take(_ tag: APETag) {
        entries += tag.entries
        hasAPE = true
        problems.add(tag.problems)
    }
}
