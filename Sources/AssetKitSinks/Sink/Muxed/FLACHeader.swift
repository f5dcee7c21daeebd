internal import AssetKitCore

/// Replaces the metadata blocks in the header of a FLAC file.
enum FLACHeader {
    /// The blocks of a header with comments and pictures in the place of those that it has.
    static func replaced(_ header: [UInt8], _ tags: SinkTags, _ chapters: [Chapter]) throws -> [UInt8] {
        var blocks: [(type: UInt8, content: [UInt8])] = []
        var comments: [UInt8] = []
        var place = 4
        while place + 4 <= header.count {
            let type = header[place] & 0x7F
            let count = header[place + 1..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let content = Array(header[min(place + 4, header.count)..<min(place + 4 + count, header.count)])
            if type == 4 { comments = content } else if type != 6 { blocks.append((type, content)) }
            place += 4 + count
        }
        let own = tags.vorbisComments(replacing: comments, chapters, hasPictures: false)
        blocks.insert((4, own), at: min(1, blocks.count))
        blocks.insert(contentsOf: tags.pictureBlocks.map { (6, $0) }, at: min(2, blocks.count))
        var bytes = Array("fLaC".utf8)
        for (number, block) in blocks.enumerated() {
            guard block.content.count < 1 << 24 else {
                throw MediaSinks.refusal("a picture or text in a FLAC file has less than 16 MiB, and one is larger")
            }
            bytes.append(block.type | (number == blocks.count - 1 ? 0x80 : 0))
            bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: block.content.count >> $0) } + block.content
        }
        return bytes
    }
}
