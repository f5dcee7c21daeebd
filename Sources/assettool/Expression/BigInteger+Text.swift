extension BigInteger {
    /// Reads ASCII digits, of which there may be none. Takes time quadratic in their number.
    init(digits: some Collection<UInt8>) {
        var limbs: [UInt32] = []
        var rest = digits[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(9)
            rest = rest.dropFirst(9)
            var carry: UInt64 = 0
            var scale: UInt64 = 1
            for digit in chunk {
                carry = carry * 10 + UInt64(digit - UInt8(ascii: "0"))
                scale *= 10
            }
            var index = 0
            while index < limbs.count {
                carry += UInt64(limbs[index]) * scale
                limbs[index] = UInt32(truncatingIfNeeded: carry)
                carry >>= 32
                index += 1
            }
            limbs.append(UInt32(carry))
        }
        self.init(limbs: limbs)
    }

    /// Ten to a power that is not negative.
    static func powerOfTen(_ exponent: Int) -> BigInteger {
        BigInteger(digits: [UInt8(ascii: "1")] + [UInt8](repeating: UInt8(ascii: "0"), count: exponent))
    }
}

extension BigInteger: CustomStringConvertible {
    /// The number in decimal. Takes time quadratic in its size.
    var description: String {
        guard !isZero else { return "0" }
        var chunks: [String] = []
        var rest = magnitude
        while !rest.isZero {
            let (quotient, chunk) = rest.dividedBySingle(1_000_000_000)
            let digits = "\(chunk)"
            chunks.append(quotient.isZero ? digits : String(repeating: "0", count: 9 - digits.count) + digits)
            rest = quotient
        }
        return (isNegative ? "-" : "") + chunks.reversed().joined()
    }
}
