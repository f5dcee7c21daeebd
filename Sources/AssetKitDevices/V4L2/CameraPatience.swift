/// Decides when a camera that sends nothing is started anew, and when it is given up.
struct CameraPatience {
    enum Verdict: Equatable { case wait, restart, giveUp }

    /// Some take that long for their first picture.
    private static let atStart: Int64 = 2_000_000_000
    /// Exposures become long in the dark, and cameras hold pictures back while they are set.
    private static let shortest: Int64 = 500_000_000
    /// How many pictures in a row make good for having been started anew.
    private static let goodCount = 40

    private let period: Int64
    private var longestPeriod: Int64
    private var last: Int64
    private var countSinceStart = 0
    private var hasRestarted = false

    /// `period`: how long pictures last, in nanoseconds.
    init(period: Int64, now: Int64) {
        (self.period, longestPeriod, last) = (period, period, now)
    }

    /// When nothing has come for too long.
    var deadline: Int64 {
        let longest = max(countSinceStart == 0 ? Self.atStart : Self.shortest, 10 * longestPeriod)
        return last + longest
    }

    /// Something came, be it a damaged picture.
    mutating func came(at now: Int64) {
        // A rate that falls in the dark falls by and by.
        longestPeriod = max(period, countSinceStart == 0 ? period : now - last)
        last = now
        countSinceStart += 1
        if countSinceStart >= Self.goodCount { hasRestarted = false }
    }

    mutating func verdict(at now: Int64) -> Verdict { now < deadline ? .wait : restart(at: now) ? .restart : .giveUp }

    /// Whether the stream may be started anew, which it is once.
    mutating func restart(at now: Int64) -> Bool {
        guard !hasRestarted else { return false }
        (hasRestarted, last, countSinceStart) = (true, now, 0)
        return true
    }
}
