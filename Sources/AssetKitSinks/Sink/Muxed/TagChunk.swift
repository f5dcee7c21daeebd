internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitMedia

/// Puts a tag of ID3 into a chunk at the end of a WAVE or AIFF file.
enum TagChunk {
    static func append(_ tag: [UInt8], to bytes: any ByteSink, isBigEndian: Bool) throws {
        guard !tag.isEmpty else { return }
        var head = [UInt8](repeating: 0, count: 28)
        _ = try head.withUnsafeMutableBytes { try bytes.read(at: 0, into: $0) }
        if bytes.length % 2 == 1 { try bytes.append([0]) }
        let size = (0..<4).map { UInt8(truncatingIfNeeded: tag.count >> (8 * $0)) }
        try bytes.append(Array((isBigEndian ? "ID3 " : "id3 ").utf8) + (isBigEndian ? size.reversed() : size) + tag)
        if tag.count % 2 == 1 { try bytes.append([0]) }
        // In files of more than 4 GiB the size stands in a chunk of its own, in eight bytes.
        let isLarge = head.starts(with: Array("RF64".utf8))
        let whole = bytes.length - 8
        guard isLarge || whole <= UInt32.max else {
            throw MediaSinks.refusal("the file has no room for its metadata: it may not be larger than 4 GiB")
        }
        let number = (0..<(isLarge ? 8 : 4)).map { UInt8(truncatingIfNeeded: whole >> (8 * $0)) }
        try (isBigEndian ? number.reversed() : number).withUnsafeBytes { try bytes.write($0, at: isLarge ? 20 : 4) }
    }
}
