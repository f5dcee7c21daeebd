import CMTimeLib

extension Oracle {
    struct Rounded {
        var value: ReferenceInteger
        var isExact: Bool
    }

    /// `numerator / denominator` as a whole number; a fraction of one half goes away from zero.
    static func roundHalfAway(_ numerator: ReferenceInteger, _ denominator: ReferenceInteger) -> Rounded {
        let (floor, rest) = numerator.flooringDivide(by: denominator)
        if rest.isZero { return Rounded(value: floor, isExact: true) }
        let twice = rest + rest
        let goesUp = twice > denominator || (twice == denominator && !numerator.isNegative)
        return Rounded(value: goesUp ? floor + .one : floor, isExact: false)
    }

    /// `value * to / from`, rounded by `method`.
    static func rescale(_ value: Int64, to: Int64, from: Int64, method: CMTimeRoundingMethod) -> Rounded {
        let numerator = ReferenceInteger(value) * ReferenceInteger(to)
        let denominator = ReferenceInteger(from)
        if method == .roundHalfAwayFromZero { return roundHalfAway(numerator, denominator) }
        let (floor, rest) = numerator.flooringDivide(by: denominator)
        if rest.isZero { return Rounded(value: floor, isExact: true) }
        let isPositive = !numerator.isNegative
        let ceiling = floor + .one
        let towardZero = isPositive ? floor : ceiling
        let awayFromZero = isPositive ? ceiling : floor
        let rounded: ReferenceInteger
        switch method {
        case .roundTowardZero: rounded = towardZero
        case .roundAwayFromZero: rounded = awayFromZero
        case .roundTowardPositiveInfinity: rounded = ceiling
        case .roundTowardNegativeInfinity: rounded = floor
        default:
            let quickTime = to < from ? towardZero : awayFromZero
            rounded = !isPositive && quickTime.isZero ? -.one : quickTime
        }
        return Rounded(value: rounded, isExact: false)
    }

    /// A binary64 number taken apart from its bits.
    struct Split {
        /// The number without its fraction.
        var whole: ReferenceInteger
        var hasFraction: Bool
        /// Whether the fraction is one half or more.
        var isHalfOrMore: Bool
        var isNegative: Bool

        var roundedHalfAway: ReferenceInteger {
            guard isHalfOrMore else { return whole }
            return isNegative ? whole - .one : whole + .one
        }
    }

    /// The exact parts of `number`, or `nil` where it is not finite or beyond 64 bits.
    static func split(_ number: Double) -> Split? {
        let bits = number.bitPattern
        let isNegative = bits >> 63 != 0
        let biased = Int(bits >> 52 & 0x7ff)
        let fraction = bits & 0xf_ffff_ffff_ffff
        let significand = biased == 0 ? fraction : fraction | 1 << 52
        let exponent = max(biased, 1) - 1075
        if exponent > 11 { return nil }
        if exponent >= 0 {
            let whole = ReferenceInteger(isNegative: isNegative, magnitude: significand << UInt64(exponent))
            return Split(whole: whole, hasFraction: false, isHalfOrMore: false, isNegative: isNegative)
        }
        let shift = UInt64(-exponent)
        guard shift < 54 else {  // less than one half, because the significand has 53 bits
            let hasFraction = significand != 0
            return Split(whole: .zero, hasFraction: hasFraction, isHalfOrMore: false, isNegative: isNegative)
        }
        let rest = significand & (1 << shift - 1)
        return Split(
            whole: ReferenceInteger(isNegative: isNegative, magnitude: significand >> shift),
            hasFraction: rest != 0,
            isHalfOrMore: rest >= 1 << (shift - 1),
            isNegative: isNegative
        )
    }
}
