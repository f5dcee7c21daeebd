package import CMTimeLib

/// When a screen is looked at: at multiples of a duration, on the time of the host clock, whenever that began. So pictures of two
/// screens, or of one before and after a pause, lie on the same grid. A plain value.
package struct GrabPace: Hashable, Sendable {
    /// How long pictures last when nobody says so.
    package static let usualDuration = CMTime(value: 1, timescale: 30)
    package static let rates = DeviceRates.between(
        shortest: CMTime(value: 1, timescale: 120),
        longest: CMTime(value: 1, timescale: 1)
    )

    /// How long a picture lasts.
    package let duration: CMTime
    /// The period of the last picture.
    private var last: Int128?

    /// Takes the duration where that is possible, and else what is nearest.
    package init(_ duration: CMTime) {
        guard duration.isNumeric, duration > .zero else {
            self.duration = Self.usualDuration
            return
        }
        self.duration = min(max(duration, Self.rates.shortest), Self.rates.longest)
    }

    /// When to look next: at the first multiple after a time, never twice within a period.
    package func moment(after now: Int64) -> Int64 {
        let number = max(period(of: now), last ?? .min) + 1
        // The first nanosecond that belongs to the period.
        let (whole, rest) = (number * nanosecondsTimesScale).quotientAndRemainder(
            dividingBy: Int128(duration.timescale)
        )
        return Int64(clamping: whole + (rest > 0 ? 1 : 0))
    }

    /// Notes that a picture is made at a time. The answer is how many periods have passed without one since the last.
    package mutating func look(at now: Int64) -> Int {
        let number = period(of: now)
        defer { last = number }
        return last.map { Int(clamping: max(0, number - $0 - 1)) } ?? 0
    }

    /// In which period a time lies, which need not be a whole number of nanoseconds long.
    private func period(of time: Int64) -> Int128 {
        let (whole, rest) = (Int128(time) * Int128(duration.timescale)).quotientAndRemainder(
            dividingBy: nanosecondsTimesScale
        )
        return rest < 0 ? whole - 1 : whole
    }

    private var nanosecondsTimesScale: Int128 { Int128(duration.value) * 1_000_000_000 }
}
