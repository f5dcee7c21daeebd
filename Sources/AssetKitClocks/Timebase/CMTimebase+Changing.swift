public import CMTimeLib

extension CMTimebase {
    /// Jumps to a time, from which the timebase goes on at its rate.
    public func setTime(_ time: CMTime) throws {
        try change(.anchor(time, reference: nil))
    }

    /// Sets the time that the timebase has at a time of its source, which may be in the past or in the future: all is as
    /// though it had been so since.
    public func setAnchorTime(_ anchorTime: CMTime, referenceTime: CMTime) throws {
        try change(.anchor(anchorTime, reference: referenceTime))
    }

    /// Changes the speed from now on. The time does not jump.
    ///
    /// The rate is the exact value of the number: 0.1 is 3602879701896397/2^55. Rates that are not finite are refused, and
    /// those that no 128 bits can hold (below 2^-74 or so, from 2^127 on).
    public func setRate(_ rate: Double) throws {
        try change(.rate(rate))
    }

    /// Changes the speed, and the time that the timebase has at a time of its source, both at once.
    ///
    /// With a reference time in the future, what starts together with others starts right then.
    public func setRateAndAnchorTime(rate: Double, anchorTime: CMTime, referenceTime: CMTime) throws {
        try change(.rateAndAnchor(rate, anchorTime, reference: referenceTime))
    }

    /// Changes the timebase. The owner may where it is read only for all others.
    package func change(_ change: TimebaseChange, byOwner: Bool = false) throws {
        try TimeTree.change { changes in
            if !byOwner { try checkWritable() }
            let clock = chain.clock
            let now = clock.host.now
            guard clock.stoppedAt == nil, let source = sourceNow.exactTime(at: now) else {
                throw Error.invalidParameter
            }
            let (newRate, newAnchor, jumps) = try result(of: change, at: now, source)
            let before = effectiveRateNow
            (rateNow, anchor) = (newRate, newAnchor)
            announce(before: before, jumps: jumps, at: now, &changes)
        }
    }

    /// Tells what has changed, here and below, and works out anew when timers are due.
    func announce(before: Double, jumps: Bool, at now: Int64, _ changes: inout TimeChanges) {
        let changesSpeed = effectiveRateNow != before
        for timebase in [self] + changes.moving(followers) {
            if jumps { changes.post(.timeJumped, timebase, at: now) }
            if changesSpeed { changes.post(.effectiveRateChanged, timebase, at: now) }
            timebase.rescheduleTimers(&changes)
        }
    }

    private func result(
        of change: TimebaseChange,
        at now: Int64,
        _ source: Rational128
    ) throws -> (rate: Rational128, anchor: TimebaseAnchor, jumps: Bool) {
        switch change {
        case .rate(let rate):
            let exact = try Self.exact(rate)
            guard let time = exactTime(at: now) else { throw Error.invalidParameter }
            // What stands still keeps the time as it was set.
            let given = rateNow == .zero ? anchor.given : nil
            let anchor = TimebaseAnchor(time: time, reference: source, epoch: anchor.epoch, given: given)
            return (exact, anchor, false)
        case .anchor(let time, let reference):
            return (rateNow, try Self.anchor(time, reference, source, rate: rateNow), true)
        case .rateAndAnchor(let rate, let time, let reference):
            let exact = try Self.exact(rate)
            return (exact, try Self.anchor(time, reference, source, rate: exact), true)
        case .continuation(let rate, let time, let reference):
            let exact = try Self.exact(rate)
            return (exact, try Self.anchor(time, reference, source, rate: exact), false)
        }
    }

    private static func exact(_ rate: Double) throws -> Rational128 {
        guard let rate = Rational128(exactly: rate) else { throw Error.invalidParameter }
        return rate
    }

    private static func anchor(
        _ time: CMTime,
        _ reference: CMTime?,
        _ source: Rational128,
        rate: Rational128
    ) throws -> TimebaseAnchor {
        guard let exact = time.exactSeconds else { throw Error.invalidParameter }
        var moment = source
        if let reference {
            // To what stands still it does not matter when.
            guard let given = reference.exactSeconds ?? (rate == .zero ? source : nil) else {
                throw Error.invalidParameter
            }
            moment = given
        }
        return TimebaseAnchor(time: exact, reference: moment, epoch: time.epoch, given: time)
    }
}
