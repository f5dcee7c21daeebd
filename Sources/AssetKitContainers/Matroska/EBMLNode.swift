internal import AssetKitBase

/// EBML's numbers of variable length.
enum EBMLNumber {
    /// A size and how many bytes it takes; the size is nil when all its bits are set, which says "unknown".
    static func size(_ bytes: ArraySlice<UInt8>) -> (size: Int64?, length: Int)? {
        guard let (value, length) = unsigned(bytes) else { return nil }
        let unknown = UInt64(1) << (7 * UInt64(length)) - 1
        return (value == unknown ? nil : Int64(value), length)
    }

    /// An unsigned number without its length mark, and how many bytes it takes. It has at most 56 bits.
    static func unsigned(_ bytes: ArraySlice<UInt8>) -> (value: UInt64, length: Int)? {
        guard let first = bytes.first, first != 0 else { return nil }
        let length = first.leadingZeroBitCount + 1
        guard bytes.count >= length else { return nil }
        var value = UInt64(first) & (0xff >> UInt64(length))
        for byte in bytes.dropFirst().prefix(length - 1) { value = value << 8 | UInt64(byte) }
        return (value, length)
    }

    /// The same of bytes from a place on.
    static func unsigned(_ bytes: BytePrefix, at place: Int) -> (value: UInt64, length: Int)? {
        guard place < bytes.count, case let first = bytes[place], first != 0 else { return nil }
        let length = first.leadingZeroBitCount + 1
        guard bytes.count >= place + length else { return nil }
        return (bytes.number(at: place, length: length) & (1 << UInt64(7 * length) - 1), length)
    }

    /// A signed number, as the differences of EBML lacing are stored: shifted by half of their range.
    static func signed(_ bytes: ArraySlice<UInt8>) -> (value: Int64, length: Int)? {
        guard let (value, length) = unsigned(bytes) else { return nil }
        return (Int64(value) - (Int64(1) << (7 * Int64(length) - 1) - 1), length)
    }
}

/// An element in memory.
package struct EBMLNode {
    package let id: UInt32
    /// The bytes of the whole element that was read, of which this one is the part `range`.
    package let bytes: [UInt8]
    package let range: Range<Int>
    /// Where `bytes` begin in the file.
    package let base: Int64

    package init(id: UInt32, bytes: [UInt8], base: Int64) {
        self.init(id: id, bytes: bytes, range: 0..<bytes.count, base: base)
    }

    private init(id: UInt32, bytes: [UInt8], range: Range<Int>, base: Int64) {
        self.id = id
        self.bytes = bytes
        self.range = range
        self.base = base
    }

    package var offset: Int64 { base + Int64(range.lowerBound) }
    package var extent: ByteExtent { ByteExtent(offset: offset, count: Int64(range.count)) }
    package var content: ArraySlice<UInt8> { bytes[range] }

    /// Visits the children in order until `body` answers false; the answer is false when they are damaged.
    @discardableResult
    func forEachChild(_ body: (EBMLNode) -> Bool) -> Bool {
        var position = range.lowerBound
        while position < range.upperBound {
            let head = bytes[position..<min(position + 12, range.upperBound)]
            guard let element = EBMLHead(head, at: Int64(position)), let size = element.size,
                size <= Int64(range.upperBound) - element.dataOffset
            else { return false }
            let start = Int(element.dataOffset)
            let child = EBMLNode(id: element.id, bytes: bytes, range: start..<start + Int(size), base: base)
            position = child.range.upperBound
            guard body(child) else { return true }
        }
        return true
    }
}

extension EBMLNode {
    package var unsigned: UInt64? {
        guard range.count <= 8 else { return nil }
        return content.reduce(0) { $0 << 8 | UInt64($1) }
    }

    package var signed: Int64? {
        guard let unsigned else { return nil }
        guard !range.isEmpty else { return 0 }
        let unused = UInt64(64 - 8 * range.count)
        return Int64(bitPattern: unsigned << unused) >> Int64(unused)
    }

    var int: Int? { unsigned.flatMap { Int(exactly: $0) } }
    package var flag: Bool? { unsigned.map { $0 != 0 } }

    /// A floating-point number of four or eight bytes; an empty one is 0.
    package var float: Double? {
        guard let unsigned else { return nil }
        switch range.count {
        case 0: return 0
        case 4: return Double(Float(bitPattern: UInt32(unsigned)))
        case 8: return Double(bitPattern: unsigned)
        default: return nil
        }
    }

    /// A text up to its first zero.
    package var text: String { String(decoding: TagText.terminated(content), as: UTF8.self) }
    package var binary: [UInt8] { Array(content) }
}
