import CMTimeLib
import Testing

/// Laws of addition, subtraction and multiplication.
@Suite("Arithmetic of times")
struct ArithmeticTests {
    @Test("the order of the operands never changes a sum, not even in one bit")
    func commutativity() throws {
        try checkProperty(cases: 50_000) { generator in
            let first = generator.bits.chance(20) ? generator.rawTime() : generator.time()
            let second = generator.time(near: first)
            return (first + second).hasSameBits(as: second + first) ? nil : bits(first, second)
        }
    }

    @Test("adding or subtracting zero keeps the value, the timescale and the epoch")
    func zero() throws {
        try checkProperty { generator in
            let time = generator.numericTime()
            let isKept = (time + .zero).hasSameBits(as: time) && (time - .zero).hasSameBits(as: time)
            return isKept && (.zero + time).hasSameBits(as: time) ? nil : bits(time)
        }
    }

    @Test("subtracting is adding the negated operand, wherever that can be written")
    func subtraction() throws {
        try checkProperty(cases: 50_000) { generator in
            let first = generator.time()
            let second = generator.time(near: first)
            guard let negated = second.negated, !second.touchesLimit(whenAddedTo: first) else { return nil }
            return (first - second).hasSameBits(as: first + negated) ? nil : bits(first, second)
        }
    }

    @Test("a numeric time less itself is nothing, without rounding")
    func difference() throws {
        try checkProperty { generator in
            let time = generator.numericTime()
            let difference = time - time
            let isZero = difference.value == 0 && difference.timescale == time.timescale && difference.epoch == 0
            return isZero && difference.hasBeenRounded == time.hasBeenRounded ? nil : bits(time)
        }
    }

    @Test("a sum that does not say it was rounded is exact, and one that does is at most one unit off")
    func sums() throws {
        try checkProperty(cases: 50_000) { generator in
            var first = generator.numericTime()
            var second = generator.time(near: first)
            guard Oracle.effectiveClass(of: second) == .numeric else { return nil }
            (first.flags, second.flags) = (.valid, .valid)
            (first.epoch, second.epoch) = (0, 0)
            let sum = first + second
            guard sum.isNumeric else { return nil }
            // Both sides of `sum = first + second` times the three timescales.
            let product = ReferenceInteger(first.timescale) * ReferenceInteger(second.timescale)
            let left = ReferenceInteger(sum.value) * product
            let upper =
                ReferenceInteger(first.value) * ReferenceInteger(second.timescale)
                + ReferenceInteger(second.value) * ReferenceInteger(first.timescale)
            let error = (left - upper * ReferenceInteger(sum.timescale)).magnitude
            return (sum.hasBeenRounded ? error <= product : error.isZero) ? nil : bits(first, second)
        }
    }

    @Test("two times of different, nonzero epochs have no sum; equal epochs cancel")
    func epochs() throws {
        try checkProperty { generator in
            var first = generator.numericTime()
            var second = generator.numericTime()
            (first.epoch, second.epoch) = (generator.epoch(), generator.epoch())
            let sum = first + second
            guard sum.isNumeric else { return nil }
            let isDuration = first.epoch != 0 && first.epoch == second.epoch
            let expected = isDuration ? 0 : first.epoch | second.epoch
            let isRefused = first.epoch != 0 && second.epoch != 0 && first.epoch != second.epoch
            return !isRefused && sum.epoch == expected ? nil : bits(first, second)
        }
    }
}

/// Laws of multiplication and absolute values.
@Suite("Multiplication of times")
struct MultiplicationTests {
    @Test("multiplying by one, and by any number over itself, changes nothing")
    func one() throws {
        try checkProperty { generator in
            let time = generator.numericTime()
            let number = generator.multiplier()
            let once = CMTimeMultiply(time, multiplier: 1)
            guard number != 0 else { return once.hasSameBits(as: time) ? nil : bits(time) }
            let ratio = CMTimeMultiplyByRatio(time, multiplier: number, divisor: number)
            return once.hasSameBits(as: time) && ratio.hasSameBits(as: time) ? nil : bits(time, number)
        }
    }

    @Test("multiplying by minus one negates")
    func minusOne() throws {
        try checkProperty { generator in
            let time = generator.numericTime()
            guard let negated = time.negated else { return nil }
            return CMTimeMultiply(time, multiplier: -1).hasSameBits(as: negated) ? nil : bits(time)
        }
    }

