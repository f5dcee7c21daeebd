extension Rational128 {
    /// Makes the exact value of a binary64 number.
    ///
    /// The value is that of the bits, not of the decimal text they were written as: `Rational128(exactly: 0.1)` is
    /// 3602879701896397/36028797018963968. For 1/10 read the text: `Rational128("0.1")`.
    ///
    /// Nil for NaN and infinities, and for numbers that need more than 127 bits above or below the line (most below
    /// 2^-74, all from 2^127 on).
    public init?(exactly number: Double) {
        guard number.isFinite else { return nil }
        guard number != 0 else {
            self = .zero
            return
        }
        // number = significand * 2^exponent with an odd significand.
        let fraction = number.significandBitPattern | (number.isNormal ? 1 << 52 : 0)
        let shift = fraction.trailingZeroBitCount
        let significand = UInt128(fraction >> UInt64(shift))
        let exponent = Int(max(number.exponentBitPattern, 1)) - 1075 + shift
        let isNegative = number.sign == .minus
        if exponent < 0 {
            guard exponent >= -126, let top = signed(significand, isNegative: isNegative) else { return nil }
            self.init(reduced: top, over: 1 << Int128(-exponent))
        } else {
            guard exponent < significand.leadingZeroBitCount,
                let top = signed(significand << UInt128(exponent), isNegative: isNegative)
            else { return nil }
            self.init(reduced: top, over: 1)
        }
    }

    /// The nearest binary64 number (ties to even), for people and for JSON; arithmetic stays with the fraction.
    public var doubleValue: Double {
        let top = numerator.magnitude
        guard top != 0 else { return 0 }
        let bottom = denominator.magnitude
        // Scaled so that the quotient has 62 to 63 bits, or more where the number is large enough by itself.
        let scale = max(0, 62 + bottom.leadingZeroBitCount.distance(to: top.leadingZeroBitCount))
        let scaled = WideInteger(high: top >> (128 - scale), low: top << scale)
        guard let (quotient, remainder) = scaled.quotientAndRemainder(dividingBy: bottom) else { return .nan }
        // A conversion from 64 bits rounds correctly; the last bit stands for all that was cut off below it.
        let excess = max(0, 64 - quotient.leadingZeroBitCount)
        let kept = UInt64(truncatingIfNeeded: quotient >> excess)
        let isCut = remainder != 0 || quotient.trailingZeroBitCount < excess
        let magnitude = Double(kept | (isCut ? 1 : 0)) * Double(sign: .plus, exponent: excess - scale, significand: 1)
        return isNegative ? -magnitude : magnitude
    }
}
