/// What FLAC checks its frames by (RFC 9639, 9.1.8 and 9.3): remainders of polynomials over one bit.
package enum FLACChecksum {
    package static let eight: [UInt8] = (0..<256).map { number in
        (0..<8).reduce(UInt8(number)) { value, _ in value & 0x80 == 0 ? value << 1 : value << 1 ^ 0x07 }
    }
    package static let sixteen: [UInt16] = (0..<256).map { number in
        (0..<8).reduce(UInt16(number) << 8) { value, _ in timesX(value) }
    }

    /// The checksum of a frame's head.
    static func ofHead(_ bytes: some Sequence<UInt8>) -> UInt8 {
        let table = eight
        return bytes.reduce(0) { table[Int($0 ^ $1)] }
    }

    /// The checksum of a frame, or of its beginning.
    package static func ofFrame(_ bytes: some Sequence<UInt8>) -> UInt16 {
        let table = sixteen
        return bytes.reduce(0) { $0 << 8 ^ table[Int($0 >> 8 ^ UInt16($1))] }
    }

    /// What the checksum of a frame's beginning adds to that of the frame, with so many bytes behind it.
    package static func moved(_ checksum: UInt16, by byteCount: Int) -> UInt16 {
        var (result, power, rest) = (checksum, UInt16(0x0100), byteCount)
        while rest > 0 {
            if rest & 1 == 1 { result = product(result, power) }
            power = product(power, power)
            rest >>= 1
        }
        return result
    }

    private static func product(_ first: UInt16, _ second: UInt16) -> UInt16 {
        (0..<16).reversed().reduce(0) { timesX($0) ^ (second >> UInt16($1) & 1 == 1 ? first : 0) }
    }

    private static func timesX(_ value: UInt16) -> UInt16 { value & 0x8000 == 0 ? value << 1 : value << 1 ^ 0x8005 }
}
