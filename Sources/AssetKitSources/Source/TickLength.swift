package import CMTimeLib

/// How long a tick is: a fraction of a second, such as 1/90000 or 1001/30000.
package struct TickLength: Hashable, Sendable {
    package let numerator: Int32
    package let denominator: Int32

    /// Makes a tick; nil where the fraction is none.
    package init?(_ numerator: Int32, over denominator: Int32) {
        guard numerator > 0, denominator > 0 else { return nil }
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The time that so many ticks make; invalid when it cannot be counted.
    package func time(_ ticks: Int64) -> CMTime {
        let value = ticks.multipliedReportingOverflow(by: Int64(numerator))
        return value.overflow ? .invalid : CMTime(value: value.partialValue, timescale: denominator)
    }

    /// The last tick at or before a time, pinned to what can be counted; nil for a time that is none.
    package func ticks(at time: CMTime) -> Int64? {
        if time.isPositiveInfinity { return .max }
        if time.isNegativeInfinity { return .min }
        guard time.isNumeric, time.timescale > 0 else { return nil }
        let divisor = Int128(time.timescale) * Int128(numerator)
        let (quotient, remainder) = (Int128(time.value) * Int128(denominator)).quotientAndRemainder(dividingBy: divisor)
        return Int64(clamping: remainder < 0 ? quotient - 1 : quotient)
    }

    /// The same time counted in parts of the tick's second, where that is exact.
    package func exact(_ time: CMTime) -> CMTime {
        guard time.isNumeric, time.timescale != denominator else { return time }
        let converted = time.convertScale(denominator, method: .roundTowardZero)
        return converted == time && !converted.hasBeenRounded ? converted : time
    }
}
