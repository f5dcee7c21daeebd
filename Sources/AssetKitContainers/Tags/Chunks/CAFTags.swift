internal import AssetKitBase

/// The information strings of a CAF file.
enum CAFTags {
    static func entries(_ chunk: FileChunk, _ window: ByteWindow, limits: TagLimits = TagLimits()) throws -> [TagEntry]
    {
        let size = Int(min(chunk.extent.count, Int64(limits.valueByteCount)))
        var reader = FieldReader(try window.available(size, at: chunk.extent.offset))
        guard let count = reader.big(4) else { return [] }
        var entries: [TagEntry] = []
        for _ in 0..<min(Int(count), limits.entryCount) {
            let key = TagText.terminated(reader.bytes[reader.position...])
            guard reader.skip(key.count + 1) else { break }
            let value = TagText.terminated(reader.bytes[reader.position...])
            guard reader.skip(min(value.count + 1, reader.remaining)) else { break }
            entries.append(TagEntry(.audioFile, TagText.utf8(key), .text(TagText.utf8(value))))
        }
        return entries
    }
}
