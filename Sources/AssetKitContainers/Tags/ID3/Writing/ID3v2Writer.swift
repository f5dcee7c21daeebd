internal import AssetKitBitstream

/// Makes a tag of ID3 2.4, whose texts are UTF-8.
package struct ID3v2Writer {
    package struct TooLarge: Error {}

    private var frames: [UInt8] = []

    package init() {}

    package var isEmpty: Bool { frames.isEmpty }

    /// The tag with its head. One that its head cannot count is an error.
    package func tag() throws(TooLarge) -> [UInt8] {
        guard frames.count < 1 << 28 else { throw TooLarge() }
        return Array("ID3".utf8) + [4, 0, 0] + Self.syncSafe(frames.count) + frames
    }

    /// A frame with texts, all under one key of four letters.
    package mutating func add(_ key: String, texts: [String]) {
        add(key, [3] + Array(texts.joined(separator: "\0").utf8))
    }

    /// A text under a name that the standard has no key for.
    package mutating func add(name: String, texts: [String]) {
        add("TXXX", [3] + Array(name.utf8) + [0] + Array(texts.joined(separator: "\0").utf8))
    }

    /// An address.
    package mutating func add(_ key: String, address: String) { add(key, Array(address.utf8)) }

    /// What iTunes puts into a podcast's episodes: a frame without a meaning of its own.
    package mutating func addPodcastMark() { add("PCST", [0, 0, 0, 0]) }

    /// A comment or lyrics, in a language of three letters.
    package mutating func add(_ key: String, text: String, language: String?, title: String = "") {
        let letters = Array((language ?? "").utf8)
        let code = letters.count == 3 ? letters : Array("und".utf8)
        add(key, [3] + code + Array(title.utf8) + [0] + Array(text.utf8))
    }

    /// A picture. Kind 3 is the front cover, 0 anything else.
    package mutating func add(picture: [UInt8], mimeType: String, kind: UInt8, title: String) {
        add("APIC", [3] + Array(mimeType.utf8) + [0, kind] + Array(title.utf8) + [0] + picture)
    }

    /// Chapters in milliseconds, and the table that has them in their order. It counts 255 of them, so that more are in
    /// tables of their own.
    package mutating func add(chapters: [(start: UInt32, end: UInt32, title: String)]) {
        guard !chapters.isEmpty else { return }
        let names = chapters.indices.map { "ch\($0)" }
        let groups = stride(from: 0, to: names.count, by: 255).map { Array(names[$0..<min($0 + 255, names.count)]) }
        if groups.count == 1 {
            add(table: "toc", groups[0], isTop: true)
        } else {
            add(table: "toc", groups.indices.prefix(255).map { "toc\($0)" }, isTop: true)
            for (number, group) in groups.enumerated() { add(table: "toc\(number)", group, isTop: false) }
        }
        for (name, chapter) in zip(names, chapters) {
            var content = Array(name.utf8) + [0]
            content.appendBig(chapter.start)
            content.appendBig(chapter.end)
            // Places in bytes, which are not used.
            content += [UInt8](repeating: 0xFF, count: 8)
            var inner = ID3v2Writer()
            inner.add("TIT2", texts: [chapter.title])
            add("CHAP", content + inner.frames)
        }
    }

    private mutating func add(table name: String, _ children: [String], isTop: Bool) {
        var content = Array(name.utf8) + [0, isTop ? 3 : 1, UInt8(children.count)]
        for child in children { content += Array(child.utf8) + [0] }
        add("CTOC", content)
    }

    private mutating func add(_ key: String, _ content: [UInt8]) {
        frames += Array(key.utf8) + Self.syncSafe(content.count) + [0, 0] + content
    }

    /// Four bytes of seven bits.
    private static func syncSafe(_ number: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: number >> $0 & 0x7F) }
    }
}
