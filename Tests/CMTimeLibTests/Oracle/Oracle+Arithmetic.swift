import CMTimeLib

// Addition and subtraction.
extension Oracle {
    static func add(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
        combine(lhs, rhs, isSubtraction: false)
    }

    static func subtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
        combine(lhs, rhs, isSubtraction: true)
    }

    /// The least common multiple of two positive timescales, or a thousand million where that is too large.
    static func commonTimescale(_ left: Int32, _ right: Int32) -> Int64 {
        let wideLeft = ReferenceInteger(left)
        let wideRight = ReferenceInteger(right)
        let divisor = ReferenceInteger.greatestCommonDivisor(wideLeft, wideRight)
        let multiple = wideLeft.flooringDivide(by: divisor).quotient * wideRight
        return multiple > ReferenceInteger(highestTimescale)
            ? nanosecondTimescale : multiple.int64 ?? nanosecondTimescale
    }

    private static func combine(_ lhs: CMTime, _ rhs: CMTime, isSubtraction: Bool) -> CMTime {
        let left = effectiveClass(of: lhs)
        let right = isSubtraction ? effectiveClass(of: rhs).negated : effectiveClass(of: rhs)
        if left == .invalid || right == .invalid { return invalid }
        if left.isInfinite && right.isInfinite { return left == right ? constant(left) : invalid }
        if left.isInfinite { return constant(left) }
        if right.isInfinite { return constant(right) }
        if left == .indefinite || right == .indefinite { return indefinite }
        if lhs.epoch != 0 && rhs.epoch != 0 {
            return lhs.epoch == rhs.epoch ? combineNumbers(lhs, rhs, isSubtraction, epoch: 0) : invalid
        }
        return combineNumbers(lhs, rhs, isSubtraction, epoch: lhs.epoch == 0 ? rhs.epoch : lhs.epoch)
    }

    private static func combineNumbers(
        _ lhs: CMTime,
        _ rhs: CMTime,
        _ isSubtraction: Bool,
        epoch: Int64
    ) -> CMTime {
        var timescale = commonTimescale(lhs.timescale, rhs.timescale)
        while true {
            let left = rescaleHalfAway(lhs, to: timescale)
            let right = rescaleHalfAway(rhs, to: timescale)
            let sum = isSubtraction ? left.value - right.value : left.value + right.value
            if left.value.int64 != nil, right.value.int64 != nil, let value = sum.int64 {
                let wasRounded = hasRoundedBit(lhs) || hasRoundedBit(rhs)
                let isRounded = wasRounded || !left.isExact || !right.isExact
                return numeric(value, timescale, isRounded: isRounded, epoch: epoch)
            }
            if timescale == 1 { return infinity(isNegative: sum.isNegative) }
            timescale /= 2
        }
    }

    private static func rescaleHalfAway(_ time: CMTime, to timescale: Int64) -> Rounded {
        rescale(time.value, to: timescale, from: Int64(time.timescale), method: .roundHalfAwayFromZero)
    }
}

// Multiplication.
extension Oracle {
    static func multiply(_ time: CMTime, _ multiplier: Int32) -> CMTime {
        let kind = effectiveClass(of: time)
        if kind.isInfinite { return constant(multiplier < 0 ? kind.negated : kind) }
        if kind != .numeric { return constant(kind) }
        return fitting(ReferenceInteger(time.value) * ReferenceInteger(multiplier), of: time)
    }

    /// `number` in units of `time`'s timescale, at the highest halved timescale at which it fits.
    static func fitting(_ number: ReferenceInteger, of time: CMTime) -> CMTime {
        fitting(number, ReferenceInteger(time.timescale), startingAt: Int64(time.timescale), like: time)
    }

    /// `number / denominator` seconds at `highest`, halved while it does not fit.
    private static func fitting(
        _ number: ReferenceInteger,
        _ denominator: ReferenceInteger,
        startingAt highest: Int64,
        like time: CMTime
    ) -> CMTime {
        var timescale = highest
        while true {
            let rounded = roundHalfAway(number * ReferenceInteger(timescale), denominator)
            if let value = rounded.value.int64 {
                let isRounded = hasRoundedBit(time) || !rounded.isExact
                return numeric(value, timescale, isRounded: isRounded, epoch: time.epoch)
            }
            if timescale == 1 { return infinity(isNegative: number.isNegative) }
            timescale /= 2
        }
    }

    static func multiplyByRatio(_ time: CMTime, _ multiplier: Int32, _ divisor: Int32) -> CMTime {
        let kind = effectiveClass(of: time)
        if kind == .invalid || (multiplier == 0 && divisor == 0) { return invalid }
        if kind == .indefinite { return indefinite }
        if kind.isInfinite { return constant((multiplier < 0) != (divisor < 0) ? kind.negated : kind) }
        if divisor == 0 {
            return time.value == 0 ? invalid : infinity(isNegative: (time.value < 0) != (multiplier < 0))
        }
        var upper = ReferenceInteger(multiplier)
        var lower = ReferenceInteger(divisor)
        let common = ReferenceInteger.greatestCommonDivisor(upper, lower)
        if lower.isNegative { (upper, lower) = (-upper, -lower) }
        upper = upper.flooringDivide(by: common).quotient
        lower = lower.flooringDivide(by: common).quotient
        return fraction(ReferenceInteger(time.value) * upper, ReferenceInteger(time.timescale) * lower, like: time)
    }

    private static func fraction(_ numerator: ReferenceInteger, _ denominator: ReferenceInteger, like time: CMTime)
        -> CMTime
    {
        if let timescale = denominator.int32, let value = numerator.int64 {
            return numeric(value, Int64(timescale), isRounded: hasRoundedBit(time), epoch: time.epoch)
        }
        let common = ReferenceInteger.greatestCommonDivisor(numerator, denominator)
        let reducedNumerator = numerator.flooringDivide(by: common).quotient
        let reducedDenominator = denominator.flooringDivide(by: common).quotient
        // The exact reduced fraction, where it fits, is the first that the search below tries.
        let highest = reducedDenominator.int32.map { Int64($0) } ?? nanosecondTimescale
        return fitting(reducedNumerator, reducedDenominator, startingAt: highest, like: time)
    }

    static func multiplyByFloat64(_ time: CMTime, _ multiplier: Double) -> CMTime {
        let kind = effectiveClass(of: time)
        if kind == .invalid || kind == .indefinite { return constant(kind) }
        if multiplier.isNaN { return invalid }
        if kind.isInfinite { return constant(multiplier < 0 ? kind.negated : kind) }
        let overflow = infinity(isNegative: (time.value < 0) != (multiplier < 0))
        if multiplier.isInfinite { return time.value == 0 ? invalid : overflow }
        var timescale = time.timescale < 65536 ? nanosecondTimescale : Int64(time.timescale)
        while true {
            let scaled = rescaleHalfAway(time, to: timescale)
            if let value = scaled.value.int64, let product = split(Double(value) * multiplier),
                let rounded = product.roundedHalfAway.int64
            {
                let isRounded = hasRoundedBit(time) || !scaled.isExact || product.hasFraction
                return numeric(rounded, timescale, isRounded: isRounded, epoch: time.epoch)
            }
            if timescale == 1 { return overflow }
            timescale /= 2
        }
    }
}
