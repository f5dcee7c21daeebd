public import AssetKitBase
public import CMTimeLib

/// The machine's own clock.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// The host's time in nanoseconds, as system calls count it.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    CMClock.convertHostTimeToSystemUnits(hostTime)
}

/// The time that system calls count in nanoseconds.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
    CMClock.convertSystemUnitsToHostTime(hostTime)
}

/// The time of a clock now.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// The time of a clock now, together with the time of the host at the same moment.
@discardableResult
public func CMClockGetAnchorTime(
    _ clock: CMClock,
    clockTimeOut: UnsafeMutablePointer<CMTime>,
    referenceClockTimeOut: UnsafeMutablePointer<CMTime>
) -> OSStatus {
    clockStatus {
        let anchor = try clock.anchorTime()
        clockTimeOut.pointee = anchor.anchorTime
        referenceClockTimeOut.pointee = anchor.referenceTime
    }
}

/// The two clocks may run at different speeds.
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool {
    clock.mightDrift(relativeTo: otherClock)
}

/// Stops a clock for good.
public func CMClockInvalidate(_ clock: CMClock) { clock.invalidate() }
