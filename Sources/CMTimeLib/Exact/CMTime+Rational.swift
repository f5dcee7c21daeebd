// Between times and fractions. A fraction knows no epoch and no rounded flag; a time made from one has epoch 0.

extension Rational128 {
    /// Makes the seconds of a time; nil for a time that is not a number. The epoch does not count.
    @inlinable
    public init?(_ time: CMTime) {
        guard time.isCalculable else { return nil }
        let bottom = UInt64(truncatingIfNeeded: time.timescale)
        let divisor = greatestCommonDivisor(time.value.magnitude, bottom)
        let top = Int128(time.value.magnitude / divisor)
        self.init(reduced: time.value < 0 ? -top : top, over: Int128(bottom / divisor))
    }
}

extension CMTime {
    /// The exact number of seconds; nil for a time that is not a number. The epoch does not count.
    @inlinable public var exactSeconds: Rational128? { Rational128(self) }

    /// Makes a time of `seconds` in lowest terms; nil when it would have to be rounded.
    @inlinable
    public init?(exactly seconds: Rational128) {
        guard let value = Int64(exactly: seconds.numerator), let timescale = Int32(exactly: seconds.denominator) else {
            return nil
        }
        self.init(numeric: value, timescale, isRounded: false)
    }

    /// Makes a time of `seconds` at a timescale; nil when it would have to be rounded.
    ///
    /// ```swift
    /// CMTime(exactly: Rational128(1, 25)!, timescale: 600)  // 24/600
    /// CMTime(exactly: Rational128(1, 7)!, timescale: 600)   // nil
    /// ```
    @inlinable
    public init?(exactly seconds: Rational128, timescale: CMTimeScale) {
        guard timescale > 0, let converted = seconds.rescaled(to: timescale, .default), !converted.isRounded else {
            return nil
        }
        self.init(numeric: converted.value, timescale, isRounded: false)
    }

    /// Makes a time of `seconds` at a timescale, rounded once as `rounding` says.
    ///
    /// The rounded flag tells whether it was. A value that does not fit is an infinity, and a timescale that is not
    /// positive gives ``invalid``, as with ``CMTimeConvertScale(_:timescale:method:)``.
    @inlinable
    public init(_ seconds: Rational128, timescale: CMTimeScale, rounding: CMTimeRoundingMethod) {
        guard timescale > 0 else {
            self = .invalid
            return
        }
        guard let converted = seconds.rescaled(to: timescale, rounding) else {
            self = .infinity(isNegative: seconds.isNegative)
            return
        }
        self.init(numeric: converted.value, timescale, isRounded: converted.isRounded)
    }

    /// Makes the time closest to `seconds` whose timescale is at most `maximumTimescale`, on the side that `rounding`
    /// asks for.
    ///
    /// ```swift
    /// CMTime(bestApproximating: Rational128("0.0333667")!, maximumTimescale: 30000)  // 1001/30000, rounded
    /// ```
    ///
    /// Ties go as in ``Rational128/bestApproximation(maximumDenominator:rounding:)``. The result is in lowest terms
    /// and has the rounded flag unless it is exact; a number too large for a time is an infinity, and a limit below 1
    /// gives ``invalid``.
    public init(
        bestApproximating seconds: Rational128,
        maximumTimescale: CMTimeScale,
        rounding: CMTimeRoundingMethod = .default
    ) {
        guard maximumTimescale > 0 else {
            self = .invalid
            return
        }
        let limit = seconds.isNegative ? Int64.min.magnitude : Int64.max.magnitude
        let magnitude = seconds.numerator.magnitude
        guard magnitude <= UInt128(limit) * seconds.denominator.magnitude.clamped else {
            self.init(seconds, timescale: 1, rounding: rounding)
            return
        }
        let enclosure = Enclosure(
            top: magnitude,
            bottom: seconds.denominator.magnitude,
            maximumTop: UInt128(limit),
            maximumBottom: UInt128(UInt32(bitPattern: maximumTimescale))
        )
        let fraction = enclosure.chosen(by: rounding, isNegative: seconds.isNegative)
        // Both terms are within the bounds, and those are in range.
        self.init(
            numeric: Int64(truncatingIfNeeded: seconds.isNegative ? 0 &- fraction.top : fraction.top),
            Int32(truncatingIfNeeded: fraction.bottom),
            isRounded: !enclosure.isExact
        )
    }

    /// The closest time whose timescale is at most `maximumTimescale`, in lowest terms.
    ///
    /// Ties and rounding go as in ``Rational128/bestApproximation(maximumDenominator:rounding:)``. The epoch and a
    /// rounded flag stay; a time that is not a number comes back as it is, or ``invalid`` where it is malformed.
    public func bestApproximation(
        maximumTimescale: CMTimeScale,
        rounding: CMTimeRoundingMethod = .default
    ) -> CMTime {
        guard isNumeric else { return self }
        guard let seconds = exactSeconds else { return .invalid }
        var result = CMTime(bestApproximating: seconds, maximumTimescale: maximumTimescale, rounding: rounding)
        guard result.isNumeric else { return result }
        result.flags.formUnion(flags.intersection(.hasBeenRounded))
        result.epoch = epoch
        return result
    }
}

extension Rational128 {
    /// The number at a timescale, rounded once; nil when it does not fit Int64. The timescale is positive.
    @inlinable
    internal func rescaled(to timescale: Int32, _ method: CMTimeRoundingMethod) -> Rescaled? {
        let decision = RoundingDecision(
            method,
            isNegative: isNegative,
            isCoarser: Int128(timescale) < denominator
        )
        return roundedProduct(numerator.magnitude, over: denominator.magnitude, timescale: timescale, decision)
    }
}

extension UInt128 {
    /// The number, or 2^64 where it is larger: enough to decide whether a 127-bit quotient exceeds 2^63.
    fileprivate var clamped: UInt128 { Swift.min(self, 1 << 64) }
}
