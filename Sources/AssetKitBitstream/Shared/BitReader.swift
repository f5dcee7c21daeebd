/// Reads bits, most significant first, and never past the end: that throws ``BitstreamError/endOfData``.
///
/// Values of up to 32 bits come as `Int`, so that sums and differences of a few of them cannot overflow.
package struct BitReader {
    private let bytes: ArraySlice<UInt8>
    let bitCount: Int
    /// The number of bits read so far.
    package private(set) var position = 0

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        bitCount = bytes.count * 8
    }

    package init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    package var remaining: Int { bitCount - position }
    var isByteAligned: Bool { position & 7 == 0 }

    /// Reads an unsigned number of 0 to 32 bits.
    package mutating func unsigned(_ count: Int) throws(BitstreamError) -> Int {
        precondition((0...32).contains(count), "\(count) bits at once")
        guard count <= remaining else { throw .endOfData }
        var value = 0
        var missing = count
        while missing > 0 {
            let available = 8 - (position & 7)
            let taken = min(missing, available)
            let byte = Int(bytes[bytes.startIndex + (position >> 3)])
            value = (value << taken) | ((byte >> (available - taken)) & ((1 << taken) - 1))
            position += taken
            missing -= taken
        }
        return value
    }

    package mutating func flag() throws(BitstreamError) -> Bool {
        try unsigned(1) == 1
    }

    package mutating func byte() throws(BitstreamError) -> UInt8 {
        UInt8(try unsigned(8))
    }

    package mutating func skip(_ count: Int) throws(BitstreamError) {
        guard count >= 0, count <= remaining else { throw .endOfData }
        position += count
    }

    mutating func skipToByteBoundary() {
        position = (position + 7) & ~7
    }

    /// Reads bytes from the current place, which must be a byte boundary.
    package mutating func bytes(_ count: Int) throws(BitstreamError) -> ArraySlice<UInt8> {
        precondition(isByteAligned, "bytes begin at a byte boundary")
        guard count >= 0, count <= remaining >> 3 else { throw .endOfData }
        let start = bytes.startIndex + (position >> 3)
        position += count * 8
        return bytes[start..<start + count]
    }

    /// All whole bytes that are left.
    package mutating func remainingBytes() throws(BitstreamError) -> ArraySlice<UInt8> {
        try bytes(remaining >> 3)
    }

    /// Throws unless the next bit is the 1 that some syntaxes put between fields.
    package mutating func marker(_ name: String) throws(BitstreamError) {
        guard try flag() else { throw .invalid(name) }
    }
}

// MARK: Variable length codes

extension BitReader {
    /// Reads an unsigned Exp-Golomb code, ue(v): 0 to 2^32 - 2.
    mutating func golomb() throws(BitstreamError) -> Int {
        var zeros = 0
        while try !flag() {
            zeros += 1
            guard zeros < 32 else { throw .invalid("Exp-Golomb code") }
        }
        return (1 << zeros) - 1 + (try unsigned(zeros))
    }

    /// Reads an unsigned Exp-Golomb code that the standard bounds.
    mutating func golomb(_ name: String, atMost limit: Int) throws(BitstreamError) -> Int {
        let value = try golomb()
        guard value <= limit else { throw .invalid(name) }
        return value
    }

    /// Reads a signed Exp-Golomb code, se(v): 1, -1, 2, -2 and so on.
    mutating func signedGolomb() throws(BitstreamError) -> Int {
        let code = try golomb()
        return code & 1 == 1 ? (code + 1) / 2 : -(code / 2)
    }

    /// Reads a signed Exp-Golomb code that the standard bounds.
    mutating func signedGolomb(_ name: String, in range: ClosedRange<Int>) throws(BitstreamError) -> Int {
        let value = try signedGolomb()
        guard range.contains(value) else { throw .invalid(name) }
        return value
    }

    /// Reads a little-endian number of 7 bits a byte, AV1's leb128().
    mutating func leb128() throws(BitstreamError) -> Int {
        var value = 0
        for index in 0..<8 {
            let part = try unsigned(8)
            value |= (part & 0x7F) << (index * 7)
            guard part & 0x80 != 0 else {
                // The AV1 specification bounds the value to 32 bits, whatever the number of bytes.
                guard value < 1 << 32 else { throw .invalid("leb128") }
                return value
            }
        }
        throw .invalid("leb128")
    }
}

// MARK: The end of a payload

extension BitReader {
    /// Data follows before the stop bit that ends a raw byte sequence payload: more_rbsp_data().
    var hasMoreData: Bool {
        guard let last = bytes.lastIndex(where: { $0 != 0 }) else { return false }
        let stopBit = (last - bytes.startIndex) * 8 + 7 - bytes[last].trailingZeroBitCount
        return position < stopBit
    }
}
