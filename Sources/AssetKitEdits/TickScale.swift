internal import CMTimeLib

/// How many ticks a list's times are counted in, and how clients see them.
///
/// All times of a list are whole numbers of the same ticks. So sums are exact, and neighbours touch. Where the ticks are
/// no timescale because there are too many of them, all times are shown in nanoseconds, each rounded once (from the
/// middle up): times of one list have to be of one kind, or they could overtake each other.
struct TickScale: Hashable, Sendable {
    static let seconds = TickScale(perSecond: 1)
    static let nanoseconds = TickScale(perSecond: 1_000_000_000)
    /// Lists end before this many seconds: then any time of theirs fits any timescale, and all products fit 128 bits.
    static let limit: Int128 = 1 << 32

    /// More ticks than these a second never has.
    static let mostTicks = Int128(Int64.max)

    var perSecond: Int128

    /// Clients see the times as they are.
    var isTimescale: Bool { perSecond <= Int128(CMTimeScale.max) }

    /// The timescale of the times that clients see.
    var timescale: CMTimeScale { isTimescale ? CMTimeScale(perSecond) : 1_000_000_000 }

    /// How many times more ticks a scale needs that holds some denominators too; nil where those are too many.
    func factor(holding denominators: [Int128]) -> Int128? {
        // Nearly every edit is in a timescale that the list has already.
        if denominators.allSatisfy({ perSecond % $0 == 0 }) { return 1 }
        return leastCommonMultiple([perSecond] + denominators, atMost: Self.mostTicks).map { $0 / perSecond }
    }

    /// The ticks of exact seconds whose denominator the scale holds, and of others the nearest one.
    func ticks(_ seconds: Rational128) -> Int128 {
        if perSecond % seconds.denominator == 0 { return perSecond / seconds.denominator * seconds.numerator }
        let (whole, rest) = seconds.numerator.quotientAndRemainder(dividingBy: seconds.denominator)
        let fraction = Rational128(rest, seconds.denominator)?.multiplied(by: Rational128(Int64(perSecond)))
        return whole * perSecond + (fraction?.rounded(.roundHalfAwayFromZero) ?? 0)
    }

    /// The first whole number of seconds that is above a number of ticks.
    func wholeSeconds(above ticks: Int128) -> Int128 { ticks / perSecond + 1 }

    /// Exact seconds of ticks. They always fit.
    func seconds(_ ticks: Int128) -> Rational128 { Rational128(ticks, perSecond) ?? .zero }

    /// The last tick that shows no later than a time, which is not negative and below the limit.
    func lastTick(notAfter seconds: Rational128) -> Int128 {
        let count = seconds.numerator * Int128(timescale) / seconds.denominator
        guard !isTimescale else { return count }
        // Up to the middle between this nanosecond and the next one.
        let (quotient, remainder) = ((2 * count + 1) * perSecond).quotientAndRemainder(dividingBy: 2_000_000_000)
        return remainder == 0 ? quotient - 1 : quotient
    }
}

extension TickScale {
    /// How many parts of the timescale clients see.
    func shown(_ ticks: Int128) -> Int64 {
        Int64(isTimescale ? ticks : nanoseconds(ticks))
    }

    /// To the nearest one; from the middle up.
    func nanoseconds(_ ticks: Int128) -> Int128 { (ticks * 2_000_000_000 + perSecond) / (2 * perSecond) }

    /// The time that clients see.
    func time(_ ticks: Int128) -> CMTime { time(shown(ticks), isExact: isExact(ticks)) }

    /// The range that clients see. Its end is what the next range begins with.
    func range(from start: Int128, to end: Int128) -> CMTimeRange {
        let duration = time(shown(end) - shown(start), isExact: isExact(start) && isExact(end))
        return CMTimeRange(start: time(start), duration: duration)
    }

    private func isExact(_ ticks: Int128) -> Bool { isTimescale || ticks * 1_000_000_000 % perSecond == 0 }

    private func time(_ value: Int64, isExact: Bool) -> CMTime {
        let flags: CMTimeFlags = isExact ? .valid : [.valid, .hasBeenRounded]
        return CMTime(value: value, timescale: timescale, flags: flags, epoch: 0)
    }
}
