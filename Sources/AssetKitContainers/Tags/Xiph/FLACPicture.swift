/// The picture record of FLAC, which Ogg's comments carry as text.
struct FLACPicture: Hashable, Sendable {
    var kind: Int
    var mimeType: String
    var text: String
    var width: Int
    var height: Int
    /// Where the picture begins in the record, and its size.
    var dataOffset: Int
    var dataCount: Int

    /// Reads the front of a record; the picture itself need not be among the bytes.
    init?(_ bytes: [UInt8]) {
        var reader = FieldReader(bytes)
        guard let kind = reader.int(4), let mimeLength = reader.int(4), let mimeType = reader.take(mimeLength),
            let textLength = reader.int(4), let text = reader.take(textLength), let width = reader.int(4),
            let height = reader.int(4), reader.skip(8), let count = reader.int(4)
        else { return nil }
        self.kind = kind
        self.mimeType = TagText.latin1(mimeType).lowercased()
        self.text = TagText.utf8(text)
        self.width = width
        self.height = height
        dataOffset = reader.position
        dataCount = count
    }

    /// The entry of a picture whose bytes are `value`.
    func entry(_ key: String, _ value: TagValue) -> TagEntry {
        var entry = TagEntry(.vorbis, key, value, name: text.isEmpty ? nil : text)
        entry.mimeType = mimeType
        entry.pictureKind = kind
        return entry
    }
}
