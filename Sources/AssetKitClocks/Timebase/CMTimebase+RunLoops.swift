public import AssetKitBase
public import CMTimeLib
public import Foundation

extension CMTimebase {
    /// An interval for timers that are to fire only when a timebase says so: 256 years.
    public static let veryLongTimeInterval: CFTimeInterval = 256.0 * 365 * 24 * 60 * 60
    /// A date for such timers, in seconds since 2001.
    public static let farFuture: CFTimeInterval = veryLongTimeInterval

    /// Lets the timebase fire a timer of a run loop's, on the thread of that.
    ///
    /// It does not fire before `setTimerNextFireTime(_:fireTime:)`; what it was scheduled for before is forgotten. Who
    /// wants it to fire more than once makes a repeating timer, with ``veryLongTimeInterval`` and a date in the distant future:
    /// without a date Foundation's timers fire as soon as their run loop has them.
    ///
    /// - Throws: ``Error/invalidParameter`` for a timer that was added already or is invalid.
    public func addTimer(_ timer: Timer, on runloop: RunLoop) throws {
        guard timer.isValid else { throw Error.invalidParameter }
        try add(timer) { TimebaseTimer(RunLoopTimer(timer, runloop)) }
    }

    /// Stops firing a timer: it does not fire any more, but that it may be firing just now. Whether it goes on living is for its
    /// owner to say.
    public func removeTimer(_ timer: Timer) throws { try remove(timer) }

    /// Sets the time at which a timer is to fire, once, by the rules of timers of Dispatch's.
    public func setTimerNextFireTime(_ timer: Timer, fireTime: CMTime) throws { try setFireTime(timer, fireTime) }

    /// Fires a timer now, in place of what it was waiting for: as soon as its run loop gets to that.
    public func setTimerToFireImmediately(_ timer: Timer) throws { try fireImmediately(timer) }
}
