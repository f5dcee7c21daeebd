// Integer arithmetic under every conversion: exact products, one rounding, overflow answered by nil.

/// The timescale of a sum whose common timescale would be too large.
@inlinable internal var nanosecondTimescale: Int32 { 1_000_000_000 }

/// A value at a new timescale.
@usableFromInline
@frozen
internal struct Rescaled {
    @usableFromInline var value: Int64
    @usableFromInline var isRounded: Bool

    @inlinable
    init(value: Int64, isRounded: Bool) {
        self.value = value
        self.isRounded = isRounded
    }
}

/// Rounds the magnitude `quotient + remainder / divisor`, where the remainder is not zero.
@inlinable
@inline(__always)
internal func roundsUp(
    _ remainder: UInt64,
    of divisor: UInt64,
    isNegative: Bool,
    quotientIsZero: Bool,
    isCoarser: Bool,
    _ method: CMTimeRoundingMethod
) -> Bool {
    switch method {
    case .roundHalfAwayFromZero: remainder >= divisor - remainder
    case .roundTowardZero: false
    case .roundAwayFromZero: true
    case .quickTime: !isCoarser || (isNegative && quotientIsZero)
    case .roundTowardPositiveInfinity: !isNegative
    case .roundTowardNegativeInfinity: isNegative
    }
}

/// `value * to / from`, rounded once; nil when the result does not fit. Both timescales are positive.
@inlinable
@inline(__always)
internal func rescale(_ value: Int64, from: Int32, to: Int32, _ method: CMTimeRoundingMethod) -> Rescaled? {
    let isNegative = value < 0
    let multiplier = UInt64(truncatingIfNeeded: to)
    let divisor = UInt64(truncatingIfNeeded: from)
    let product = value.magnitude.multipliedReportingOverflow(by: multiplier)
    var quotient: UInt64
    let remainder: UInt64
    if _fastPath(!product.overflow) {
        (quotient, remainder) = product.partialValue.quotientAndRemainder(dividingBy: divisor)
    } else {
        // (w * divisor + p) * to / divisor = w * to + p * to / divisor, and p * to has at most 62 bits.
        let (whole, part) = value.magnitude.quotientAndRemainder(dividingBy: divisor)
        let (partQuotient, partRemainder) = (part &* multiplier).quotientAndRemainder(dividingBy: divisor)
        let wholeQuotient = whole.multipliedReportingOverflow(by: multiplier)
        guard !wholeQuotient.overflow else { return nil }
        let sum = wholeQuotient.partialValue.addingReportingOverflow(partQuotient)
        guard !sum.overflow else { return nil }
        (quotient, remainder) = (sum.partialValue, partRemainder)
    }
    if remainder != 0,
        roundsUp(
            remainder,
            of: divisor,
            isNegative: isNegative,
            quotientIsZero: quotient == 0,
            isCoarser: to < from,
            method
        )
    {
        // At most 2^64 - 1 before: a remainder can only be left when the divisor is at least 2, see `signed` below
        // for the range check.
        let next = quotient.addingReportingOverflow(1)
        guard !next.overflow else { return nil }
        quotient = next.partialValue
    }
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
    var rest = second
    repeat {
        rest = rest &>> Integer(truncatingIfNeeded: rest.trailingZeroBitCount)
        let (smaller, larger) = odd < rest ? (odd, rest) : (rest, odd)
        odd = smaller
        rest = larger &- smaller
    } while rest != 0
    return odd &<< Integer(truncatingIfNeeded: shift)
}
