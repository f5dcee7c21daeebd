/// Reads the fields of a record from bytes in memory, in order, and answers nil where the record ends.
package struct FieldReader {
    package let bytes: [UInt8]
    package private(set) var position: Int
    package let end: Int

    package init(_ bytes: [UInt8]) { self.init(bytes, range: 0..<bytes.count) }

    /// Reads `range` of `bytes` alone; what lies outside is cut off.
    package init(_ bytes: [UInt8], range: Range<Int>) {
        self.bytes = bytes
        let whole = range.clamped(to: 0..<bytes.count)
        position = whole.lowerBound
        end = whole.upperBound
    }

    package var remaining: Int { end - position }
    package var isAtEnd: Bool { position >= end }

    /// Moves on by `count` bytes; false, and no movement, when there are not that many.
    @discardableResult
    package mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= remaining else { return false }
        position += count
        return true
    }

    package mutating func byte() -> UInt8? {
        guard position < end else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// An unsigned number of up to eight bytes, the highest first.
    package mutating func big(_ count: Int) -> UInt64? {
        guard count <= 8, count <= remaining else { return nil }
        var value: UInt64 = 0
        for index in position..<position + count { value = value << 8 | UInt64(bytes[index]) }
        position += count
        return value
    }

    /// An unsigned number of up to eight bytes, the lowest first.
    package mutating func little(_ count: Int) -> UInt64? {
        guard count <= 8, count <= remaining else { return nil }
        var value: UInt64 = 0
        for index in (position..<position + count).reversed() { value = value << 8 | UInt64(bytes[index]) }
        position += count
        return value
    }

    package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= remaining else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// Everything that is left.
    package mutating func rest() -> ArraySlice<UInt8> {
        defer { position = end }
        return bytes[position..<end]
    }

    /// Four bytes as a Latin-1 text, such as the name of a chunk.
    package mutating func code() -> String? { take(4).map { TagText.latin1($0) } }
}

extension FieldReader {
    package mutating func int32(big isBig: Bool = true) -> Int32? {
        (isBig ? big(4) : little(4)).map { Int32(truncatingIfNeeded: $0) }
    }
    mutating func int(_ count: Int, big isBig: Bool = true) -> Int? {
        (isBig ? big(count) : little(count)).flatMap { Int(exactly: $0) }
    }
}
