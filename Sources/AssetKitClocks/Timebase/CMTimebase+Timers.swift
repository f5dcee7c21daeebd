public import CMTimeLib
public import Dispatch
internal import Foundation

extension CMTimebase {
    /// Lets the timebase fire a timer of Dispatch's.
    ///
    /// It does not fire before `setTimerNextFireTime(_:fireTime:)`; what it was scheduled for before is forgotten.
    ///
    /// - Throws: ``Error/invalidParameter`` for a timer that was added already or is cancelled.
    public func addTimer<T>(_ timer: T) throws where T: DispatchSourceTimer {
        guard T.self is AnyClass, !timer.isCancelled else { throw Error.invalidParameter }
        try add(timer as AnyObject) { TimebaseTimer(timer) }
    }

    /// Stops firing a timer. Whether it goes on living is for its owner to say.
    public func removeTimer<T>(_ timer: T) throws where T: DispatchSourceTimer { try remove(timer as AnyObject) }

    /// Sets the time at which a timer is to fire, once.
    ///
    /// It fires when the timebase gets there, however often the timebase jumps or changes its speed before, and at once
    /// where that is past: below the time now while the timebase runs forwards, above it while it runs backwards. While it
    /// stands still nothing fires. A time that is no number means never.
    ///
    /// When the rate or the time is to be changed as well, do that first.
    public func setTimerNextFireTime<T>(_ timer: T, fireTime: CMTime) throws where T: DispatchSourceTimer {
        try setFireTime(timer as AnyObject, fireTime)
    }

    /// Fires a timer now, in place of what it was waiting for.
    public func setTimerToFireImmediately<T>(_ timer: T) throws where T: DispatchSourceTimer {
        try fireImmediately(timer as AnyObject)
    }

    /// Lets the timebase make a call.
    package func addTimer(_ timer: TimebaseTimer) throws { try add(timer) { timer } }

    /// Lets the timebase make a call no more. One that is under way on another thread goes on.
    package func removeTimer(_ timer: TimebaseTimer) throws { try remove(timer) }

    /// Sets the time of a call, by the rules of `setTimerNextFireTime(_:fireTime:)`.
    package func setTimerNextFireTime(_ timer: TimebaseTimer, fireTime: CMTime) throws {
        try setFireTime(timer, fireTime)
    }

    /// Calls now, in place of what was waited for.
    package func setTimerToFireImmediately(_ timer: TimebaseTimer) throws { try fireImmediately(timer) }

    func add(_ object: AnyObject, _ make: () -> TimebaseTimer) throws {
        let identifier = ObjectIdentifier(object)
        guard TimeTree.withLock({ timers[identifier] == nil }) else { throw Error.invalidParameter }
        // Takes hold of the timer, which stops it: not with the lock held, because that goes to run loops and queues.
        let timer = make()
        try TimeTree.change { changes in
            changes.keep(timer)
            guard timers[identifier] == nil else { throw Error.invalidParameter }
            timers[identifier] = TimerEntry(timer: timer, number: timerCount)
            timerCount += 1
        }
    }

    func remove(_ object: AnyObject) throws {
        try TimeTree.change { changes in
            guard let entry = timers.removeValue(forKey: ObjectIdentifier(object)) else { throw Error.invalidParameter }
            entry.timer.cancel()
            changes.keep(entry.timer)
        }
    }

    func setFireTime(_ object: AnyObject, _ fireTime: CMTime) throws {
        let identifier = ObjectIdentifier(object)
        try TimeTree.change { changes in
            guard timers[identifier] != nil else { throw Error.invalidParameter }
            timers[identifier]?.fireTime = fireTime.exactSeconds
            rescheduleTimer(identifier, &changes)
        }
    }

    func fireImmediately(_ object: AnyObject) throws {
        let identifier = ObjectIdentifier(object)
        try TimeTree.change { changes in
            guard let entry = timers[identifier] else { throw Error.invalidParameter }
            timers[identifier]?.fireTime = nil
            rescheduleTimer(identifier, &changes)
            changes.fire(entry.timer)
        }
    }
}
