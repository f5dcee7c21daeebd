// Arithmetic that rounds once, at the very end, the way it is told. Times that are not numbers follow the rules of the
// plain functions: infinities and indefinite times carry on, nonsense is invalid.

extension CMTime {
    /// The sum at `timescale`, rounded once as `rounding` says.
    ///
    /// Where `+` converts each operand to a common timescale first, this rounds the exact sum only:
    ///
    /// ```swift
    /// let half = CMTime(value: 1, timescale: 2)
    /// half.adding(half, timescale: 1, rounding: .roundTowardZero)  // 1/1, not 0/1 + 0/1
    /// ```
    ///
    /// Without a timescale the result is exact if any time is, and else the closest time there is, on the side that
    /// `rounding` asks for. A sum that does not fit the timescale asked for is an infinity. Flags and epochs go as
    /// with `+`.
    @inlinable
    public func adding(_ other: CMTime, timescale: CMTimeScale? = nil, rounding: CMTimeRoundingMethod) -> CMTime {
        combined(with: other, isDifference: false, timescale: timescale, rounding)
    }

    /// The difference at `timescale`, rounded once, by the rules of ``adding(_:timescale:rounding:)``.
    @inlinable
    public func subtracting(_ other: CMTime, timescale: CMTimeScale? = nil, rounding: CMTimeRoundingMethod) -> CMTime {
        combined(with: other, isDifference: true, timescale: timescale, rounding)
    }

    /// The time multiplied by `multiplier / divisor`, at `timescale`, rounded once as `rounding` says.
    ///
    /// Without a timescale the result is exact if any time is, at the own timescale where possible, and else the
    /// closest time there is. A divisor of zero gives an infinity, or ``invalid`` for zero divided by zero.
    @inlinable
    public func multiplying(
        by multiplier: Int64,
        dividedBy divisor: Int64 = 1,
        timescale newTimescale: CMTimeScale? = nil,
        rounding: CMTimeRoundingMethod
    ) -> CMTime {
        if let newTimescale, newTimescale <= 0 { return .invalid }
        guard isCalculable, divisor != 0 else {
            // The plain functions answer for special values; only the signs of the ratio count there.
            return CMTimeMultiplyByRatio(
                self,
                multiplier: Int32(multiplier.signum()),
                divisor: Int32(divisor.signum())
            )
        }
        // An unreduced ratio would make a timescale look coarser than it is.
        let common = commonDivisor(UInt128(multiplier.magnitude), UInt128(divisor.magnitude))
        var product = TimeFraction(self, times: multiplier, over: divisor)
        product.magnitude /= common
        product.denominator /= common
        guard let newTimescale else { return product.bestTime(preferring: timescale, rounding, like: self) }
        return product.time(at: newTimescale, rounding, like: self)
    }

    /// The time divided by an integer, by the rules of ``multiplying(by:dividedBy:timescale:rounding:)``.
    @inlinable
    public func dividing(
        by divisor: Int64,
        timescale: CMTimeScale? = nil,
        rounding: CMTimeRoundingMethod
    ) -> CMTime {
        multiplying(by: 1, dividedBy: divisor, timescale: timescale, rounding: rounding)
    }

    @inlinable
    internal func combined(
        with other: CMTime,
        isDifference: Bool,
        timescale newTimescale: CMTimeScale?,
        _ method: CMTimeRoundingMethod
    ) -> CMTime {
        if let newTimescale, newTimescale <= 0 { return .invalid }
        guard isCalculable, other.isCalculable, let context = sumContext(with: other) else {
            return isDifference ? CMTimeSubtract(self, other) : CMTimeAdd(self, other)
        }
        let sum = TimeFraction(self, plus: other, isDifference: isDifference)
        guard let newTimescale else { return sum.bestTime(preferring: sum.commonTimescale, method, like: context) }
        return sum.time(at: newTimescale, method, like: context)
    }
}
