internal import CMTimeLib

/// A timer of a timebase, and when it is due.
struct TimerEntry {
    let timer: TimebaseTimer
    /// Which of the timebase's timers it is: of those that are due at one time, the first comes first.
    let number: Int
    /// The timebase's time at which it fires next; nil for never.
    var fireTime: Rational128?
    /// The host's call for that moment.
    var alarm: HostAlarm?
    /// Calls of earlier alarms, which may be under way, are none of ours any more.
    var generation = 0
}
