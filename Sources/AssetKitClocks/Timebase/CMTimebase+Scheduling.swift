internal import CMTimeLib

// When timers are due. All of it under the lock of the tree.
extension CMTimebase {
    func rescheduleTimers(_ changes: inout TimeChanges) {
        for identifier in timersInOrder { rescheduleTimer(identifier, &changes) }
    }

    /// What a jump passes fires in the order in which the time would have got there.
    private var timersInOrder: [ObjectIdentifier] {
        let runsBack = direction < 0
        let order = timers.sorted { first, second in
            guard let left = first.value.fireTime, let right = second.value.fireTime, left != right else {
                return first.value.number < second.value.number
            }
            return runsBack ? left > right : left < right
        }
        return order.map(\.key)
    }

    /// Fires a timer that is due, and asks the host to call when one will be.
    func rescheduleTimer(_ identifier: ObjectIdentifier, _ changes: inout TimeChanges) {
        guard var entry = timers[identifier] else { return }
        entry.alarm = nil
        entry.generation += 1
        defer { timers[identifier] = entry }
        let now = hostNow
        let direction = direction
        guard direction != 0, let fireTime = entry.fireTime, let time = exactTime(at: now) else { return }
        if direction > 0 ? time >= fireTime : time <= fireTime {
            entry.fireTime = nil
            changes.fire(entry.timer)
        } else if let moment = hostTime(reaching: fireTime) {
            let generation = entry.generation
            entry.alarm = chain.clock.host.alarm(at: max(moment, now + 1)) { [weak self] in
                self?.alarmWentOff(identifier, generation)
            }
        }
    }

    /// The host's first nanosecond at which the time is reached; nil where that is beyond all time.
    private func hostTime(reaching time: Rational128) -> Int64? {
        let (timebases, clock) = chain
        var moment = time
        for timebase in timebases {
            guard let above = timebase.anchor.reference(at: moment, rate: timebase.rateNow) else { return nil }
            moment = above
        }
        if let line = clock.device?.line {
            guard let host = line.host(at: moment) else { return nil }
            moment = host
        }
        return ExactTime.nanoseconds(moment)
    }

    private func alarmWentOff(_ identifier: ObjectIdentifier, _ generation: Int) {
        TimeTree.change { changes in
            guard timers[identifier]?.generation == generation else { return }
            // Looks at the time again: where fractions had to be rounded on the way, the moment may be a nanosecond off.
            rescheduleTimer(identifier, &changes)
        }
    }
}
