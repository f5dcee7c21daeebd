// Sums, products and their inverses. Nil means exactly one thing: the result in lowest terms does not fit.

extension Rational128 {
    /// The sum; nil when it does not fit.
    @inlinable
    public func adding(_ other: Rational128) -> Rational128? {
        sum(other.numerator.magnitude, isNegative: other.isNegative, over: other.denominator)
    }

    /// The difference; nil when it does not fit.
    @inlinable
    public func subtracting(_ other: Rational128) -> Rational128? {
        sum(other.numerator.magnitude, isNegative: !other.isNegative, over: other.denominator)
    }

    /// The product; nil when it does not fit.
    @inlinable
    public func multiplied(by other: Rational128) -> Rational128? {
        product(other.numerator.magnitude, over: other.denominator.magnitude, isNegative: other.isNegative)
    }

    /// The quotient; nil when `other` is zero or the result does not fit.
    @inlinable
    public func divided(by other: Rational128) -> Rational128? {
        guard other.numerator != 0 else { return nil }
        return product(other.denominator.magnitude, over: other.numerator.magnitude, isNegative: other.isNegative)
    }

    /// The number with the other sign.
    @inlinable
    public static prefix func - (number: Rational128) -> Rational128 {
        Rational128(reduced: -number.numerator, over: number.denominator)
    }

    /// The number without its sign.
    @inlinable public var magnitude: Rational128 { isNegative ? -self : self }

    /// One divided by the number; nil for zero.
    @inlinable public var reciprocal: Rational128? { Rational128.one.divided(by: self) }

    @inlinable
    internal func sum(_ otherMagnitude: UInt128, isNegative otherIsNegative: Bool, over other: Int128) -> Rational128? {
        if let sum = smallSum(otherMagnitude, isNegative: otherIsNegative, over: other) { return sum }
        let divisor = commonDivisor(denominator.magnitude, other.magnitude)
        let leftFactor = other.magnitude / divisor
        let rightFactor = denominator.magnitude / divisor
        let left = WideInteger(numerator.magnitude, times: leftFactor)
        let right = WideInteger(otherMagnitude, times: rightFactor)
        let total: WideInteger
        var sign = isNegative
        if isNegative == otherIsNegative {
            total = left.adding(right)
        } else if WideInteger.isLess(left, than: right) {
            total = right.subtracting(left)
            sign = otherIsNegative
        } else {
            total = left.subtracting(right)
        }
        guard !total.isZero else { return .zero }
        // Whatever the sum shares with the common denominator it shares with this divisor (Knuth, 4.5.1).
        let shared = commonDivisor(total.remainder(dividingBy: divisor), divisor)
        let bottom = rightFactor.multipliedReportingOverflow(by: other.magnitude / shared)
        guard let top = total.quotientAndRemainder(dividingBy: shared)?.quotient,
            let signedTop = signed(top, isNegative: sign),
            !bottom.overflow,
            let signedBottom = Int128(exactly: bottom.partialValue)
        else { return nil }
        return Rational128(reduced: signedTop, over: signedBottom)
    }

    /// The sum of terms so small that nothing on the way needs more than 128 bits, which nearly all are; nil for larger ones.
    @inlinable
    internal func smallSum(_ magnitude: UInt128, isNegative otherIsNegative: Bool, over other: Int128) -> Rational128? {
        let limit: UInt128 = 1 << 62
        guard numerator.magnitude < limit, magnitude < limit, denominator < limit, other < limit else { return nil }
        let (bottom, otherBottom) = (UInt64(denominator), UInt64(other))
        let divisor = greatestCommonDivisor(bottom, otherBottom)
        let factor = Int128(bottom / divisor)
        let otherTop = (otherIsNegative ? -Int128(magnitude) : Int128(magnitude)) * factor
        let total = numerator * Int128(otherBottom / divisor) + otherTop
        guard total != 0 else { return .zero }
        // As for larger ones.
        let shared = greatestCommonDivisor(UInt64(total.magnitude % UInt128(divisor)), divisor)
        return Rational128(reduced: total / Int128(shared), over: factor * Int128(otherBottom / shared))
    }

    @inlinable
    internal func product(_ top: UInt128, over bottom: UInt128, isNegative other: Bool) -> Rational128? {
        guard numerator != 0, top != 0 else { return .zero }
        // Reduced crosswise first, the products are in lowest terms.
        let first = commonDivisor(numerator.magnitude, bottom)
        let second = commonDivisor(top, denominator.magnitude)
        let newTop = (numerator.magnitude / first).multipliedReportingOverflow(by: top / second)
        let newBottom = (denominator.magnitude / second).multipliedReportingOverflow(by: bottom / first)
        guard !newTop.overflow, !newBottom.overflow,
            let signedTop = signed(newTop.partialValue, isNegative: isNegative != other),
            let signedBottom = Int128(exactly: newBottom.partialValue)
        else { return nil }
        return Rational128(reduced: signedTop, over: signedBottom)
    }
}

extension Rational128 {
    /// The largest integer that is not above the number.
    @inlinable public var floor: Int128 { rounded(.roundTowardNegativeInfinity) }

    /// The smallest integer that is not below the number.
    @inlinable public var ceiling: Int128 { rounded(.roundTowardPositiveInfinity) }

    /// The number as an integer, rounded once as `method` says.
    ///
    /// `quickTime` counts as going to a coarser scale: toward zero, but never from a negative number to zero.
    @inlinable
    public func rounded(_ method: CMTimeRoundingMethod = .default) -> Int128 {
        let (quotient, remainder) = numerator.magnitude.quotientAndRemainder(dividingBy: denominator.magnitude)
        let decision = RoundingDecision(method, isNegative: isNegative, isCoarser: true)
        let lost = LostFraction(remainder, of: denominator.magnitude)
        // Only a fraction goes up, and a fraction is at most half of the largest numerator.
        let magnitude = decision.goesUp(lost, quotientIsZero: quotient == 0) ? quotient + 1 : quotient
        return isNegative ? -Int128(magnitude) : Int128(magnitude)
    }
}
