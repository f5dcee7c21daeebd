public import CMTimeLib

/// A timeline that can be set, stopped and run at any speed, driven by a clock or by another timebase.
///
/// ```swift
/// let timebase = try CMTimebase(sourceClock: .hostTimeClock)  // stands at 0
/// try timebase.setTime(CMTime(value: 10, timescale: 1))
/// try timebase.setRate(0.5)                                   // from here on at half the speed, without a jump
/// let (time, rate) = timebase.timeAndRate                     // of one and the same moment
/// print("at \(time.seconds) s, \(rate) times as fast")
/// ```
///
/// Time is kept as an exact fraction, however often the rate is changed: a rate is the exact value of its number, and
/// what is shown is exact where any `CMTime` is, and else the nearest nanosecond. Any thread may do anything at any time.
public final class CMTimebase: CMSyncProtocol, @unchecked Sendable {
    // SAFETY: all variables are touched with the lock of the tree held only.

    var sourceNow: TimeSource
    var rateNow: Rational128 = .zero
    var anchor: TimebaseAnchor
    var timers: [ObjectIdentifier: TimerEntry] = [:]
    var timerCount = 0
    var followers = Followers()
    private var isReadOnlyNow: Bool
    let poster = TimebaseNoticePoster()

    /// Makes a timebase at time 0 and rate 0. One that is read only changes through `change(_:byOwner:)` alone.
    private init(source: TimeSource, isReadOnly: Bool) throws {
        let reference = try TimeTree.withLock {
            let clock = source.chain.clock
            guard clock.stoppedAt == nil, let time = source.exactTime(at: clock.host.now) else {
                throw Error.invalidParameter
            }
            return time
        }
        sourceNow = source
        anchor = TimebaseAnchor(time: .zero, reference: reference, epoch: 0, given: .zero)
        isReadOnlyNow = isReadOnly
        TimeTree.change { source.addFollower(self, &$0) }
    }

    /// Makes a timebase at time 0 and rate 0 that a clock drives.
    public convenience init(sourceClock: CMClock) throws {
        try self.init(source: .clock(sourceClock), isReadOnly: false)
    }

    /// Makes a timebase at time 0 and rate 0 that another timebase drives.
    public convenience init(sourceTimebase: CMTimebase) throws {
        try self.init(source: .timebase(sourceTimebase), isReadOnly: false)
    }

    /// The older spelling of ``init(sourceClock:)``.
    public convenience init(masterClock: CMClock) throws { try self.init(sourceClock: masterClock) }

    /// The older spelling of ``init(sourceTimebase:)``.
    public convenience init(masterTimebase: CMTimebase) throws { try self.init(sourceTimebase: masterTimebase) }

    /// Makes a timebase that only its owner changes: whoever else tries gets ``Error/readOnly``.
    package convenience init(readOnlyWith sourceClock: CMClock) throws {
        try self.init(source: .clock(sourceClock), isReadOnly: true)
    }

    /// Only the owner changes the timebase. That of a renderer is so while a synchroniser has it.
    package var isReadOnly: Bool {
        get { TimeTree.withLock { isReadOnlyNow } }
        set { TimeTree.withLock { isReadOnlyNow = newValue } }
    }

    /// The time now.
    ///
    /// It is exact where any time is, and else the nearest nanosecond. Invalid where the clock that makes it move was
    /// invalidated.
    public var time: CMTime { TimeTree.withLock { shownTime(at: hostNow) } }

    /// The time now at a timescale, rounded as asked.
    public func time(withTimescale timescale: CMTimeScale, rounding: CMTimeRoundingMethod = .default) -> CMTime {
        TimeTree.withLock {
            let now = hostNow
            let shown = shownTime(at: now)
            guard shown.isNumeric, let exact = exactTime(at: now) else {
                return shown.convertScale(timescale, method: rounding)
            }
            // Not from what is shown, which may be rounded already.
            var time = CMTime(exact, timescale: timescale, rounding: rounding)
            if time.isNumeric { time.epoch = anchor.epoch }
            return time
        }
    }

    /// How many seconds of the timebase pass in a second of its source.
    public var rate: Double { TimeTree.withLock { rateNow.doubleValue } }

    /// Time and rate of one and the same moment.
    public var timeAndRate: (time: CMTime, rate: Double) {
        TimeTree.withLock { (shownTime(at: hostNow), rateNow.doubleValue) }
    }

    /// How many seconds of the timebase pass in a second of the clock that drives it in the end: the product of all rates up
    /// to there.
    public var effectiveRate: Double { TimeTree.withLock { effectiveRateNow } }
}

// Under the lock of the tree.
extension CMTimebase {
    var chain: (timebases: [CMTimebase], clock: CMClock) { TimeSource.timebase(self).chain }

    var hostNow: Int64 { chain.clock.host.now }

    var effectiveRateNow: Double { chain.timebases.reduce(1) { $0 * $1.rateNow.doubleValue } }

    /// -1, 0 or 1: where the time goes. It does not go anywhere once the clock is invalidated.
    var direction: Int {
        let (timebases, clock) = chain
        guard clock.stoppedAt == nil else { return 0 }
        return timebases.reduce(1) { $0 * ($1.rateNow.isNegative ? -1 : $1.rateNow == .zero ? 0 : 1) }
    }

    func exactTime(at now: Int64) -> Rational128? {
        if rateNow == .zero { return anchor.time }
        return sourceNow.exactTime(at: now).flatMap { anchor.time(at: $0, rate: rateNow) }
    }

    func shownTime(at now: Int64) -> CMTime {
        if rateNow == .zero, let given = anchor.given { return given }
        let (timebases, clock) = chain
        if clock.stoppedAt != nil, !timebases.contains(where: { $0.rateNow == .zero }) { return .invalid }
        return exactTime(at: now).map { ExactTime.time($0, epoch: anchor.epoch) } ?? .invalid
    }

    func checkWritable() throws {
        if isReadOnlyNow { throw Error.readOnly }
    }
}
