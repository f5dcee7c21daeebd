public import AssetKitBase
public import CMTimeLib
public import Foundation

/// Lets a timebase fire a timer of a run loop's.
@discardableResult
public func CMTimebaseAddTimer(_ timebase: CMTimebase, timer: Timer, runloop: RunLoop) -> OSStatus {
    clockStatus { try timebase.addTimer(timer, on: runloop) }
}

/// Stops firing a timer.
@discardableResult
public func CMTimebaseRemoveTimer(_ timebase: CMTimebase, timer: Timer) -> OSStatus {
    clockStatus { try timebase.removeTimer(timer) }
}

/// Sets the time at which a timer is to fire, once. There are no flags yet.
@discardableResult
public func CMTimebaseSetTimerNextFireTime(
    _ timebase: CMTimebase,
    timer: Timer,
    fireTime: CMTime,
    flags: UInt32
) -> OSStatus {
    clockStatus { try timebase.setTimerNextFireTime(timer, fireTime: fireTime) }
}

/// Fires a timer now, in place of what it was waiting for.
@discardableResult
public func CMTimebaseSetTimerToFireImmediately(_ timebase: CMTimebase, timer: Timer) -> OSStatus {
    clockStatus { try timebase.setTimerToFireImmediately(timer) }
}
