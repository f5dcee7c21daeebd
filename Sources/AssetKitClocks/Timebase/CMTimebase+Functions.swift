public import AssetKitBase
public import CMTimeLib
public import Dispatch

/// The time of a timebase now.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }

/// The time of a timebase now at a timescale, rounded as asked.
public func CMTimebaseGetTimeWithTimeScale(
    _ timebase: CMTimebase,
    timescale: CMTimeScale,
    method: CMTimeRoundingMethod
) -> CMTime {
    timebase.time(withTimescale: timescale, rounding: method)
}

/// Jumps to a time.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
    clockStatus { try timebase.setTime(time) }
}

/// Sets the time that a timebase has at a time of its source.
@discardableResult
public func CMTimebaseSetAnchorTime(
    _ timebase: CMTimebase,
    timebaseTime: CMTime,
    immediateSourceTime: CMTime
) -> OSStatus {
    clockStatus { try timebase.setAnchorTime(timebaseTime, referenceTime: immediateSourceTime) }
}

/// The older spelling of ``CMTimebaseSetAnchorTime(_:timebaseTime:immediateSourceTime:)``.
@discardableResult
public func CMTimebaseSetAnchorTime(
    _ timebase: CMTimebase,
    timebaseTime: CMTime,
    immediateMasterTime: CMTime
) -> OSStatus {
    CMTimebaseSetAnchorTime(timebase, timebaseTime: timebaseTime, immediateSourceTime: immediateMasterTime)
}

/// How many seconds of a timebase pass in a second of its source.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 { timebase.rate }

/// Time and rate of one and the same moment.
@discardableResult
public func CMTimebaseGetTimeAndRate(
    _ timebase: CMTimebase,
    timeOut: UnsafeMutablePointer<CMTime>?,
    rateOut: UnsafeMutablePointer<Float64>?
) -> OSStatus {
    let (time, rate) = timebase.timeAndRate
    timeOut?.pointee = time
    rateOut?.pointee = rate
    return noErr
}

/// Changes the speed from now on, without a jump.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Float64) -> OSStatus {
    clockStatus { try timebase.setRate(rate) }
}

/// Changes the speed, and the time that a timebase has at a time of its source, both at once.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
    _ timebase: CMTimebase,
    rate: Float64,
    anchorTime timebaseTime: CMTime,
    immediateSourceTime: CMTime
) -> OSStatus {
    clockStatus {
        try timebase.setRateAndAnchorTime(rate: rate, anchorTime: timebaseTime, referenceTime: immediateSourceTime)
    }
}

/// The older spelling of ``CMTimebaseSetRateAndAnchorTime(_:rate:anchorTime:immediateSourceTime:)``.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
    _ timebase: CMTimebase,
    rate: Float64,
    anchorTime timebaseTime: CMTime,
    immediateMasterTime: CMTime
) -> OSStatus {
    CMTimebaseSetRateAndAnchorTime(
        timebase,
        rate: rate,
        anchorTime: timebaseTime,
        immediateSourceTime: immediateMasterTime
    )
}

/// How many seconds of a timebase pass in a second of the clock that drives it in the end.
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Float64 { timebase.effectiveRate }

/// Waits until the notifications of all that has happened so far are posted.
@discardableResult
public func CMTimebaseNotificationBarrier(_ timebase: CMTimebase) -> OSStatus {
    clockStatus { try timebase.notificationBarrier() }
}

/// Lets a timebase fire a timer of Dispatch's.
@discardableResult
public func CMTimebaseAddTimerDispatchSource(_ timebase: CMTimebase, timerSource: DispatchSource) -> OSStatus {
    clockStatus { try timebase.addTimer(timerSource) }
}

/// Stops firing a timer.
@discardableResult
public func CMTimebaseRemoveTimerDispatchSource(_ timebase: CMTimebase, timerSource: DispatchSource) -> OSStatus {
    clockStatus { try timebase.removeTimer(timerSource) }
}

/// Sets the time at which a timer is to fire, once. There are no flags yet.
@discardableResult
public func CMTimebaseSetTimerDispatchSourceNextFireTime(
    _ timebase: CMTimebase,
    timerSource: DispatchSource,
    fireTime: CMTime,
    flags: UInt32
) -> OSStatus {
    clockStatus { try timebase.setTimerNextFireTime(timerSource, fireTime: fireTime) }
}

/// Fires a timer now, in place of what it was waiting for.
@discardableResult
public func CMTimebaseSetTimerDispatchSourceToFireImmediately(
    _ timebase: CMTimebase,
    timerSource: DispatchSource
) -> OSStatus {
    clockStatus { try timebase.setTimerToFireImmediately(timerSource) }
}
