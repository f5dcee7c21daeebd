internal import AssetKitBase

/// Looks at a source byte by byte, one piece in memory at a time.
struct ByteScanner {
    private static let pieceByteCount = 1 << 16
    private let window: ByteWindow
    private var piece: [UInt8] = []
    private var pieceOffset: Int64 = 0
    /// Where the stream ends; behind it there is nothing to see.
    let end: Int64

    init(_ window: ByteWindow, end: Int64? = nil) {
        self.window = window
        self.end = min(end ?? .max / 2, window.length ?? .max / 2)
    }

    /// The byte at `offset`; nil at the end.
    mutating func byte(at offset: Int64) throws -> UInt8? {
        guard try load(offset, count: 1) else { return nil }
        return piece[Int(offset - pieceOffset)]
    }

    /// Exactly `count` bytes at `offset`, which must be few; nil at the end.
    mutating func bytes(at offset: Int64, count: Int) throws -> ArraySlice<UInt8>? {
        guard try load(offset, count: count) else { return nil }
        let start = Int(offset - pieceOffset)
        return piece[start..<start + count]
    }

    /// The first place from `offset` on, before `limit`, where a byte has all bits of `first` and one that follows may
    /// be looked at; nil when there is none.
    mutating func firstOffset(of first: UInt8, from offset: Int64, limit: Int64) throws -> Int64? {
        var position = offset
        while position < min(limit, end) {
            guard try load(position, count: 1) else { return nil }
            let start = Int(position - pieceOffset)
            let room = Int(min(Int64(piece.count - start), min(limit, end) - position))
            if let found = piece[start..<start + room].firstIndex(of: first) { return pieceOffset + Int64(found) }
            position += Int64(room)
        }
        return nil
    }

    private mutating func load(_ offset: Int64, count: Int) throws -> Bool {
        guard offset >= 0, offset <= end - Int64(count) else { return false }
        if offset >= pieceOffset, offset + Int64(count) <= pieceOffset + Int64(piece.count) { return true }
        piece = try window.available(Self.pieceByteCount, at: offset)
        pieceOffset = offset
        return piece.count >= count
    }
}
