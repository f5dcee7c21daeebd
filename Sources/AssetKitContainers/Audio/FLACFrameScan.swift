internal import AssetKitBase
internal import AssetKitBitstream

/// Finds the frames of a FLAC stream, which do not tell their sizes. A frame ends where its checksum holds and the head
/// of another begins.
struct FLACFrameScan {
    struct Frame: Hashable {
        var offset: Int64
        var blockSize: Int
        /// The number of the frame, or of its first sample where blocks differ in size.
        var number: UInt64
        var isVariable: Bool
    }

    /// How far to look for a frame behind bytes that are none.
    private static let resyncByteCount: Int64 = 16 << 20
    /// So many heads before the end are tried.
    private static let triedHeadCount = 16
    private var scanner: ByteScanner
    private var offset: Int64
    private let end: Int64
    private var pending: Frame?
    private(set) var problems = ProblemList()

    init(_ window: ByteWindow, extent: ByteExtent) {
        scanner = ByteScanner(window, end: extent.end)
        offset = extent.offset
        end = scanner.end
    }

    /// The next frame, or nil behind the last one.
    mutating func next() throws -> Frame? {
        if pending == nil { pending = try findFirst() }
        guard let frame = pending else { return nil }
        pending = try findEnd(of: frame)
        return frame
    }

    /// The last frame, of those that begin within so many bytes of the end, and whether it ends where the stream does.
    mutating func last(within byteCount: Int64) throws -> (frame: Frame, isWhole: Bool)? {
        var heads: [Frame] = []
        var position = max(offset, end - byteCount)
        while let candidate = try scanner.firstOffset(of: 0xff, from: position, limit: end) {
            if let frame = try head(at: candidate) { heads.append(frame) }
            position = candidate + 1
        }
        // What looks like a head may be sound, so only some are tried: a hostile file of nothing but heads must not
        // take long.
        for frame in heads.suffix(Self.triedHeadCount).reversed() {
            if try checksum(from: frame.offset) == 0 { return (frame, true) }
        }
        return heads.last.map { (frame: $0, isWhole: false) }
    }

    /// The checksum of all bytes from an offset to the end: zero where one frame is all that stands there.
    private mutating func checksum(from offset: Int64) throws -> UInt16 {
        var checksum: UInt16 = 0
        var position = offset
        while position < end, let byte = try scanner.byte(at: position) {
            checksum = checksum << 8 ^ FLACChecksum.sixteen[Int(checksum >> 8) ^ Int(byte)]
            position += 1
        }
        return checksum
    }

    private mutating func findFirst() throws -> Frame? {
        let limit = min(end, offset + Self.resyncByteCount)
        while let candidate = try scanner.firstOffset(of: 0xff, from: offset, limit: limit) {
            offset = candidate + 1
            if let frame = try head(at: candidate) { return frame }
        }
        return nil
    }

    /// Goes through a frame's bytes with its checksum, and answers the frame that follows.
    private mutating func findEnd(of frame: Frame) throws -> Frame? {
        var checksum: UInt16 = 0
        var position = frame.offset
        // A head that goes on with the count is taken where no checksum holds, because the frame itself is damaged.
        var fallback: Frame?
        let limit = min(end, frame.offset + frame.longestByteCount)
        while position < limit, let byte = try scanner.byte(at: position) {
            if byte == 0xff, position > frame.offset + 1, checksum == 0 || fallback == nil,
                let next = try head(at: position)
            {
                if checksum == 0 {
                    offset = position + 1
                    return next
                }
                if Self.follows(next, frame) { fallback = next }
            }
            checksum = checksum << 8 ^ FLACChecksum.sixteen[Int(checksum >> 8) ^ Int(byte)]
            position += 1
        }
        offset = position
        guard position < end || checksum != 0 else { return nil }
        problems.add("the checksum of a frame is wrong", at: frame.offset)
        if let fallback { offset = fallback.offset + 1 }
        return fallback
    }

    private static func follows(_ next: Frame, _ frame: Frame) -> Bool {
        guard next.isVariable == frame.isVariable else { return false }
        return next.number == frame.number &+ (frame.isVariable ? UInt64(frame.blockSize) : 1)
    }

    /// Reads the head of a frame and checks it against its own checksum.
    private mutating func head(at offset: Int64) throws -> Frame? {
        let available = Int(min(16, end - offset))
        guard available >= 6, let slice = try scanner.bytes(at: offset, count: available) else { return nil }
        let bytes = Array(slice)
        guard bytes[0] == 0xff, bytes[1] & 0xfe == 0xf8, bytes[3] & 1 == 0 else { return nil }
        var reader = FieldReader(bytes)
        reader.skip(4)
        guard let number = Self.codedNumber(&reader) else { return nil }
        let sizeCode = Int(bytes[2] >> 4)
        let rateCode = Int(bytes[2] & 15)
        guard sizeCode != 0, rateCode != 15, bytes[3] >> 4 < 11,
            let blockSize = Self.blockSize(sizeCode, &reader)
        else { return nil }
        if rateCode >= 12 { reader.skip(rateCode == 12 ? 1 : 2) }
        let length = reader.position
        guard let stored = reader.byte() else { return nil }
        var checksum: UInt8 = 0
        for byte in bytes[..<length] { checksum = FLACChecksum.eight[Int(checksum ^ byte)] }
        guard checksum == stored else { return nil }
        return Frame(offset: offset, blockSize: blockSize, number: number, isVariable: bytes[1] & 1 == 1)
    }

    private static func blockSize(_ code: Int, _ reader: inout FieldReader) -> Int? {
        switch code {
        case 1: 192
        case 2...5: 576 << (code - 2)
        case 6: reader.int(1).map { $0 + 1 }
        case 7: reader.int(2).map { $0 + 1 }
        default: 256 << (code - 8)
        }
    }

    /// A number in the manner of UTF-8, of up to 36 bits.
    private static func codedNumber(_ reader: inout FieldReader) -> UInt64? {
        guard let first = reader.byte() else { return nil }
        guard first >= 0x80 else { return UInt64(first) }
        let length = (~first).leadingZeroBitCount
        guard (2...7).contains(length) else { return nil }
        var value = UInt64(first) & (0x7f >> UInt64(length))
        for _ in 1..<length {
            guard let byte = reader.byte(), byte & 0xc0 == 0x80 else { return nil }
            value = value << 6 | UInt64(byte & 0x3f)
        }
        return value
    }
}

extension FLACFrameScan.Frame {
    /// A size that no frame exceeds: eight channels of 32 bits that were not compressed, and heads.
    fileprivate var longestByteCount: Int64 { Int64(blockSize) * 33 + 4_096 }
}
