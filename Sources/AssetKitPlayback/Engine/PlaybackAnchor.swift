internal import AssetKitClocks
internal import CMTimeLib

/// How the time of an item goes: which moment of a clock it belongs to, and how fast it passes. A plain value.
struct PlaybackAnchor {
    var itemTime: CMTime
    /// On the clock.
    var clockTime: CMTime
    /// As the timebase has it.
    var rate: Double
    var clock: CMClock

    /// The item's time at a moment of the clock.
    func itemTime(at moment: CMTime) -> CMTime {
        guard rate != 0 else { return itemTime }
        let ahead = moment.exactSeconds.flatMap { moment in clockTime.exactSeconds.flatMap { moment.subtracting($0) } }
        let exact = ahead.flatMap { ahead in Rational128(exactly: rate).flatMap { ahead.multiplied(by: $0) } }
        let sum = exact.flatMap { exact in itemTime.exactSeconds.flatMap { $0.adding(exact) } }
        guard let sum else { return itemTime + CMTimeMultiplyByFloat64(moment - clockTime, multiplier: rate) }
        return CMTime(exactly: sum) ?? CMTime(sum, timescale: 1_000_000_000, rounding: .roundTowardNegativeInfinity)
    }

    /// The moment of the clock at which the item's time is reached, to the nanosecond and not before it; nil where it stands
    /// still.
    func clockTime(at time: CMTime) -> CMTime? {
        guard rate != 0, let goal = time.exactSeconds, let start = itemTime.exactSeconds,
            let ahead = goal.subtracting(start), let rate = Rational128(exactly: rate),
            let exact = ahead.divided(by: rate).flatMap({ ahead in clockTime.exactSeconds.flatMap { $0.adding(ahead) } }
            )
        else { return nil }
        return CMTime(exact, timescale: 1_000_000_000, rounding: .roundTowardPositiveInfinity)
    }

    /// The same in nanoseconds of the host.
    func hostTime(at time: CMTime, _ host: CMClock) -> Int64? {
        guard let moment = clockTime(at: time) else { return nil }
        let hostTime = clock === host ? moment : clock.convertTime(moment, to: host)
        let nanoseconds = hostTime.convertScale(1_000_000_000, method: .roundTowardPositiveInfinity)
        return nanoseconds.isNumeric ? nanoseconds.value : nil
    }
}
