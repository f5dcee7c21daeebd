/// The content of a box in memory, read from front to back. All integers are big-endian.
///
/// Parts share the bytes of the whole, so that taking one costs nothing.
package struct ISOFields {
    /// The box that the bytes belong to, for messages.
    package let box: ISOCode
    /// The 16 bytes that name the box, when it is a `uuid`.
    private(set) var userType: [UInt8]?
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    package init(_ bytes: [UInt8], of box: ISOCode) {
        self.init(bytes: bytes, box: box, range: 0..<bytes.count)
    }

    private init(bytes: [UInt8], box: ISOCode, range: Range<Int>) {
        self.bytes = bytes
        self.box = box
        position = range.lowerBound
        end = range.upperBound
    }

    package var remaining: Int { end - position }
    package var isAtEnd: Bool { position == end }

    private mutating func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws(ISOMediaError) -> Integer {
        let size = MemoryLayout<Integer>.size
        guard remaining >= size else { throw .endsEarly(box: box) }
        let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: Integer.self) }
        position += size
        return Integer(bigEndian: value)
    }

    package mutating func u8() throws(ISOMediaError) -> UInt8 { try integer(UInt8.self) }
    package mutating func u16() throws(ISOMediaError) -> UInt16 { try integer(UInt16.self) }
    package mutating func u32() throws(ISOMediaError) -> UInt32 { try integer(UInt32.self) }
    package mutating func u64() throws(ISOMediaError) -> UInt64 { try integer(UInt64.self) }
    mutating func i16() throws(ISOMediaError) -> Int16 { try integer(Int16.self) }
    mutating func i32() throws(ISOMediaError) -> Int32 { try integer(Int32.self) }
    mutating func i64() throws(ISOMediaError) -> Int64 { try integer(Int64.self) }
    package mutating func code() throws(ISOMediaError) -> ISOCode { ISOCode(rawValue: try u32()) }

    package mutating func u24() throws(ISOMediaError) -> UInt32 {
        let high = UInt32(try u8())
        return high << 16 | UInt32(try u16())
    }

    /// 64 bits in version 1 of a box, 32 before.
    package mutating func unsigned(isWide: Bool) throws(ISOMediaError) -> UInt64 {
        isWide ? try u64() : UInt64(try u32())
    }

    /// The head of a full box.
    package mutating func versionAndFlags() throws(ISOMediaError) -> (version: UInt8, flags: UInt32) {
        let version = try u8()
        return (version, try u24())
    }

    package mutating func skip(_ count: Int) throws(ISOMediaError) {
        guard count >= 0, count <= remaining else { throw .endsEarly(box: box) }
        position += count
    }

    /// The next `count` bytes as fields of their own.
    package mutating func part(_ count: Int, of name: ISOCode? = nil) throws(ISOMediaError) -> ISOFields {
        let start = position
        try skip(count)
        return ISOFields(bytes: bytes, box: name ?? box, range: start..<position)
    }

    /// A copy of the next `count` bytes.
    package mutating func take(_ count: Int) throws(ISOMediaError) -> [UInt8] {
        let start = position
        try skip(count)
        return Array(bytes[start..<position])
    }

    /// A copy of all that is left.
    package mutating func rest() -> [UInt8] {
        defer { position = end }
        return Array(bytes[position..<end])
    }

    /// The code `offset` bytes ahead, without going there.
    func peekCode(_ offset: Int) -> ISOCode? {
        guard offset >= 0, offset + 4 <= remaining else { return nil }
        let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position + offset, as: UInt32.self) }
        return ISOCode(rawValue: UInt32(bigEndian: value))
    }

    /// Bytes up to a zero, which is passed over, or to the end.
    mutating func untilZero() -> [UInt8] {
        let part = bytes[position..<end]
        let stop = part.firstIndex(of: 0) ?? end
        position = min(stop + 1, end)
        return Array(part[..<stop])
    }

    /// A copy of what is ahead, without going there.
    package func copy() -> [UInt8] {
        var fields = self
        return fields.rest()
    }

    /// Lends all that is left as raw bytes, for tables.
    func withRest<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[position..<end])) }
    }

    /// The next box inside this one, cut where this one ends; nil at the end, at a terminating zero and at garbage.
    mutating func nextBox() -> (type: ISOCode, content: ISOFields)? {
        guard let header = ISOBoxHeader(self, remaining: Int64(remaining)), header.type.rawValue != 0 else {
            return nil
        }
        guard header.size >= Int64(header.headerSize) else { return nil }
        let start = position + header.headerSize
        position += Int(min(header.size, Int64(remaining)))
        guard start <= position else { return nil }
        var content = ISOFields(bytes: bytes, box: header.type, range: start..<position)
        content.userType = header.userType
        return (header.type, content)
    }

    /// The first box of a kind among those ahead.
    func firstBox(_ type: ISOCode) -> ISOFields? {
        var walk = self
        while let box = walk.nextBox() {
            if box.type == type { return box.content }
        }
        return nil
    }
}
