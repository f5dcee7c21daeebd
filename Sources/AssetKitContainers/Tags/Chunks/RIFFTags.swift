internal import AssetKitBase
internal import CMTimeLib

/// What RIFF files say about themselves: `LIST INFO`, `bext`, and ID3 in a chunk of its own.
struct RIFFTags: Sendable {
    var entries: [TagEntry] = []
    var chapters: [TagChapter] = []
    var problems = ProblemList()
    /// Where a broadcast recording began: samples since midnight.
    var timeReference: Int64?

    /// Reads what is a tag among `chunks`.
    mutating func read(_ chunks: [FileChunk], _ window: ByteWindow, limits: TagLimits = TagLimits()) throws {
        for chunk in chunks {
            switch chunk.name {
            case "LIST", "list": try readList(chunk, window, limits: limits)
            case "bext": try readBroadcast(chunk, window)
            case "id3 ", "ID3 ": try readID3(chunk, window, limits: limits)
            case "iXML", "axml", "_PMX":
                let value = TagValue.stored(StoredTagData(extent: chunk.extent))
                entries.append(TagEntry(.riff, chunk.name, value))
            default: break
            }
        }
    }

    private mutating func readID3(_ chunk: FileChunk, _ window: ByteWindow, limits: TagLimits) throws {
        guard let tag = try ID3v2Tag.read(window, at: chunk.extent.offset, limits: limits) else { return }
        entries += tag.entries
        chapters += tag.chapters
        problems.add(tag.problems)
    }

    private mutating func readList(_ chunk: FileChunk, _ window: ByteWindow, limits: TagLimits) throws {
        guard try window.available(4, at: chunk.extent.offset) == Array("INFO".utf8) else { return }
        let inner = try FileChunk.list(
            window,
            from: chunk.extent.offset + 4,
            end: chunk.extent.end,
            style: .riff,
            limit: min(limits.chunkCount, limits.entryCount)
        )
        for item in inner where item.extent.count <= Int64(limits.valueByteCount) {
            let bytes = try window.available(Int(item.extent.count), at: item.extent.offset)
            let text = TagText.unpadded(TagText.guessed(TagText.terminated(bytes[...])))
            guard !text.isEmpty else { continue }
            entries.append(TagEntry(.riff, item.name, .text(text)))
        }
        if inner.contains(where: \.isCut) { problems.add("an information list is cut off", at: chunk.offset) }
    }

    /// The fields of the European Broadcasting Union's chunk, under the names its document gives them.
    private mutating func readBroadcast(_ chunk: FileChunk, _ window: ByteWindow) throws {
        var reader = FieldReader(try window.available(Int(min(chunk.extent.count, 1 << 20)), at: chunk.extent.offset))
        let fields = [
            ("Description", 256), ("Originator", 32), ("OriginatorReference", 32), ("OriginationDate", 10),
            ("OriginationTime", 8),
        ]
        for (key, count) in fields {
            guard let bytes = reader.take(count) else { return }
            add(key, TagText.guessed(TagText.terminated(bytes)))
        }
        guard let samples = reader.little(8), let version = reader.little(2) else { return }
        timeReference = Int64(exactly: samples)
        if let timeReference { entries.append(TagEntry(.broadcastWave, "TimeReference", .number(timeReference))) }
        entries.append(TagEntry(.broadcastWave, "Version", .number(Int64(version))))
        guard let identifier = reader.take(64), reader.skip(190) else { return }
        // An identifier of the motion picture engineers, where it is not empty.
        if version > 0, identifier.contains(where: { $0 != 0 }) {
            entries.append(TagEntry(.broadcastWave, "UMID", .data(Array(identifier))))
        }
        add("CodingHistory", TagText.guessed(TagText.terminated(reader.rest())))
    }

    private mutating func add(_ key: String, _ text: String) {
        let text = TagText.unpadded(text)
        guard !text.isEmpty else { return }
        entries.append(TagEntry(.broadcastWave, key, .text(text)))
    }
}
