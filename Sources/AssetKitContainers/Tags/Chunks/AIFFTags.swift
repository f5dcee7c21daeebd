internal import AssetKitBase
internal import CMTimeLib

/// The text chunks of AIFF, and ID3 in a chunk of its own.
struct AIFFTags: Sendable {
    var entries: [TagEntry] = []
    var chapters: [TagChapter] = []
    var problems = ProblemList()

    mutating func read(_ chunks: [FileChunk], _ window: ByteWindow, limits: TagLimits = TagLimits()) throws {
        for chunk in chunks where entries.count < limits.entryCount {
            switch chunk.name {
            case "NAME", "AUTH", "(c) ", "ANNO":
                guard chunk.extent.count <= Int64(limits.valueByteCount) else { continue }
                let bytes = try window.available(Int(chunk.extent.count), at: chunk.extent.offset)
                add(chunk.name, bytes[...])
            case "COMT": try readComments(chunk, window, limits: limits)
            case "ID3 ", "id3 ":
                guard let tag = try ID3v2Tag.read(window, at: chunk.extent.offset, limits: limits) else { continue }
                entries += tag.entries
                chapters += tag.chapters
                problems.add(tag.problems)
            default: break
            }
        }
    }

    /// Some programs put several texts into one chunk, with zeros between them.
    private mutating func add(_ key: String, _ bytes: ArraySlice<UInt8>) {
        for part in bytes.split(separator: 0) {
            let text = TagText.unpadded(TagText.guessed(part))
            if !text.isEmpty { entries.append(TagEntry(.aiff, key, .text(text))) }
        }
    }

    /// Comments with a time and the marker they belong to.
    private mutating func readComments(_ chunk: FileChunk, _ window: ByteWindow, limits: TagLimits) throws {
        guard chunk.extent.count <= Int64(limits.valueByteCount) else { return }
        var reader = FieldReader(try window.available(Int(chunk.extent.count), at: chunk.extent.offset))
        guard let count = reader.big(2) else { return }
        for _ in 0..<min(Int(count), limits.entryCount) {
            guard reader.skip(6), let length = reader.int(2), let text = reader.take(length) else {
                problems.add("comments are cut off", at: chunk.offset)
                return
            }
            add("COMT", text)
            if length % 2 == 1 { reader.skip(1) }
        }
    }
}
