import CMTimeLib

extension Oracle {
    static func description(_ time: CMTime) -> String {
        switch flaggedClass(of: time) {
        case .invalid: return "{INVALID}"
        case .indefinite: return "{INDEFINITE}"
        case .positiveInfinity: return "{+INFINITY}"
        case .negativeInfinity: return "{-INFINITY}"
        case .numeric: break
        }
        let rounded = hasRoundedBit(time) ? ", rounded" : ""
        let epoch = time.epoch == 0 ? "" : ", epoch \(time.epoch)"
        return "{\(time.value)/\(time.timescale) = \(threeDecimals(seconds(time)))\(rounded)\(epoch)}"
    }

    static func description(_ range: CMTimeRange) -> String {
        "{\(description(range.start)), \(description(range.duration))}"
    }

    static func description(_ mapping: CMTimeMapping) -> String {
        "{\(description(mapping.source)), \(description(mapping.target))}"
    }

    /// What C prints for `%.3f`: the exact binary64 value to the nearest thousandth, ties to even.
    static func threeDecimals(_ number: Double) -> String {
        if number.isNaN { return "nan" }
        let sign = number.sign == .minus ? "-" : ""
        if number.isInfinite { return sign + "inf" }
        let biased = Int(number.bitPattern >> 52 & 0x7ff)
        let fraction = number.bitPattern & 0xf_ffff_ffff_ffff
        let significand = biased == 0 ? fraction : fraction | 1 << 52
        let exponent = max(biased, 1) - 1075
        let thousandfold = ReferenceInteger(isNegative: false, magnitude: significand) * ReferenceInteger(Int64(1000))
        let thousandths = roundHalfEven(
            thousandfold * powerOfTwo(max(exponent, 0)),
            powerOfTwo(max(-exponent, 0))
        )
        let digits = decimalDigits(thousandths)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(sign)\(padded.dropLast(3)).\(padded.suffix(3))"
    }

    private static func roundHalfEven(_ numerator: ReferenceInteger, _ denominator: ReferenceInteger)
        -> ReferenceInteger
    {
        let (floor, rest) = numerator.flooringDivide(by: denominator)
        let twice = rest + rest
        if twice == denominator { return (floor.limbs.first ?? 0) % 2 == 0 ? floor : floor + .one }
        return twice > denominator ? floor + .one : floor
    }

    private static func powerOfTwo(_ exponent: Int) -> ReferenceInteger {
        let zeros = [UInt32](repeating: 0, count: exponent / 32)
        return ReferenceInteger(isNegative: false, limbs: zeros + [UInt32(1) << UInt32(exponent % 32)])
    }

    private static func decimalDigits(_ number: ReferenceInteger) -> String {
        let chunk = ReferenceInteger(Int64(1_000_000_000))
        var rest = number
        var text = ""
        while rest >= chunk {
            let (quotient, remainder) = rest.flooringDivide(by: chunk)
            let digits = "\(remainder.limbs.first ?? 0)"
            text = String(repeating: "0", count: 9 - digits.count) + digits + text
            rest = quotient
        }
        return "\(rest.limbs.first ?? 0)" + text
    }
}
