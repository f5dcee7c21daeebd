internal import AssetKitBase

/// An APE tag of version 1 or 2: at the end of MP3, WavPack and Monkey's Audio files, seldom at their start.
struct APETag: Sendable {
    /// The whole tag with header and footer.
    var extent: ByteExtent
    var entries: [TagEntry] = []
    var problems = ProblemList()

    private static let markByteCount = 32
    private static let magic = Array("APETAGEX".utf8)

    /// The header or footer: both have the same form.
    private struct Mark {
        var version: UInt64
        /// The items and the footer.
        var byteCount: Int64
        var itemCount: Int
        var flags: UInt64
        var hasHeader: Bool { version >= 2_000 && flags & 0x8000_0000 != 0 }
        var isHeader: Bool { version >= 2_000 && flags & 0x2000_0000 != 0 }

        init?(_ bytes: [UInt8]) {
            var reader = FieldReader(bytes)
            guard reader.take(8).map(Array.init) == APETag.magic, let version = reader.little(4),
                let byteCount = reader.little(4), let itemCount = reader.little(4), let flags = reader.little(4)
            else { return nil }
            self.version = version
            self.byteCount = Int64(byteCount)
            self.itemCount = Int(itemCount)
            self.flags = flags
        }
    }

    /// The tag that ends at `end`; nil when there is none.
    static func read(_ window: ByteWindow, endingAt end: Int64, limits: TagLimits = TagLimits()) throws -> APETag? {
        let footerOffset = end - Int64(markByteCount)
        guard footerOffset >= 0, let mark = Mark(try window.available(markByteCount, at: footerOffset)),
            mark.byteCount >= Int64(markByteCount), mark.byteCount <= end
        else { return nil }
        let items = ByteExtent(offset: end - mark.byteCount, count: mark.byteCount - Int64(markByteCount))
        let start = mark.hasHeader ? max(0, items.offset - Int64(markByteCount)) : items.offset
        return try read(window, mark: mark, items: items, whole: start..<end, limits: limits)
    }

    /// The tag that begins at `start`; nil when there is none.
    static func read(_ window: ByteWindow, at start: Int64, limits: TagLimits = TagLimits()) throws -> APETag? {
        guard let mark = Mark(try window.available(markByteCount, at: start)), mark.isHeader,
            mark.byteCount >= Int64(markByteCount)
        else { return nil }
        let items = ByteExtent(
            offset: start + Int64(markByteCount),
            count: mark.byteCount - Int64(markByteCount)
        )
        return try read(window, mark: mark, items: items, whole: start..<items.offset + mark.byteCount, limits: limits)
    }

    private static func read(
        _ window: ByteWindow,
        mark: Mark,
        items: ByteExtent,
        whole: Range<Int64>,
        limits: TagLimits
    ) throws -> APETag {
        var tag = APETag(extent: ByteExtent(offset: whole.lowerBound, count: whole.upperBound - whole.lowerBound))
        var offset = items.offset
        for _ in 0..<min(mark.itemCount, limits.entryCount) where offset < items.end {
            guard let next = try tag.readItem(window, at: offset, end: items.end, limits: limits) else {
                tag.problems.add("an item is damaged", at: offset)
                break
            }
            offset = next
        }
        return tag
    }

    /// Reads one item and answers where the next one begins.
    private mutating func readItem(
        _ window: ByteWindow,
        at offset: Int64,
        end: Int64,
        limits: TagLimits
    ) throws -> Int64? {
        // Two numbers and a key of at most 255 characters.
        var reader = FieldReader(try window.available(Int(min(end - offset, 8 + 256)), at: offset))
        guard let size = reader.little(4), let flags = reader.little(4) else { return nil }
        let key = TagText.terminated(reader.bytes[reader.position...])
        guard !key.isEmpty, reader.skip(key.count + 1) else { return nil }
        let value = ByteExtent(offset: offset + Int64(reader.position), count: Int64(size))
        guard value.end <= end else { return nil }
        let name = TagText.latin1(key)
        let isText = flags >> 1 & 3 == 0
        if isText, value.count <= Int64(limits.valueByteCount) {
            let bytes = try window.available(Int(value.count), at: value.offset)
            // Several values stand in one item with zeros between them.
            for part in bytes.split(separator: 0) where entries.count < limits.entryCount {
                entries.append(TagEntry(.ape, name, .text(TagText.utf8(part))))
            }
        } else {
            entries.append(try binaryEntry(name, value, kind: flags >> 1 & 3, window))
        }
        return value.end
    }

    private func binaryEntry(
        _ key: String,
        _ value: ByteExtent,
        kind: UInt64,
        _ window: ByteWindow
    ) throws -> TagEntry {
        if kind == 2, value.count <= 4_096 {
            // A link to where the value is kept.
            return TagEntry(.ape, key, .text(TagText.utf8(try window.bytes(of: value))))
        }
        var entry = TagEntry(.ape, key, .stored(StoredTagData(extent: value)))
        guard key.lowercased().hasPrefix("cover art") else { return entry }
        // The file name of a picture stands in front of it.
        let prefix = try window.available(Int(min(value.count, 512)), at: value.offset)
        guard let length = prefix.firstIndex(of: 0) else { return entry }
        entry.name = TagText.utf8(prefix[..<length])
        let extent = ByteExtent(offset: value.offset + Int64(length + 1), count: value.count - Int64(length + 1))
        entry.value = .stored(StoredTagData(extent: extent))
        entry.pictureKind = key.lowercased().contains("front") ? 3 : key.lowercased().contains("back") ? 4 : 0
        return entry
    }
}
