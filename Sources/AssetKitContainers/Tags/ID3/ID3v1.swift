/// The 128 bytes at the end of old MP3 files.
enum ID3v1 {
    static let byteCount = 128

    /// The entries of a tag; nil when the bytes are none. Empty fields say nothing and are left out.
    static func entries(_ bytes: [UInt8]) -> [TagEntry]? {
        guard bytes.count == byteCount, Array(bytes.prefix(3)) == Array("TAG".utf8) else { return nil }
        var entries: [TagEntry] = []
        func add(_ key: String, _ range: Range<Int>, language: String? = nil) {
            let text = TagText.unpadded(TagText.latin1(TagText.terminated(bytes[range])))
            guard !text.isEmpty else { return }
            entries.append(TagEntry(.id3, key, .text(text), language: language))
        }
        // The old fields are told by the keys that ID3v2 gave to the same things.
        add("TIT2", 3..<33)
        add("TPE1", 33..<63)
        add("TALB", 63..<93)
        add("TYER", 93..<97)
        // The last two bytes of the comment are a zero and the track number where there is one.
        let hasTrack = bytes[125] == 0 && bytes[126] != 0
        add("COMM", 97..<(hasTrack ? 125 : 127))
        if hasTrack { entries.append(TagEntry(.id3, "TRCK", .text(String(bytes[126])))) }
        if let genre = ID3Genre.name(Int(bytes[127])) { entries.append(TagEntry(.id3, "TCON", .text(genre))) }
        return entries
    }
}
