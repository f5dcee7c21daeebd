/// Writes bits, to make headers by hand in the words of the standards: u(n), ue(v), se(v).
struct BitBuilder {
    private(set) var bits: [Bool] = []

    mutating func unsigned(_ value: Int, _ count: Int) {
        for index in (0..<count).reversed() { bits.append(value >> index & 1 == 1) }
    }

    mutating func flag(_ value: Bool) { bits.append(value) }

    mutating func golomb(_ value: Int) {
        let width = Int.bitWidth - (value + 1).leadingZeroBitCount
        unsigned(0, width - 1)
        unsigned(value + 1, width)
    }

    mutating func signedGolomb(_ value: Int) {
        golomb(value > 0 ? 2 * value - 1 : -2 * value)
    }

    /// The bits and a stop bit, filled to whole bytes.
    var payload: [UInt8] {
        var copy = self
        copy.flag(true)
        return copy.padded
    }

    /// The bits, filled with zeros to whole bytes.
    var padded: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { byte, index in
                let bit = start + index < bits.count && bits[start + index]
                return byte << 1 | (bit ? 1 : 0)
            }
        }
    }
}
