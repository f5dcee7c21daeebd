// Arithmetic that is exact or does not happen. An answer of nil means: not a number, epochs that do not go together, or
// no CMTime holds the result. An operand that had been rounded before passes its flag on; this step adds nothing to it.

extension CMTime {
    /// The exact sum, or nil.
    ///
    /// It has the least common multiple of the timescales where that fits, and lowest terms where only they fit:
    ///
    /// ```swift
    /// let third = CMTime(value: 1, timescale: 3)
    /// third.adding(exactly: CMTime(value: 1, timescale: 600))           // 201/600
    /// third.adding(exactly: CMTime(value: 1, timescale: 2_147_483_647)) // nil, where + rounds to nanoseconds
    /// ```
    ///
    /// Epochs go as with `+`: of two that are equal and not 0 the sum has 0, and two different ones have no sum.
    @inlinable
    public func adding(exactly other: CMTime) -> CMTime? {
        combined(with: other, isDifference: false)
    }

    /// The exact difference, or nil, by the rules of ``adding(exactly:)``.
    @inlinable
    public func subtracting(exactly other: CMTime) -> CMTime? {
        combined(with: other, isDifference: true)
    }

    /// The exact product with an integer, or nil. It keeps the timescale where it can and has lowest terms otherwise.
    @inlinable
    public func multiplying(exactlyBy multiplier: Int64) -> CMTime? {
        multiplying(exactlyBy: multiplier, dividedBy: 1)
    }

    /// The exact product with `multiplier / divisor`, or nil; also nil for a divisor of zero.
    ///
    /// It keeps the timescale where the result is exact at it, and has lowest terms otherwise: two thirds of 1/600 is
    /// 1/900, two thirds of 300/600 is 200/600.
    @inlinable
    public func multiplying(exactlyBy multiplier: Int64, dividedBy divisor: Int64) -> CMTime? {
        guard isCalculable, divisor != 0 else { return nil }
        return TimeFraction(self, times: multiplier, over: divisor).exactTime(preferring: timescale, like: self)
    }

    /// The exact product with a fraction, or nil, by the rules of ``multiplying(exactlyBy:dividedBy:)``.
    @inlinable
    public func multiplying(exactlyByRatio ratio: Rational128) -> CMTime? {
        guard let result = exactSeconds?.multiplied(by: ratio) else { return nil }
        return TimeFraction(result).exactTime(preferring: timescale, like: self)
    }

    /// The exact quotient by an integer, or nil, by the rules of ``multiplying(exactlyBy:dividedBy:)``.
    @inlinable
    public func dividing(exactlyBy divisor: Int64) -> CMTime? {
        multiplying(exactlyBy: 1, dividedBy: divisor)
    }

    /// The exact quotient by a fraction, or nil, by the rules of ``multiplying(exactlyBy:dividedBy:)``.
    @inlinable
    public func dividing(exactlyByRatio ratio: Rational128) -> CMTime? {
        guard let result = exactSeconds?.divided(by: ratio) else { return nil }
        return TimeFraction(result).exactTime(preferring: timescale, like: self)
    }

    /// How many times `other` goes into this time, exactly; nil when either is not a number or `other` is zero.
    /// Epochs do not count.
    @inlinable
    public func ratio(to other: CMTime) -> Rational128? {
        guard let seconds = exactSeconds, let otherSeconds = other.exactSeconds else { return nil }
        return seconds.divided(by: otherSeconds)
    }

    /// The same time at another timescale, or nil when it is not exact there.
    ///
    /// ```swift
    /// CMTime(value: 1, timescale: 25).converting(exactlyTo: 600)  // 24/600
    /// CMTime(value: 1, timescale: 600).converting(exactlyTo: 25)  // nil
    /// ```
    @inlinable
    public func converting(exactlyTo newTimescale: CMTimeScale) -> CMTime? {
        guard isCalculable, newTimescale > 0 else { return nil }
        guard let converted = rescale(value, from: timescale, to: newTimescale, .default), !converted.isRounded else {
            return nil
        }
        return CMTime(
            numeric: converted.value,
            newTimescale,
            isRounded: flags.contains(.hasBeenRounded),
            epoch: epoch
        )
    }

    /// The same time in lowest terms; nil for a time that is not a number. Zero becomes 0/1.
    @inlinable
    public func reduced() -> CMTime? {
        guard isCalculable else { return nil }
        return TimeFraction(self, times: 1, over: 1).lowestTerms(like: self)
    }

    @inlinable
    internal func combined(with other: CMTime, isDifference: Bool) -> CMTime? {
        guard isCalculable, other.isCalculable else { return nil }
        if let sum = unroundedSum(self, other, isDifference: isDifference) { return sum }
        guard let context = sumContext(with: other) else { return nil }
        let sum = TimeFraction(self, plus: other, isDifference: isDifference)
        return sum.exactTime(preferring: sum.commonTimescale, like: context)
    }

    /// A time with the flags and the epoch that a sum of the two has; nil when epochs forbid a sum.
    @inlinable
    internal func sumContext(with other: CMTime) -> CMTime? {
        guard epoch == 0 || other.epoch == 0 || epoch == other.epoch else { return nil }
        return CMTime(
            value: 0,
            timescale: 1,
            flags: CMTimeFlags(rawValue: (flags.rawValue | other.flags.rawValue) & 3),
            epoch: epoch == other.epoch ? 0 : epoch | other.epoch
        )
    }
}
