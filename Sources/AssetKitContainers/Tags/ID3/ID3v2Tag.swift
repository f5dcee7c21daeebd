package import AssetKitBase
internal import CMTimeLib

/// An ID3v2 tag of version 2.2, 2.3 or 2.4.
package struct ID3v2Tag: Sendable {
    /// A table of contents: which chapters there are and in which order.
    struct ContentsTable: Hashable, Sendable {
        var identifier: String
        var isTopLevel: Bool
        var isOrdered: Bool
        var children: [String]
        var title: String?
    }

    package var header: ID3v2Header
    /// The whole tag in the file, with header and footer.
    package var extent: ByteExtent
    package var entries: [TagEntry] = []
    /// In the order of their times.
    package var chapters: [TagChapter] = []
    var contentsTables: [ContentsTable] = []
    /// What `TLEN` claims the audio lasts; an exact scan knows better.
    var claimedDuration: CMTime?
    package var problems = ProblemList()

    /// Reads the tag at `offset`; nil when there is none.
    package static func read(_ window: ByteWindow, at offset: Int64, limits: TagLimits = TagLimits()) throws
        -> ID3v2Tag?
    {
        guard let header = ID3v2Header(try window.available(ID3v2Header.byteCount, at: offset)) else { return nil }
        var extent = ByteExtent(offset: offset, count: Int64(header.totalByteCount))
        var tag = ID3v2Tag(header: header, extent: extent)
        if let length = window.length, extent.end > length {
            tag.problems.add("the file ends within the tag", at: length)
            extent.count = max(0, length - offset)
            tag.extent = extent
        }
        guard !header.isCompressed else {
            tag.problems.add("the tag is compressed as a whole, which no version defines", at: offset)
            return tag
        }
        let start = offset + Int64(ID3v2Header.byteCount)
        let count = min(Int64(header.bodyByteCount), max(0, extent.end - start))
        let body: ID3Body
        // Version 2.4 says per frame what is unsynchronised; the flag of the tag only sums that up.
        if header.isUnsynchronised, header.version < 4 {
            guard count <= Int64(limits.tagByteCount) else {
                tag.problems.add("the tag is too large to read", at: offset)
                return tag
            }
            body = ID3Body(unsynchronised: try window.available(Int(count), at: start), base: start)
        } else {
            body = ID3Body(window, extent: ByteExtent(offset: start, count: count))
        }
        var reader = ID3v2FrameReader(body, version: header.version, limits: limits)
        try reader.readAll(startingAt: try firstFrame(in: body, header: header))
        tag.take(reader, base: start)
        return tag
    }

    private mutating func take(_ reader: ID3v2FrameReader, base: Int64) {
        entries = reader.entries
        chapters = reader.chapters.sorted { $0.start < $1.start }
        contentsTables = reader.contentsTables
        for text in reader.problems { problems.add(text, at: base) }
        claimedDuration = entries.first { $0.key == "TLEN" || $0.key == "TLE" }
            .flatMap { Int64($0.value.text ?? "") }
            .flatMap { $0 > 0 ? CMTime(value: $0, timescale: 1_000) : nil }
    }

    /// Skips the extended header, which tells about the tag's own bytes and nothing about the audio.
    private static func firstFrame(in body: ID3Body, header: ID3v2Header) throws -> Int {
        guard header.hasExtendedHeader else { return 0 }
        let bytes = try body.read(4, at: 0)
        guard bytes.count == 4 else { return 0 }
        if header.version == 4 {
            // The size counts its own four bytes.
            guard let size = ID3v2Header.syncSafe(bytes), size >= 6 else { return 0 }
            return size
        }
        let size = bytes.reduce(0) { $0 << 8 | Int($1) }
        // Some programs set the flag and write no header: then the first frame stands here.
        guard size == 6 || size == 10 else { return 0 }
        return size + 4
    }
}

extension ID3v2Tag {
    /// Reads the tag whose footer ends at `end`, as tags behind the audio do.
    package static func read(_ window: ByteWindow, endingAt end: Int64, limits: TagLimits = TagLimits()) throws
        -> ID3v2Tag?
    {
        let footerOffset = end - Int64(ID3v2Header.byteCount)
        guard footerOffset >= 0 else { return nil }
        let bytes = try window.available(ID3v2Header.byteCount, at: footerOffset)
        guard let footer = ID3v2Header(bytes, mark: "3DI") else { return nil }
        let start = footerOffset - Int64(footer.bodyByteCount) - Int64(ID3v2Header.byteCount)
        guard start >= 0 else { return nil }
        return try read(window, at: start, limits: limits)
    }
}
