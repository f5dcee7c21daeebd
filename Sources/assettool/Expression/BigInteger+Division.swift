extension BigInteger {
    /// The quotient, cut toward zero, and what is left, which has the sign of the dividend. The divisor is not zero.
    func quotientAndRemainder(dividingBy divisor: BigInteger) -> (quotient: BigInteger, remainder: BigInteger) {
        precondition(!divisor.isZero, "division by zero")
        guard !Self.isLess(limbs, than: divisor.limbs) else { return (.zero, self) }
        if divisor.limbs.count == 1 {
            let (quotient, rest) = dividedBySingle(divisor.limbs[0])
            return (
                BigInteger(isNegative: isNegative != divisor.isNegative, limbs: quotient.limbs),
                BigInteger(isNegative: isNegative, limbs: [rest])
            )
        }
        let (quotient, remainder) = Self.longDivision(limbs, by: divisor.limbs)
        return (
            BigInteger(isNegative: isNegative != divisor.isNegative, limbs: quotient),
            BigInteger(isNegative: isNegative, limbs: remainder)
        )
    }

    /// The quotient of the magnitude by a single limb that is not zero, and what is left.
    func dividedBySingle(_ divisor: UInt32) -> (quotient: BigInteger, remainder: UInt32) {
        var quotient = limbs
        var rest: UInt64 = 0
        var index = limbs.count - 1
        while index >= 0 {
            rest = rest << 32 | UInt64(limbs[index])
            quotient[index] = UInt32(rest / UInt64(divisor))
            rest %= UInt64(divisor)
            index -= 1
        }
        return (BigInteger(limbs: quotient), UInt32(rest))
    }

    /// The largest integer that is not above the quotient. The divisor is positive.
    func floored(dividingBy divisor: BigInteger) -> BigInteger {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder.isNegative ? quotient - .one : quotient
    }

    /// Pencil-and-paper division in base 2^32 (Knuth, volume 2, 4.3.1, algorithm D). Both numbers are shifted until the
    /// divisor's top bit is set; a digit guessed from the top three limbs is then at most one too large.
    private static func longDivision(
        _ dividend: [UInt32],
        by divisor: [UInt32]
    ) -> (quotient: [UInt32], remainder: [UInt32]) {
        let shift = divisor[divisor.count - 1].leadingZeroBitCount
        let divisor = shiftedLeft(divisor, by: shift)
        var rest = shiftedLeft(dividend + [0], by: shift)
        var quotient = [UInt32](repeating: 0, count: dividend.count - divisor.count + 1)
        var place = quotient.count - 1
        while place >= 0 {
            var digit = guessedDigit(rest, place, divisor)
            if takeAway(divisor, times: digit, from: &rest, at: place) {
                digit -= 1
                putBack(divisor, into: &rest, at: place)
            }
            quotient[place] = UInt32(digit)
            place -= 1
        }
        return (quotient, shiftedRight(rest, by: shift))
    }

    private static func guessedDigit(_ rest: [UInt32], _ place: Int, _ divisor: [UInt32]) -> UInt64 {
        let top = place + divisor.count
        let leading = UInt64(rest[top]) << 32 | UInt64(rest[top - 1])
        let first = UInt64(divisor[divisor.count - 1])
        let second = UInt64(divisor[divisor.count - 2])
        var (digit, left) = leading.quotientAndRemainder(dividingBy: first)
        while digit > UInt32.max || digit * second > left << 32 | UInt64(rest[top - 2]) {
            digit -= 1
            left += first
            guard left <= UInt32.max else { break }
        }
        return digit
    }

    /// Subtracts `digit` times the divisor, and tells whether that was once too often.
    private static func takeAway(
        _ divisor: [UInt32],
        times digit: UInt64,
        from rest: inout [UInt32],
        at place: Int
    ) -> Bool {
        var carry: UInt64 = 0
        var borrow: Int64 = 0
        var index = 0
        while index < divisor.count {
            carry += digit * UInt64(divisor[index])
            borrow += Int64(rest[place + index]) - Int64(carry & 0xffff_ffff)
            rest[place + index] = UInt32(truncatingIfNeeded: borrow)
            carry >>= 32
            borrow >>= 32
            index += 1
        }
        borrow += Int64(rest[place + index]) - Int64(carry)
        rest[place + index] = UInt32(truncatingIfNeeded: borrow)
        return borrow < 0
    }

    private static func putBack(_ divisor: [UInt32], into rest: inout [UInt32], at place: Int) {
        var carry: UInt64 = 0
        var index = 0
        while index < divisor.count {
            carry += UInt64(rest[place + index]) + UInt64(divisor[index])
            rest[place + index] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
            index += 1
        }
        rest[place + index] &+= UInt32(carry)
    }

    /// Shifts by less than a limb. What leaves at the top is lost, so there has to be room.
    private static func shiftedLeft(_ limbs: [UInt32], by shift: Int) -> [UInt32] {
        guard shift != 0 else { return limbs }
        var result = limbs
        var index = limbs.count - 1
        while index >= 0 {
            result[index] = limbs[index] << UInt32(shift) | (index > 0 ? limbs[index - 1] >> UInt32(32 - shift) : 0)
            index -= 1
        }
        return result
    }

    private static func shiftedRight(_ limbs: [UInt32], by shift: Int) -> [UInt32] {
        guard shift != 0 else { return limbs }
        var result = limbs
        var index = 0
        while index < limbs.count {
            let above = index + 1 < limbs.count ? limbs[index + 1] << UInt32(32 - shift) : 0
            result[index] = limbs[index] >> UInt32(shift) | above
            index += 1
        }
        return result
    }
}
