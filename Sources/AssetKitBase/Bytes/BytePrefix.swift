/// Up to sixteen bytes without memory of their own: what a parser looks at to know what comes.
package struct BytePrefix: Sendable {
    /// The first byte is the highest one.
    private let bits: UInt128
    package let count: Int

    /// The first byte is the highest one of `bits`.
    package init(bits: UInt128, count: Int) { (self.bits, self.count) = (bits, count) }

    /// The first of some bytes.
    package init(_ bytes: some Collection<UInt8>) {
        let bytes = bytes.prefix(16)
        count = bytes.count
        let number = bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        bits = count == 0 ? 0 : number << UInt128(8 * (16 - count))
    }

    /// Not more than so many of the bytes.
    package func prefix(_ limit: Int) -> BytePrefix { BytePrefix(bits: bits, count: min(count, max(0, limit))) }

    package subscript(place: Int) -> UInt8 {
        precondition(place >= 0 && place < count, "no byte \(place) of \(count)")
        return UInt8(truncatingIfNeeded: bits >> UInt128(120 - 8 * place))
    }

    /// The number that up to eight bytes make, the first one highest.
    package func number(at place: Int, length: Int) -> UInt64 {
        precondition(place >= 0 && length > 0 && length <= 8 && place + length <= count, "no \(length) at \(place)")
        let number = UInt64(truncatingIfNeeded: bits >> UInt128(8 * (16 - place - length)))
        return length == 8 ? number : number & (1 << UInt64(8 * length) - 1)
    }
}
