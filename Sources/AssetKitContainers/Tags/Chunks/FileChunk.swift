internal import AssetKitBase

/// A chunk of a RIFF, IFF, CAF or Wave64 file: a block with a name and a size.
struct FileChunk: Hashable, Sendable {
    /// The four characters of the name; in Wave64, those that its long name begins with.
    var name: String
    /// Where the chunk's head begins.
    var offset: Int64
    /// The content, as much of it as the file holds.
    var extent: ByteExtent
    /// The size that the head gives; nil where it says that it is not known.
    var statedByteCount: Int64?
    /// True when the file ends before the chunk does.
    var isCut: Bool
}

/// How a family of files writes its chunks.
enum ChunkStyle: Sendable {
    /// Little-endian sizes of four bytes, even starts.
    case riff
    /// The same, but a size of all ones is told by the `ds64` chunk.
    case largeRIFF(sizes: [String: Int64])
    /// Big-endian sizes of four bytes, even starts.
    case iff
    /// Big-endian sizes of eight bytes, no filling.
    case caf
    /// Long names and little-endian sizes of eight bytes that include the head, starts at multiples of eight.
    case wave64

    var headByteCount: Int {
        switch self {
        case .riff, .largeRIFF, .iff: 8
        case .caf: 12
        case .wave64: 24
        }
    }
}

extension FileChunk {
    /// The chunks from `start` on, up to `end` or the end of the file.
    static func list(
        _ window: ByteWindow,
        from start: Int64,
        end: Int64? = nil,
        style: ChunkStyle,
        limit: Int
    ) throws -> [FileChunk] {
        var result: [FileChunk] = []
        var offset = start
        while result.count < limit, offset < end ?? .max {
            guard let chunk = try read(window, at: offset, end: end, style: style) else { break }
            result.append(chunk)
            guard !chunk.isCut, let next = try next(after: chunk, window, style: style), next > offset else { break }
            offset = next
        }
        return result
    }

    private static func read(
        _ window: ByteWindow,
        at offset: Int64,
        end: Int64?,
        style: ChunkStyle
    ) throws -> FileChunk? {
        let head = try window.available(style.headByteCount, at: offset)
        guard head.count == style.headByteCount else { return nil }
        var reader = FieldReader(head)
        guard let name = reader.code(), isName(name) else { return nil }
        let stated: Int64?
        switch style {
        case .riff:
            stated = reader.little(4).flatMap { $0 == 0xffff_ffff ? nil : Int64($0) }
        case .largeRIFF(let sizes):
            stated = reader.little(4).flatMap { $0 == 0xffff_ffff ? sizes[name] : Int64($0) }
        case .iff:
            stated = reader.big(4).flatMap { $0 == 0xffff_ffff ? nil : Int64($0) }
        case .caf:
            stated = reader.big(8).flatMap { Int64(exactly: $0) }
        case .wave64:
            guard reader.skip(12), let size = reader.little(8), size >= 24 else { return nil }
            stated = Int64(exactly: size - 24)
        }
        let start = offset + Int64(style.headByteCount)
        let room = max(0, min(end ?? .max, window.length ?? .max / 2) - start)
        let count = min(stated ?? room, room)
        return FileChunk(
            name: name,
            offset: offset,
            extent: ByteExtent(offset: start, count: count),
            statedByteCount: stated,
            isCut: stated.map { $0 > room } ?? true
        )
    }

    private static func next(after chunk: FileChunk, _ window: ByteWindow, style: ChunkStyle) throws -> Int64? {
        let end = chunk.extent.end
        switch style {
        case .caf: return end
        case .wave64: return (end + 7) / 8 * 8
        case .riff, .largeRIFF, .iff:
            guard chunk.extent.count % 2 == 1 else { return end }
            // Some writers leave the filling byte out: then a name stands where it should be.
            let bytes = try window.available(5, at: end)
            let isFilled = bytes.count < 5 || isName(TagText.latin1(bytes.dropFirst()))
            return isFilled || !isName(TagText.latin1(bytes.prefix(4))) ? end + 1 : end
        }
    }

    /// Names are four printable characters.
    private static func isName(_ text: String) -> Bool {
        text.unicodeScalars.count == 4
            && text.unicodeScalars.allSatisfy { (0x20...0x7e).contains($0.value) || $0.value == 0xa9 }
    }
}
