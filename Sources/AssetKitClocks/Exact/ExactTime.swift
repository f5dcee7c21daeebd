internal import CMTimeLib

/// Arithmetic on times as exact fractions.
///
/// Whatever can be exact is: sums of times, and products with rates as long as 128 bits hold them. What does not fit, such as
/// products with several odd rates, is rounded once, to 1/65536 of a nanosecond. Nil is what no time can hold.
enum ExactTime {
    private static let nanosecond: CMTimeScale = 1_000_000_000
    private static let grid: CMTimeScale = 65536

    static func sum(_ first: Rational128, _ second: Rational128) -> Rational128? {
        first.adding(second) ?? rounding(first, second) { $0.adding($1) }
    }

    static func difference(_ first: Rational128, _ second: Rational128) -> Rational128? {
        sum(first, -second)
    }

    /// A duration times a rate.
    static func product(_ time: Rational128, _ rate: Rational128) -> Rational128? {
        if let product = time.multiplied(by: rate) { return product }
        guard let settledTime = settled(time) else { return nil }
        return settledTime.multiplied(by: rate) ?? settledProduct(time, rate)
    }

    /// A duration divided by a rate.
    static func quotient(_ time: Rational128, _ rate: Rational128) -> Rational128? {
        guard let inverse = rate.reciprocal else { return nil }
        return product(time, inverse)
    }

    /// Where a fraction is too long for what comes next: the nearest 1/65536 of a nanosecond.
    static func settled(_ time: Rational128) -> Rational128? {
        let whole = CMTime(time, timescale: nanosecond, rounding: .roundTowardNegativeInfinity)
        guard whole.isNumeric, let floor = whole.exactSeconds else { return nil }
        // Below a nanosecond, so that multiplying it by a milliard makes nothing longer.
        guard let rest = time.subtracting(floor)?.multiplied(by: Rational128(Int64(nanosecond))),
            let part = CMTime(rest, timescale: grid, rounding: .roundHalfAwayFromZero).exactSeconds,
            let seconds = part.divided(by: Rational128(Int64(nanosecond)))
        else { return floor }
        return floor.adding(seconds)
    }

    /// The time to show: exact where any time is, in nanoseconds where those are; else the nearest nanosecond.
    static func time(_ seconds: Rational128, epoch: CMTimeEpoch) -> CMTime {
        var time =
            CMTime(exactly: seconds, timescale: nanosecond) ?? CMTime(exactly: seconds)
            ?? CMTime(seconds, timescale: nanosecond, rounding: .default)
        if time.isNumeric { time.epoch = epoch }
        return time
    }

    /// The first whole nanosecond that is not before the time.
    static func nanoseconds(_ seconds: Rational128) -> Int64? {
        let time = CMTime(seconds, timescale: nanosecond, rounding: .roundTowardPositiveInfinity)
        return time.isNumeric ? time.value : nil
    }

    static func seconds(_ nanoseconds: Int64) -> Rational128? {
        CMTime(value: nanoseconds, timescale: nanosecond).exactSeconds
    }

    private static func rounding(
        _ first: Rational128,
        _ second: Rational128,
        _ operation: (Rational128, Rational128) -> Rational128?
    ) -> Rational128? {
        guard let first = settled(first), let second = settled(second) else { return nil }
        return operation(first, second)
    }

    /// A rate with terms so long that even a settled time does not fit beside it: whole and part are multiplied one by one.
    private static func settledProduct(_ time: Rational128, _ rate: Rational128) -> Rational128? {
        guard let time = settled(time), let rate = settledRate(rate), let whole = Int64(exactly: time.floor),
            let long = Rational128(whole).multiplied(by: rate),
            let short = time.subtracting(Rational128(whole))?.multiplied(by: rate)
        else { return nil }
        return sum(long, short)
    }

    /// A rate to 60 bits behind the point: a year at it is off by a fiftieth of a nanosecond at most.
    private static func settledRate(_ rate: Rational128) -> Rational128? {
        let whole = rate.rounded(.roundTowardNegativeInfinity)
        guard let integer = Int64(exactly: whole), let part = rate.subtracting(Rational128(integer)) else { return nil }
        // Two steps of 30 bits, because a CMTime's timescale has no more.
        let step: CMTimeScale = 1 << 30
        let high = CMTime(part, timescale: step, rounding: .roundTowardNegativeInfinity)
        guard let first = high.exactSeconds, let rest = part.subtracting(first)?.multiplied(by: Rational128(1 << 30))
        else { return Rational128(integer).adding(high.exactSeconds ?? .zero) }
        let low = CMTime(rest, timescale: step, rounding: .default).exactSeconds ?? .zero
        guard let second = low.divided(by: Rational128(1 << 30)) else { return nil }
        return Rational128(integer).adding(first)?.adding(second)
    }
}
