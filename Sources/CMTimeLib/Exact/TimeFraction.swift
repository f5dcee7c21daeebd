/// An exact result that still has to become a ``CMTime``: terms that need not be reduced.
@usableFromInline
@frozen
internal struct TimeFraction {
    @usableFromInline var magnitude: UInt128
    /// Positive and at most 2^127.
    @usableFromInline var denominator: UInt128
    @usableFromInline var isNegative: Bool

    @inlinable
    init(_ number: Rational128) {
        magnitude = number.numerator.magnitude
        denominator = number.denominator.magnitude
        isNegative = number.isNegative
    }

    /// The sum or difference of two calculable times over the least common multiple of their timescales: at most
    /// 95 bits over 62.
    @inlinable
    init(_ left: CMTime, plus right: CMTime, isDifference: Bool) {
        let first = UInt64(truncatingIfNeeded: left.timescale)
        let second = UInt64(truncatingIfNeeded: right.timescale)
        let divisor = greatestCommonDivisor(first, second)
        let leftProduct = Int128(left.value) &* Int128(second / divisor)
        let rightProduct = Int128(right.value) &* Int128(first / divisor)
        let sum = isDifference ? leftProduct &- rightProduct : leftProduct &+ rightProduct
        magnitude = sum.magnitude
        denominator = UInt128(first &* (second / divisor))
        isNegative = sum < 0
    }

    /// A calculable time multiplied by `multiplier / divisor`: at most 126 bits over 94. The divisor is not zero.
    @inlinable
    init(_ time: CMTime, times multiplier: Int64, over divisor: Int64) {
        magnitude = UInt128(time.value.magnitude) &* UInt128(multiplier.magnitude)
        denominator = UInt128(UInt64(truncatingIfNeeded: time.timescale)) &* UInt128(divisor.magnitude)
        isNegative = magnitude != 0 && ((time.value < 0) != (multiplier < 0)) != (divisor < 0)
    }

    /// The denominator, where a timescale can be as large.
    @inlinable var commonTimescale: Int32? { Int32(exactly: denominator) }

    /// The result at `preferred`, if it is exact there, or in lowest terms; nil when neither holds it. The flags and
    /// the epoch are those of `context`.
    @inlinable
    func exactTime(preferring preferred: Int32?, like context: CMTime) -> CMTime? {
        let decision = RoundingDecision(.default, isNegative: isNegative, isCoarser: false)
        if let preferred,
            let scaled = roundedProduct(magnitude, over: denominator, timescale: preferred, decision),
            !scaled.isRounded
        {
            return time(scaled.value, preferred, isRounded: false, like: context)
        }
        return lowestTerms(like: context)
    }

    @inlinable
    func lowestTerms(like context: CMTime) -> CMTime? {
        let divisor = commonDivisor(magnitude, denominator)
        guard let timescale = Int32(exactly: denominator / divisor),
            let small = UInt64(exactly: magnitude / divisor),
            let value = signed(small, isNegative: isNegative)
        else { return nil }
        return time(value, timescale, isRounded: false, like: context)
    }

    /// The result at a timescale, rounded once; an infinity when it does not fit.
    @inlinable
    func time(at timescale: Int32, _ method: CMTimeRoundingMethod, like context: CMTime) -> CMTime {
        guard timescale > 0 else { return .invalid }
        let decision = RoundingDecision(
            method,
            isNegative: isNegative,
            isCoarser: UInt128(UInt32(bitPattern: timescale)) < denominator
        )
        guard let scaled = roundedProduct(magnitude, over: denominator, timescale: timescale, decision) else {
            return .infinity(isNegative: isNegative)
        }
        return time(scaled.value, timescale, isRounded: scaled.isRounded, like: context)
    }

    /// The result exactly, or else the closest time on the side that the method asks for.
    @inlinable
    func bestTime(preferring preferred: Int32?, _ method: CMTimeRoundingMethod, like context: CMTime) -> CMTime {
        if let exact = exactTime(preferring: preferred, like: context) { return exact }
        // Terms are at most 126 bits wide, so they always make a fraction.
        guard let seconds = Rational128(magnitude, over: denominator, isNegative: isNegative) else { return .invalid }
        let best = CMTime(bestApproximating: seconds, maximumTimescale: .max, rounding: method)
        guard best.isNumeric else { return best }
        return time(best.value, best.timescale, isRounded: best.hasBeenRounded, like: context)
    }

    @inlinable
    func time(_ value: Int64, _ timescale: Int32, isRounded: Bool, like context: CMTime) -> CMTime {
        CMTime(
            numeric: value,
            timescale,
            isRounded: isRounded || context.flags.contains(.hasBeenRounded),
            epoch: context.epoch
        )
    }
}
