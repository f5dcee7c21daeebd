internal import CMTimeLib

extension CMTimebase {
    /// The timebase that drives this one; nil where a clock does.
    public var sourceTimebase: CMTimebase? {
        TimeTree.withLock {
            guard case .timebase(let timebase) = sourceNow else { return nil }
            return timebase
        }
    }

    /// The clock that drives this one; nil where another timebase does.
    public var sourceClock: CMClock? {
        TimeTree.withLock {
            guard case .clock(let clock) = sourceNow else { return nil }
            return clock
        }
    }

    /// The clock or the timebase that drives this one. Setting another one changes neither time nor rate.
    ///
    /// What would close a loop, a clock that was invalidated, and any change to a timebase that is read only leave the
    /// source as it is: a property cannot throw. `CMTimebaseSetSourceTimebase` and `CMTimebaseSetSourceClock` tell.
    public var source: any CMSyncProtocol {
        get { TimeTree.withLock { sourceNow.object } }
        set { try? setSource(newValue) }
    }

    /// The clock at the top of the chain of sources.
    public var ultimateSourceClock: CMClock { TimeTree.withLock { chain.clock } }

    /// The older spelling of ``sourceTimebase``.
    public var masterTimebase: CMTimebase? { sourceTimebase }
    /// The older spelling of ``sourceClock``.
    public var masterClock: CMClock? { sourceClock }
    /// The older spelling of ``source``.
    public var master: any CMSyncProtocol {
        get { source }
        set { source = newValue }
    }
    /// The older spelling of ``ultimateSourceClock``.
    public var ultimateMasterClock: CMClock { ultimateSourceClock }

    /// Changes what drives the timebase, from now on and without a jump. The owner may where it is read only for others.
    ///
    /// A clock that was invalidated can be left: the timebase goes on from where it stopped.
    package func setSource(_ source: any CMSyncProtocol, byOwner: Bool = false) throws {
        try TimeTree.change { changes in
            if !byOwner { try checkWritable() }
            guard let new = TimeSource(source) else { throw Error.invalidParameter }
            let (timebases, clock) = new.chain
            guard clock.stoppedAt == nil, !timebases.contains(where: { $0 === self }) else {
                throw Error.invalidParameter
            }
            let before = effectiveRateNow
            // Both sides of one moment, where one host measures both.
            let oldHost = chain.clock.host
            let (oldNow, now) = oldHost === clock.host ? { ($0, $0) }(oldHost.now) : (oldHost.now, clock.host.now)
            guard let time = exactTime(at: oldNow), let reference = new.exactTime(at: now) else {
                throw Error.invalidParameter
            }
            let old = sourceNow
            changes.keep(old.object as AnyObject)
            old.removeFollower(self)
            new.addFollower(self, &changes)
            sourceNow = new
            anchor.given = rateNow == .zero ? anchor.given : nil
            anchor.time = time
            anchor.reference = reference
            announce(before: before, jumps: false, at: now, &changes)
        }
    }
}
