extension ReferenceInteger {
    /// Divides towards minus infinity; the remainder is never negative.
    ///
    /// - Precondition: `divisor` is positive.
    func flooringDivide(by divisor: ReferenceInteger) -> (quotient: ReferenceInteger, remainder: ReferenceInteger) {
        precondition(divisor.isPositive, "the divisor must be positive")
        let (quotient, remainder) = Self.divide(limbs, by: divisor.limbs)
        let truncated = ReferenceInteger(isNegative: isNegative, limbs: quotient)
        let rest = ReferenceInteger(isNegative: false, limbs: remainder)
        if !isNegative || rest.isZero { return (truncated, rest) }
        return (truncated - .one, divisor - rest)
    }

    /// The greatest common divisor of the magnitudes; the other number's magnitude where one is zero.
    static func greatestCommonDivisor(_ lhs: ReferenceInteger, _ rhs: ReferenceInteger) -> ReferenceInteger {
        var larger = lhs.magnitude
        var smaller = rhs.magnitude
        while !smaller.isZero {
            (larger, smaller) = (smaller, larger.flooringDivide(by: smaller).remainder)
        }
        return larger
    }

    private static func divide(
        _ numerator: [UInt32],
        by denominator: [UInt32]
    ) -> (quotient: [UInt32], remainder: [UInt32]) {
        if order(numerator, denominator) < 0 { return ([], numerator) }
        if denominator.count == 1 { return divideShort(numerator, by: UInt64(denominator[0])) }
        return divideLong(numerator, by: denominator)
    }

    private static func divideShort(
        _ numerator: [UInt32],
        by denominator: UInt64
    ) -> (quotient: [UInt32], remainder: [UInt32]) {
        var quotient = numerator
        var rest: UInt64 = 0
        var index = numerator.count - 1
        while index >= 0 {
            let current = rest << 32 | UInt64(numerator[index])
            quotient[index] = UInt32(current / denominator)
            rest = current % denominator
            index -= 1
        }
        return (quotient, [UInt32(rest)])
    }

    /// Long division with limbs as digits (Knuth, volume 2, algorithm D): both are shifted until the top bit of the
    /// denominator is set, so that each guessed digit is at most two too large.
    private static func divideLong(
        _ numerator: [UInt32],
        by denominator: [UInt32]
    ) -> (quotient: [UInt32], remainder: [UInt32]) {
        let shift = denominator[denominator.count - 1].leadingZeroBitCount
        let divisor = shiftedLeft(denominator, by: shift)
        var rest = shiftedLeft(numerator + [0], by: shift)
        let digits = numerator.count - denominator.count + 1
        var quotient = [UInt32](repeating: 0, count: digits)
        var position = digits - 1
        while position >= 0 {
            var digit = guessDigit(rest, at: position, divisor: divisor)
            if subtract(divisor, times: digit, from: &rest, at: position) {
                digit -= 1
                addBack(divisor, to: &rest, at: position)
            }
            quotient[position] = UInt32(digit)
            position -= 1
        }
        return (quotient, shiftedRight(rest, by: shift))
    }

    private static func guessDigit(_ rest: [UInt32], at position: Int, divisor: [UInt32]) -> UInt64 {
        let count = divisor.count
        let top = UInt64(divisor[count - 1])
        let second = UInt64(divisor[count - 2])
        let leading = UInt64(rest[position + count]) << 32 | UInt64(rest[position + count - 1])
        let following = UInt64(rest[position + count - 2])
        var digit = leading / top
        var remainder = leading % top
        while digit >> 32 != 0 || digit * second > (remainder << 32 | following) {
            digit -= 1
            remainder += top
            if remainder >> 32 != 0 { break }
        }
        return digit
    }

    /// Takes `digit` times the divisor away, and says whether that was too much.
    private static func subtract(
        _ divisor: [UInt32],
        times digit: UInt64,
        from rest: inout [UInt32],
        at position: Int
    ) -> Bool {
        var carry: UInt64 = 0
        var borrow: Int64 = 0
        var index = 0
        while index <= divisor.count {
            let part = index < divisor.count ? digit * UInt64(divisor[index]) + carry : carry
            carry = part >> 32
            let difference = Int64(rest[position + index]) - Int64(part & 0xffff_ffff) - borrow
            rest[position + index] = UInt32(truncatingIfNeeded: difference)
            borrow = difference < 0 ? 1 : 0
            index += 1
        }
        return borrow != 0
    }

    private static func addBack(_ divisor: [UInt32], to rest: inout [UInt32], at position: Int) {
        var carry: UInt64 = 0
        var index = 0
        while index <= divisor.count {
            let total =
                UInt64(rest[position + index]) + (index < divisor.count ? UInt64(divisor[index]) : 0) + carry
            rest[position + index] = UInt32(truncatingIfNeeded: total)
            carry = total >> 32
            index += 1
        }
    }

    /// Shifts by less than 32 bits; bits beyond the top limb are lost.
    private static func shiftedLeft(_ limbs: [UInt32], by shift: Int) -> [UInt32] {
        var result = limbs
        var carry: UInt64 = 0
        var index = 0
        while index < limbs.count {
            let wide = UInt64(limbs[index]) << UInt64(shift) | carry
            result[index] = UInt32(truncatingIfNeeded: wide)
            carry = wide >> 32
            index += 1
        }
        return result
    }

    private static func shiftedRight(_ limbs: [UInt32], by shift: Int) -> [UInt32] {
        var result = limbs
        var index = 0
        while index < limbs.count {
            let above = index + 1 < limbs.count ? UInt64(limbs[index + 1]) << 32 : 0
            result[index] = UInt32(truncatingIfNeeded: (above | UInt64(limbs[index])) >> UInt64(shift))
            index += 1
        }
        return result
    }
}
