package import AssetKitTimePitch
package import CMTimeLib

extension Speed {
    /// As many seconds of a source as of what is made of it; nil where one of the two has no length. Numbers beyond 31 bits
    /// are rounded.
    package init?(_ source: CMTime, in target: CMTime) {
        guard source.isNumeric, target.isNumeric, source > .zero, target > .zero else { return nil }
        let above = Int128(source.value) * Int128(target.timescale)
        let below = Int128(target.value) * Int128(source.timescale)
        guard let ratio = Rational128(above, below) else { return nil }
        self.init(ratio)
    }

    /// Numbers beyond 31 bits are rounded. nil where it is not above zero.
    package init?(_ ratio: Rational128) {
        guard ratio.numerator > 0 else { return nil }
        var (above, below) = (ratio.numerator, ratio.denominator)
        while max(above, below) > Int128(Int64.max) { (above, below) = (max(above >> 1, 1), max(below >> 1, 1)) }
        self = Speed(Int64(above), Int64(below)).approximated(to: Int64(Int32.max))
    }

    /// When what is at a time of the source shows: exactly, as far as parts of a second within 31 bits tell it.
    package func target(_ time: CMTime) -> CMTime { Self.scaled(time, denominator, numerator) }

    /// What time of the source shows at a time.
    package func source(_ time: CMTime) -> CMTime { Self.scaled(time, numerator, denominator) }

    package func target(_ range: CMTimeRange) -> CMTimeRange {
        CMTimeRange(start: target(range.start), duration: target(range.duration))
    }

    private static func scaled(_ time: CMTime, _ factor: Int64, _ divisor: Int64) -> CMTime {
        guard time.isNumeric, factor != divisor else { return time }
        // In ticks of which the clock of the whole track has the same number, where there are not too many of them.
        let shared = commonDivisor(factor, Int64(time.timescale))
        let value = Int128(time.value) * Int128(factor / shared)
        let timescale = Int128(Int64(time.timescale) / shared) * Int128(divisor)
        if let value = Int64(exactly: value), let timescale = CMTimeScale(exactly: timescale) {
            return CMTime(value: value, timescale: timescale)
        }
        let lowest = Rational128(value, timescale)
        if let lowest, let value = Int64(exactly: lowest.numerator),
            let timescale = CMTimeScale(exactly: lowest.denominator)
        {
            return CMTime(value: value, timescale: timescale)
        }
        let nano: Int128 = 1_000_000_000
        let rounded = (2 * value * nano + timescale).floorDivided(by: 2 * timescale)
        return CMTime(value: Int64(clamping: rounded), timescale: CMTimeScale(nano))
    }

    /// Parts of a second that count the times of a source's clock when they are scaled: exactly, where so many are enough.
    package func timescale(of source: CMTimeScale, atMost limit: CMTimeScale) -> CMTimeScale {
        guard self != .normal, source > 0 else { return source }
        let exact = Int128(Int64(source) / Self.commonDivisor(denominator, Int64(source))) * Int128(numerator)
        if exact <= Int128(max(limit, source)) { return CMTimeScale(exact) }
        return max(source, min(limit, 90_000))
    }

    private static func commonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
        second == 0 ? first : commonDivisor(second, first % second)
    }
}

extension CMTime {
    /// The same time in as few parts of a second as tell it.
    package var inLowestTerms: CMTime {
        guard isNumeric, let ratio = Rational128(Int128(value), Int128(timescale)) else { return self }
        return CMTime(value: Int64(ratio.numerator), timescale: CMTimeScale(ratio.denominator))
    }
}
