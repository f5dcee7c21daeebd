// Times from binary64 seconds and from decimal text, rounded once from the exact value.

extension CMTime {
    /// Makes a time from binary64 seconds, rounded once as `rounding` says.
    ///
    /// The exact value of the bits counts, which is seldom the decimal number they were written as. To the nearest,
    /// that makes no difference; the other methods see it:
    ///
    /// ```swift
    /// CMTime(seconds: 0.3333, preferredTimescale: 3, rounding: .default)          // 1/3, rounded
    /// CMTime(seconds: 0.3, preferredTimescale: 10, rounding: .roundTowardZero)    // 2/10: 0.3 is just below 3/10
    /// CMTime(decimal: "0.3", timescale: 10, rounding: .roundTowardZero)           // 3/10
    /// ```
    ///
    /// So the rounded flag is set for 0.3 at any timescale. As with ``CMTimeMakeWithSeconds(_:preferredTimescale:)``,
    /// a value that does not fit halves the timescale until it does, and infinities stay infinities; NaN is
    /// ``invalid``.
    public init(seconds: Double, preferredTimescale: CMTimeScale, rounding: CMTimeRoundingMethod) {
        guard preferredTimescale > 0, !seconds.isNaN else {
            self = .invalid
            return
        }
        guard let exact = Rational128(standingFor: seconds) else {
            self = .infinity(isNegative: seconds < 0)
            return
        }
        var timescale = preferredTimescale
        repeat {
            self.init(exact, timescale: timescale, rounding: rounding)
            timescale /= 2
        } while !isNumeric && timescale > 0
    }

    /// Makes the time closest to binary64 seconds whose timescale is at most `maximumTimescale`, on the side that
    /// `rounding` asks for.
    ///
    /// ```swift
    /// CMTime(bestApproximatingSeconds: 1.0 / 3, maximumTimescale: 1000)  // 1/3, rounded: no Double is a third
    /// ```
    ///
    /// Ties go as in ``Rational128/bestApproximation(maximumDenominator:rounding:)``. NaN and a limit below 1 give
    /// ``invalid``, what is too large an infinity.
    public init(
        bestApproximatingSeconds seconds: Double,
        maximumTimescale: CMTimeScale,
        rounding: CMTimeRoundingMethod = .default
    ) {
        guard maximumTimescale > 0, !seconds.isNaN else {
            self = .invalid
            return
        }
        guard let exact = Rational128(standingFor: seconds) else {
            self = .infinity(isNegative: seconds < 0)
            return
        }
        self.init(bestApproximating: exact, maximumTimescale: maximumTimescale, rounding: rounding)
    }

    /// Reads decimal seconds or a fraction of integers, as ``Rational128/init(_:)-(StringProtocol)`` does, into a time in
    /// lowest terms; nil for other text and when the time would have to be rounded.
    ///
    /// ```swift
    /// CMTime(exactly: "12.5")        // 25/2
    /// CMTime(exactly: "1001/30000")  // 1001/30000
    /// ```
    public init?(exactly text: some StringProtocol) {
        guard let seconds = Rational128(text) else { return nil }
        self.init(exactly: seconds)
    }

    /// Reads decimal seconds into a time at `timescale`, rounded once as `rounding` says.
    ///
    /// The text is that of ``Rational128/init(_:)-(StringProtocol)`` without the fractions. It may be of any length:
    /// every digit counts, also the hundredth. Nil for other text, for a value too large for the timescale, and for a
    /// timescale that is not positive; a value too small to tell from zero is rounded like any other.
    public init?(decimal text: some StringProtocol, timescale: CMTimeScale, rounding: CMTimeRoundingMethod) {
        guard timescale > 0, let digits = DecimalDigits(String(text)[...]) else { return nil }
        guard let converted = digits.rescaled(to: timescale, rounding) else { return nil }
        self.init(numeric: converted.value, timescale, isRounded: converted.isRounded)
    }
}

extension Rational128 {
    /// The exact value of a number, or for a tiny one a number so small that no timescale can tell the two apart; nil
    /// for what is larger than any time.
    fileprivate init?(standingFor seconds: Double) {
        if let exact = Rational128(exactly: seconds) {
            self = exact
            return
        }
        guard seconds.magnitude < 1 else { return nil }
        self.init(reduced: seconds < 0 ? -1 : 1, over: .max)
    }
}

extension DecimalDigits {
    /// The number at a timescale, rounded once; nil when it does not fit Int64.
    func rescaled(to timescale: Int32, _ method: CMTimeRoundingMethod) -> Rescaled? {
        guard exponent <= 19 || isZero else { return nil }
        let factor = UInt128(UInt32(bitPattern: timescale))
        // From the last digit to the point: the whole part of `0.DIGITS * timescale`, and what is below it.
        var carry: UInt128 = 0
        var lost = LostFraction.nothing
        func prepend(_ digit: Int) {
            let (quotient, remainder) = (UInt128(digit) * factor + carry).quotientAndRemainder(dividingBy: 10)
            lost = LostFraction(tenths: remainder, hasMore: lost != .nothing)
            carry = quotient
        }
        var whole: UInt128 = 0
        _ = forEachDigitReversed { position, digit in
            guard position >= exponent else { return false }
            prepend(digit)
            return true
        }
        // After 21 zeros nothing but a trace is left of any number below 2^31.
        for _ in 0..<min(max(-exponent, 0), 21) { prepend(0) }
        _ = forEachDigit { position, digit in
            guard position < exponent else { return false }
            whole = whole * 10 + UInt128(digit)
            return true
        }
        for _ in 0..<max(exponent - count, 0) where !isZero { whole *= 10 }
        let decision = RoundingDecision(method, isNegative: isNegative, isCoarser: isFiner(than: factor))
        var quotient = whole * factor + carry
        if decision.goesUp(lost, quotientIsZero: quotient == 0) { quotient += 1 }
        guard let small = UInt64(exactly: quotient), let value = signed(small, isNegative: isNegative) else {
            return nil
        }
        return Rescaled(value: value, isRounded: lost != .nothing)
    }

    /// The denominator of the number is above `timescale`; one that fits nowhere is.
    private func isFiner(than timescale: UInt128) -> Bool {
        guard let exactValue else { return true }
        return exactValue.denominator.magnitude > timescale
    }
}

extension LostFraction {
    /// The class of `tenths / 10` with something below it or nothing.
    fileprivate init(tenths: UInt128, hasMore: Bool) {
        switch tenths {
        case 0: self = hasMore ? .belowHalf : .nothing
        case ..<5: self = .belowHalf
        default: self = .halfOrMore
        }
    }
}
