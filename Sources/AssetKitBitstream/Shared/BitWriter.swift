/// Writes bits, most significant first: the other half of ``BitReader``.
package struct BitWriter {
    package private(set) var bytes: [UInt8] = []
    /// The number of bits written so far.
    package private(set) var position = 0

    var isByteAligned: Bool { position & 7 == 0 }

    package init(capacity: Int = 64) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes the lowest bits of a number, 0 to 32 of them.
    package mutating func unsigned(_ value: Int, _ count: Int) {
        precondition((0...32).contains(count), "\(count) bits at once")
        var missing = count
        while missing > 0 {
            if isByteAligned { bytes.append(0) }
            let room = 8 - (position & 7)
            let taken = min(missing, room)
            let part = value >> (missing - taken) & ((1 << taken) - 1)
            bytes[bytes.count - 1] |= UInt8(truncatingIfNeeded: part << (room - taken))
            position += taken
            missing -= taken
        }
    }

    package mutating func flag(_ value: Bool) { unsigned(value ? 1 : 0, 1) }

    /// Writes an unsigned Exp-Golomb code, ue(v): 0 to 2^32 - 2.
    mutating func golomb(_ value: Int) {
        let length = Self.golombLength(value)
        unsigned(0, length / 2)
        // Up to 33 bits: the leading one by itself.
        flag(true)
        unsigned(value + 1, length / 2)
    }

    /// The number of bits of an unsigned Exp-Golomb code.
    static func golombLength(_ value: Int) -> Int {
        precondition((0..<0xFFFF_FFFF).contains(value), "\(value) as ue(v)")
        return 2 * (Int.bitWidth - (value + 1).leadingZeroBitCount) - 1
    }

    /// One code is as long as the other, or longer or shorter by whole bytes.
    static func keepsAlignment(from old: Int, to new: Int) -> Bool {
        (golombLength(new) - golombLength(old)) % 8 == 0
    }

    /// Writes ones up to the next byte boundary, as slice data of CABAC wants before it.
    mutating func fillWithOnes() {
        if !isByteAligned { unsigned(0xFF, 8 - (position & 7)) }
    }

    /// Writes bits of a payload as they are. The range must lie within it.
    package mutating func copy(_ range: Range<Int>, of payload: [UInt8]) {
        precondition(range.lowerBound >= 0 && range.upperBound <= payload.count * 8, "bits outside of the payload")
        var from = range.lowerBound
        // To a byte boundary of the payload; from there on a byte at a time.
        let front = min((8 - (from & 7)) & 7, range.upperBound - from)
        if front > 0 {
            unsigned(Int(payload[from >> 3]) >> (8 - (from & 7) - front), front)
            from += front
        }
        copyBytes(payload[(from >> 3)..<max(from >> 3, range.upperBound >> 3)])
        from = max(from, range.upperBound & ~7)
        let end = range.upperBound - from
        if end > 0 { unsigned(Int(payload[from >> 3]) >> (8 - end), end) }
    }

    private mutating func copyBytes(_ whole: ArraySlice<UInt8>) {
        let shift = UInt8(position & 7)
        position += whole.count * 8
        guard shift > 0, let last = bytes.popLast() else {
            bytes += whole
            return
        }
        var pending = last
        for byte in whole {
            bytes.append(pending | byte >> shift)
            pending = byte << (8 - shift)
        }
        bytes.append(pending)
    }
}

extension BitWriter {
    /// Writes the rest of a raw byte sequence payload from a bit on, up to and with its stop bit, and fills the last byte
    /// with zeros.
    mutating func copyToStopBit(of payload: [UInt8], from start: Int) throws(BitstreamError) {
        guard let last = payload.lastIndex(where: { $0 != 0 }) else { throw .endOfData }
        let end = last * 8 + 8 - payload[last].trailingZeroBitCount
        guard start < end else { throw .endOfData }
        copy(start..<end, of: payload)
    }
}
