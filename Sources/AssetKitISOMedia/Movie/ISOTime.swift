package import CMTimeLib

/// Exact times from the integers of a file.
package enum ISOTime {
    /// `ticks / timescale` of a second; invalid for a timescale of 0.
    ///
    /// A timescale above what a ``CMTime`` can have is halved, and the time says when it was rounded by that.
    package static func time(_ ticks: Int64, timescale: UInt32) -> CMTime {
        if let scale = Int32(exactly: timescale) { return CMTimeMake(value: ticks, timescale: scale) }
        var time = CMTimeMake(value: ticks >> 1, timescale: Int32(timescale >> 1))
        if ticks & 1 != 0 || timescale & 1 != 0 { time.flags.insert(.hasBeenRounded) }
        return time
    }

    /// `numerator / denominator` of a second, at `timescale` if that is exact, else in lowest terms, else rounded to
    /// nanoseconds.
    package static func time(_ numerator: Int128, over denominator: Int128, preferring timescale: UInt32) -> CMTime {
        guard denominator > 0 else { return .invalid }
        let scaled = numerator.multipliedReportingOverflow(by: Int128(timescale))
        if !scaled.overflow, scaled.partialValue % denominator == 0,
            let value = Int64(exactly: scaled.partialValue / denominator), timescale > 0
        {
            return time(value, timescale: timescale)
        }
        let divisor = Int128(greatestDivisor(numerator.magnitude, denominator.magnitude))
        if let value = Int64(exactly: numerator / divisor), let scale = Int32(exactly: denominator / divisor) {
            return CMTimeMake(value: value, timescale: scale)
        }
        let nanoseconds = numerator.multipliedReportingOverflow(by: 1_000_000_000)
        let sum = nanoseconds.partialValue.addingReportingOverflow(denominator / 2)
        guard !nanoseconds.overflow, !sum.overflow, let value = Int64(exactly: sum.partialValue / denominator) else {
            return .invalid
        }
        return CMTime(value: value, timescale: 1_000_000_000, flags: [.valid, .hasBeenRounded], epoch: 0)
    }

    private static func greatestDivisor(_ first: UInt128, _ second: UInt128) -> UInt128 {
        var (larger, smaller) = (first, second)
        while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
        return max(larger, 1)
    }
}
