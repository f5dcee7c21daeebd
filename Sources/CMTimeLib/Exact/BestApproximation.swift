/// The fractions within bounds that enclose a number most narrowly.
///
/// Found by walking the continued fraction of the number: when the next convergent breaks a bound, the last one that
/// did not and the largest semiconvergent after it are neighbours in the Farey sense. Every fraction between them has
/// at least the sum of their terms, so nothing within the bounds lies between them, and nothing is nearer.
@usableFromInline
internal struct Enclosure {
    @usableFromInline
    internal struct Fraction {
        @usableFromInline var top: UInt128
        @usableFromInline var bottom: UInt128
    }

    /// The fraction of smaller and of larger magnitude; the same when the number itself is within the bounds.
    @usableFromInline var lower: Fraction
    @usableFromInline var upper: Fraction
    @usableFromInline var nearestIsUpper: Bool
    @usableFromInline var isExact: Bool

    /// Encloses `top / bottom`, which is in lowest terms and at most `maximumTop`. Bounds are at least 1.
    @usableFromInline
    init(top: UInt128, bottom: UInt128, maximumTop: UInt128, maximumBottom: UInt128) {
        var previous = Fraction(top: 0, bottom: 1)
        var current = Fraction(top: 1, bottom: 0)
        var (dividend, divisor) = (top, bottom)
        var currentIsBelow = false
        while divisor != 0 {
            let (term, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
            var steps = (maximumBottom - previous.bottom) / max(current.bottom, 1)
            if current.bottom == 0 { steps = term }
            if current.top != 0 { steps = min(steps, (maximumTop - previous.top) / current.top) }
            guard term <= steps else {
                self.init(
                    current,
                    error: divisor,
                    isBelow: currentIsBelow,
                    previous.advanced(by: current, steps),
                    error: dividend - steps * divisor
                )
                return
            }
            (previous, current) = (current, previous.advanced(by: current, term))
            (dividend, divisor) = (divisor, rest)
            currentIsBelow.toggle()
        }
        self.init(exact: current)
    }

    private init(exact fraction: Fraction) {
        (lower, upper, nearestIsUpper, isExact) = (fraction, fraction, false, true)
    }

    /// Puts two neighbours in order. The errors are the differences from the number times the product of the terms
    /// below the line, so each is weighed with the other's.
    private init(
        _ convergent: Fraction,
        error: UInt128,
        isBelow: Bool,
        _ semiconvergent: Fraction,
        error otherError: UInt128
    ) {
        let first = WideInteger(error, times: semiconvergent.bottom)
        let second = WideInteger(otherError, times: convergent.bottom)
        let convergentIsNearer = WideInteger.isLess(first, than: second)
        let isTie = !convergentIsNearer && !WideInteger.isLess(second, than: first)
        lower = isBelow ? convergent : semiconvergent
        upper = isBelow ? semiconvergent : convergent
        isExact = false
        // Of two that are equally near the one with the smaller denominator wins; two integers are left, and they
        // round away from zero.
        nearestIsUpper = isTie ? upper.bottom <= lower.bottom : convergentIsNearer != isBelow
    }

    /// The fraction that a rounding method asks for.
    func chosen(by method: CMTimeRoundingMethod, isNegative: Bool) -> Fraction {
        guard !isExact else { return lower }
        switch method {
        case .roundHalfAwayFromZero: return nearestIsUpper ? upper : lower
        default:
            // A denominator within bounds is coarser than the one that was not.
            let decision = RoundingDecision(method, isNegative: isNegative, isCoarser: true)
            return decision.goesUp(.halfOrMore, quotientIsZero: lower.top == 0) ? upper : lower
        }
    }
}

extension Enclosure.Fraction {
    /// The next fraction of the walk: `self + other * steps`, term by term.
    fileprivate func advanced(by other: Self, _ steps: UInt128) -> Self {
        Self(top: top + other.top * steps, bottom: bottom + other.bottom * steps)
    }
}

extension Rational128 {
    /// The closest fraction whose denominator is at most `maximumDenominator`, on the side that `rounding` asks for.
    ///
    /// Semiconvergents of the continued fraction count too, so no other fraction within the limit is closer:
    ///
    /// ```swift
    /// let pi = Rational128("3.14159265358979")!
    /// pi.bestApproximation(maximumDenominator: 100)   // 311/99
    /// pi.bestApproximation(maximumDenominator: 1000)  // 355/113
    /// ```
    ///
    /// Of two that are equally close the default takes the smaller denominator; where both are integers, the one
    /// farther from zero. The other methods choose between the closest fraction below and the closest one above.
    /// Nil only for a limit below 1.
    public func bestApproximation(
        maximumDenominator: Int128,
        rounding: CMTimeRoundingMethod = .default
    ) -> Rational128? {
        guard maximumDenominator > 0 else { return nil }
        guard denominator > maximumDenominator else { return self }
        let enclosure = Enclosure(
            top: numerator.magnitude,
            bottom: denominator.magnitude,
            maximumTop: Int128.max.magnitude,
            maximumBottom: maximumDenominator.magnitude
        )
        let fraction = enclosure.chosen(by: rounding, isNegative: isNegative)
        return Rational128(fraction.top, over: fraction.bottom, isNegative: isNegative)
    }
}
