internal import CMTimeLib

/// What follows from a change, to be done when the lock of the tree is free again.
struct TimeChanges {
    /// What must not be let go with the lock held.
    private var kept: [AnyObject] = []
    private var firing: [TimebaseTimer] = []
    private var posting: [CMTimebase] = []

    mutating func keep(_ object: AnyObject) { kept.append(object) }

    mutating func fire(_ timer: TimebaseTimer) { firing.append(timer) }

    mutating func post(_ kind: TimebaseNotice.Kind, _ timebase: CMTimebase, at now: Int64) {
        // In line already here: what was changed first is told first.
        timebase.poster.add(TimebaseNotice(kind: kind, time: timebase.shownTime(at: now)))
        posting.append(timebase)
    }

    /// Works out anew when the timers of timebases below are due.
    mutating func reschedule(_ followers: Followers) {
        for timebase in moving(followers) { timebase.rescheduleTimers(&self) }
    }

    /// The time above has jumped, and with it that of the timebases below.
    mutating func jump(_ followers: Followers) {
        for timebase in moving(followers) {
            post(.timeJumped, timebase, at: timebase.hostNow)
            timebase.rescheduleTimers(&self)
        }
    }

    /// The timebases below that move with the one above: those at rate 0, and what is below them, do not.
    mutating func moving(_ followers: Followers) -> [CMTimebase] {
        var found: [CMTimebase] = []
        for timebase in living(followers) where timebase.rateNow != .zero {
            found.append(timebase)
            found += moving(timebase.followers)
        }
        return found
    }

    /// The timebases right below.
    mutating func living(_ followers: Followers) -> [CMTimebase] {
        let living = followers.living
        kept += living
        return living
    }

    func perform() {
        for timer in firing { timer.fire() }
        for timebase in posting { timebase.poster.post(for: timebase) }
    }
}