    @Test("a product is the exact one, or the nearest one at a halved timescale")
    func products() throws {
        try checkProperty(cases: 50_000) { generator in
            let (time, multiplier) = (generator.numericTime(), generator.multiplier())
            let result = CMTimeMultiply(time, multiplier: multiplier)
            let isClose = result.isWithinHalfUnit(of: time, times: multiplier, over: 1)
            return isClose ? nil : bits(time, multiplier)
        }
    }

    @Test("a ratio is the exact one, or the nearest one at its timescale")
    func ratios() throws {
        try checkProperty(cases: 50_000) { generator in
            let (time, multiplier, divisor) = (generator.numericTime(), generator.multiplier(), generator.multiplier())
            guard divisor != 0 else { return nil }
            let result = CMTimeMultiplyByRatio(time, multiplier: multiplier, divisor: divisor)
            let isClose = result.isWithinHalfUnit(of: time, times: multiplier, over: divisor)
            return isClose ? nil : bits(time, multiplier, divisor)
        }
    }

    @Test("multiplying a short time by a whole binary64 number agrees with multiplying by the integer")
    func wholeFactors() throws {
        try checkProperty { generator in
            var time = generator.shortTime()
            time.timescale = generator.bits.element(of: [1, 2, 4, 10, 100, 1000, 1_000_000])
            let factor = Int32(generator.bits.below(2001) - 1000)
            let product = CMTimeMultiplyByFloat64(time, multiplier: Double(factor))
            return product == CMTimeMultiply(time, multiplier: factor) ? nil : bits(time, factor)
        }
    }

    @Test("an absolute value is never negative, and the same for a time and its negation")
    func absoluteValues() throws {
        try checkProperty { generator in
            let time = generator.time()
            let magnitude = CMTimeAbsoluteValue(time)
            let isPositive =
                !magnitude.isNumeric
                || magnitude
                    >= CMTimeMakeWithEpoch(
                        value: 0,
                        timescale: 1,
                        epoch: magnitude.epoch
                    )
            guard let negated = time.negated, negated.isNumeric else { return isPositive ? nil : bits(time) }
            let isSame = CMTimeAbsoluteValue(negated).hasSameBits(as: magnitude)
            return isPositive && isSame && CMTimeAbsoluteValue(magnitude) == magnitude ? nil : bits(time)
        }
    }
}

extension CMTime {
    /// The time with its sign turned, or `nil` where it cannot be written.
    fileprivate var negated: CMTime? {
        var result = self
        switch Oracle.flaggedClass(of: self) {
        case .positiveInfinity: return .negativeInfinity
        case .negativeInfinity: return .positiveInfinity
        case .indefinite, .invalid: return result
        case .numeric where value == .min: return nil
        case .numeric: result.value = -value
        }
        return result
    }

    /// Whether one of the timescales that a sum with `other` may use makes the value exactly plus or minus 2^63, of
    /// which only one fits: there, a number and its negation do not overflow alike.
    fileprivate func touchesLimit(whenAddedTo other: CMTime) -> Bool {
        let numbers = [Oracle.effectiveClass(of: self), Oracle.effectiveClass(of: other)]
        guard numbers == [.numeric, .numeric] else { return false }
        let limit = ReferenceInteger(Int64.min).magnitude
        var scale = Oracle.commonTimescale(timescale, other.timescale)
        while scale > 0 {
            let rounded = Oracle.rescale(value, to: scale, from: Int64(timescale), method: .roundHalfAwayFromZero)
            if rounded.value.magnitude == limit { return true }
            scale /= 2
        }
        return false
    }

    /// Whether the time is at most half a unit away from `time * multiplier / divisor`, and exact where it is not
    /// marked as rounded. An infinity is right where the number is beyond 64 bits of seconds.
    fileprivate func isWithinHalfUnit(of time: CMTime, times multiplier: Int32, over divisor: Int32) -> Bool {
        let sign = divisor < 0 ? -ReferenceInteger.one : .one
        let numerator = ReferenceInteger(time.value) * ReferenceInteger(multiplier) * sign
        let denominator = ReferenceInteger(time.timescale) * ReferenceInteger(divisor).magnitude
        guard isNumeric else {
            let seconds = Oracle.roundHalfAway(numerator, denominator).value
            return seconds.int64 == nil && (seconds.isNegative ? isNegativeInfinity : isPositiveInfinity)
        }
        let error = (ReferenceInteger(value) * denominator - numerator * ReferenceInteger(timescale)).magnitude
        if !hasBeenRounded { return error.isZero && epoch == time.epoch }
        return error + error <= denominator && epoch == time.epoch
    }
}
