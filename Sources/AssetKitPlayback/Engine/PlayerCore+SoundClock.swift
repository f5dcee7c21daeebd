internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitTargets
internal import AssetKitTimePitch
internal import CMTimeLib

extension PlayerCore {
    /// Two answers of a target that go on differ by less, in seconds.
    private static let steady = 0.001
    /// What is heard by so much later than was said, in seconds, had silence before it.
    private static let late = 0.005

    /// When the target should be asked again, or something else is heard.
    func soundDue() -> Int64? {
        guard let sound, sound.isRunning else { return nil }
        guard motion == .moving, let clock = sound.clock, let frame = sound.frame(at: clock.time) else {
            return sound.nextQuestion
        }
        var due = sound.nextQuestion
        if let next = sound.stretch(behind: frame), let moment = sound.moment(of: next.start) {
            let host = clock.convertTime(moment, to: environment.hostClock)
            let nanoseconds = host.convertScale(1_000_000_000, method: .roundTowardPositiveInfinity)
            if nanoseconds.isNumeric { due = min(due, nanoseconds.value) }
        }
        return due
    }

    /// Lets the item's time follow what is heard.
    func followSound() {
        guard let sound, sound.isRunning else { return }
        askTarget(sound)
        guard motion == .moving, let clock = sound.clock, let frame = sound.frame(at: clock.time),
            let stretch = sound.stretch(at: max(frame, sound.startFrame))
        else { return }
        if let last = sound.current, last.item === stretch.item, last.generation == stretch.generation,
            last.speed == stretch.speed, last.start <= stretch.start,
            stretch.start < last.end || last.start == stretch.start
        {
            correct(stretch, frame, sound)
            return
        }
        hear(stretch, sound, clock)
    }

    /// Another stretch begins.
    private func hear(_ stretch: SoundStretch, _ sound: SoundDevice, _ clock: CMClock) {
        sound.current = stretch
        sound.stretches.removeAll { $0.end <= stretch.start }
        let time = stretch.itemTime(of: max(stretch.start, sound.startFrame), rate: sound.rate)
        if stretch.item !== current, items.count > 1, items[1].core === stretch.item, let old = current {
            goOn(from: old)
            tellObservers(of: time)
        }
        guard let moment = sound.moment(of: max(stretch.start, sound.startFrame)) else { return }
        let anchor = PlaybackAnchor(itemTime: time, clockTime: moment, rate: stretch.speed.value, clock: clock)
        set(anchor, of: stretch.item, isJump: false)
    }

    /// Stretchers do not use up their source as evenly as a clock goes.
    private func correct(_ stretch: SoundStretch, _ frame: Int64, _ sound: SoundDevice) {
        guard stretch.speed != .normal, let anchor = stretch.item.anchor, let moment = sound.moment(of: frame) else {
            return
        }
        let heard = stretch.itemTime(of: frame, rate: sound.rate)
        let error = heard - anchor.itemTime(at: moment)
        guard abs(error.seconds) > 0.01 else { return }
        var next = anchor
        (next.itemTime, next.clockTime) = (heard, moment)
        set(next, of: stretch.item, isJump: false)
    }

    /// Asks the target what is heard.
    private func askTarget(_ sound: SoundDevice) {
        guard now >= sound.nextQuestion, !sound.isAsking, sound.isStarted else { return }
        let isUnsure = motion == .starting || sound.hasRunDry
        (sound.isAsking, sound.nextQuestion) = (true, sound.question(after: now, isUnsure: isUnsure))
        let number = sound.starts
        let reference = EngineReference(engine: engine)
        effect {
            let position = sound.target.position
            reference.engine?.perform { core in
                sound.isAsking = false
                guard sound.isRunning, sound.starts == number else { return }
                guard let position = position?.plausible(now: core.now, rate: sound.rate) else {
                    return core.giveUpSilent(sound)
                }
                core.take(position, sound)
            }
        }
    }

    /// A target that never says what is heard holds nobody up for ever.
    private func giveUpSilent(_ sound: SoundDevice) {
        guard sound === self.sound, sound.isSilent(at: now) else { return }
        handle(.lost("the sound device does not say what is heard"), sound)
        sound.state = .absent(retry: nil)
        effect { sound.worker.async { sound.target.stop() } }
    }

    func take(_ position: AKAudioTargetPosition, _ sound: SoundDevice) {
        let host = CMTime(value: position.hostTime, timescale: 1_000_000_000)
        let ahead = CMTime(value: position.frame, timescale: CMTimeScale(sound.rate))
        guard let clock = sound.clock else {
            // A moment beyond all time is no answer.
            guard let clock = try? CMClock(host: environment.host, deviceTime: host, hostTime: host) else { return }
            sound.clock = clock
            sound.zero = host - ahead
            if motion == .starting { motion = .moving }
            return
        }
        if motion == .starting || sound.zero == nil || sound.hasRunDry {
            let shown = environment.hostClock.convertTime(host, to: clock)
            let zero = (shown - ahead).convertScale(1_000_000_000, method: .roundHalfAwayFromZero)
            if sound.hasRunDry { sound.current = nil }
            if let before = sound.zeroBeforeLast, (zero - before).seconds > Self.late {
                figures.underruns += 1
                sound.zeroBeforeLast = nil
            }
            // As long as there is silence, each answer puts it off a little more; the first one may not yet.
            let isSteady = sound.zero.map { abs((zero - $0).seconds) < Self.steady } ?? true
            sound.steadyAnswers = isSteady ? sound.steadyAnswers + 1 : 0
            if sound.steadyAnswers >= 2 { sound.hasRunDry = false }
            sound.zero = zero
            if motion == .starting { motion = .moving }
        } else if let zero = sound.zero {
            let reading = zero + ahead
            effect { clock.addReading(reading, at: host) }
        }
    }
}
