/// Decides when a camera that sends nothing is started anew, and when it is given up.
struct CameraPatience {
    enum Verdict: Equatable { case wait, restart, giveUp }

    /// Some take that long for their first picture.
    private static let atStart: Int64 = 2_000_000_000
    /// One that has sent pictures is warm. With what passes before, who waits hears of it within 2.2 seconds.
    private static let afterRestart: Int64 = 1_600_000_000
    /// Exposures become long in the dark, and cameras hold pictures back while they are set.
    private static let shortest: Int64 = 500_000_000
    /// How many pictures in a row make good for having been started anew.
    private static let goodCount = 40

    private let period: Int64
    private var longestPeriod: Int64
    private var last: Int64
    private var countSinceStart = 0
    private var hasSent = false
    private var hasRestarted = false

    /// `period`: how long pictures last, in nanoseconds.
    init(period: Int64, now: Int64) {
        (self.period, longestPeriod, last) = (period, period, now)
    }

    /// When nothing has come for too long.
    var deadline: Int64 {
        let first = hasSent ? Self.afterRestart : Self.atStart
        return last + max(countSinceStart == 0 ? first : Self.shortest, 10 * longestPeriod)
    }

    /// Something came, be it a damaged picture.
    mutating func came(at now: Int64) {
        // A rate that falls in the dark falls by and by.
        longestPeriod = max(period, countSinceStart == 0 ? period : now - last)
        (last, hasSent) = (now, true)
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
