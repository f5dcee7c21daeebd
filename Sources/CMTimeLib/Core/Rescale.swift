// Integer arithmetic under every conversion: exact products, one rounding, overflow answered by nil.

/// The timescale of a sum whose common timescale would be too large.
@inlinable internal var nanosecondTimescale: Int32 { 1_000_000_000 }

/// The one rule of rounding: what is added to a magnitude that was cut to an integer, 1 or 0.
///
/// The facts are numbers, 1 for yes and 0 for no, so that they need no branch: whether the cut lost anything, and whether
/// that was half a unit or more.
@inlinable
@inline(__always)
internal func roundingStep(
    isInexact: UInt64,
    isHalfOrMore: @autoclosure () -> UInt64,
    isNegative: Bool,
    quotientIsZero: Bool,
    isCoarser: Bool,
    _ method: CMTimeRoundingMethod
) -> UInt64 {
    switch method {
    case .roundHalfAwayFromZero: isHalfOrMore()
    case .roundTowardZero: 0
    case .roundAwayFromZero: isInexact
    case .quickTime: !isCoarser || (isNegative && quotientIsZero) ? isInexact : 0
    case .roundTowardPositiveInfinity: isNegative ? 0 : isInexact
    case .roundTowardNegativeInfinity: isNegative ? isInexact : 0
    }
}

/// `value * to / from`, rounded once; nil when the result does not fit. Both timescales are positive.
@inlinable
@inline(__always)
internal func rescale(_ value: Int64, from: Int32, to: Int32, _ method: CMTimeRoundingMethod) -> Rescaled? {
    let isNegative = value < 0
    let multiplier = UInt64(truncatingIfNeeded: to)
    let divisor = UInt64(truncatingIfNeeded: from)
    let product = value.magnitude.multipliedFullWidth(by: multiplier)
    var quotient: UInt64
    if _fastPath(product.high == 0) {
        quotient = product.low / divisor
    } else {
        guard product.high < divisor else { return nil }
        quotient = divisor.dividingFullWidth(product).quotient
        // Too large already, and the largest of all would wrap around below.
        guard quotient <= Int64.min.magnitude else { return nil }
    }
    let remainder = product.low &- quotient &* divisor
    // A remainder is only left by a divisor of 2 or more, so a quotient of 64 bits by it has room for one more.
    quotient &+= roundingStep(
        isInexact: remainder == 0 ? 0 : 1,
        // The sign bit: the divisor has at most 31 bits. A branch would be mispredicted every other time.
        isHalfOrMore: (divisor &- 1 &- 2 &* remainder) >> 63,
        isNegative: isNegative,
        quotientIsZero: quotient == 0,
        isCoarser: to < from,
        method
    )
    guard let result = signed(quotient, isNegative: isNegative) else { return nil }
    return Rescaled(value: result, isRounded: remainder != 0)
}

/// The integer with this magnitude and sign; nil when it is outside Int64.
@inlinable
@inline(__always)
internal func signed(_ magnitude: UInt64, isNegative: Bool) -> Int64? {
    if isNegative {
        guard magnitude <= Int64.min.magnitude else { return nil }
        return Int64(truncatingIfNeeded: 0 &- magnitude)
    }
    return Int64(exactly: magnitude)
}

/// `numerator / denominator` to the nearest integer, halves away from zero; nil when it does not fit.
/// The denominator is positive.
@inlinable
internal func roundedQuotient(_ numerator: Int128, by denominator: Int128) -> Rescaled? {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    guard remainder != 0 else {
        guard let exact = Int64(exactly: quotient) else { return nil }
        return Rescaled(value: exact, isRounded: false)
    }
    let isAwayFromZero = remainder.magnitude >= denominator.magnitude - remainder.magnitude
    let step: Int128 = isAwayFromZero ? (numerator < 0 ? -1 : 1) : 0
    guard let rounded = Int64(exactly: quotient + step) else { return nil }
    return Rescaled(value: rounded, isRounded: true)
}

/// The greatest common divisor of two numbers of which at least one is not zero (Stein's algorithm).
@inlinable
@inline(__always)
internal func greatestCommonDivisor<Integer: FixedWidthInteger & UnsignedInteger>(
    _ first: Integer,
    _ second: Integer
) -> Integer {
    guard first != 0 else { return second }
    guard second != 0 else { return first }
    let shift = (first | second).trailingZeroBitCount
    var odd = first &>> Integer(truncatingIfNeeded: first.trailingZeroBitCount)
    var rest = second &>> Integer(truncatingIfNeeded: second.trailingZeroBitCount)
    while odd != rest {
        // Either way round the difference has as many trailing zeros, so they are counted without waiting for its sign.
        let difference = odd &- rest
        let zeros = Integer(truncatingIfNeeded: difference.trailingZeroBitCount)
        let isSmaller = odd < rest
        rest = isSmaller ? odd : rest
        odd = (isSmaller ? 0 &- difference : difference) &>> zeros
    }
    return odd &<< Integer(truncatingIfNeeded: shift)
}
