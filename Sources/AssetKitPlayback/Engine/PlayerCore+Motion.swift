internal import AssetKitClocks
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitTimePitch
internal import CMTimeLib

extension PlayerCore {
    /// Starts or stops the time as it should be.
    func decide(_ item: ItemCore) {
        let isReversing = rate != 0 && (rate < 0) != item.isReverse
        if isReversing, item.status == .readyToPlay { restart(item) }
        if item.status == .failed, rate != 0 { changeRate(to: 0, because: .setRateFailed) }
        let runsOut = motion == .moving && actionAtItemEnd == .none
        let isPlayable = item.status == .readyToPlay && item.seeking == nil && item.asked == nil
        let wants = rate != 0 && isPlayable && (!item.hasEnded || runsOut)
        guard wants, !isReversing else {
            if motion != .still { halt(item) }
            return
        }
        if motion == .still {
            guard isReady(item) else { return }
            // What is ready was made for another speed.
            if let sound, let speed = speed(of: item),
                sound.stretches.contains(where: { $0.item === item && $0.speed != speed })
            {
                return restart(item)
            }
            (isStalled, isImpatient) = (false, false)
            start(item)
        } else if sound?.isRunning != true {
            changePace(item)
        } else if !isAudible(item) {
            // Sound stops; the host's time goes on.
            halt(item)
            start(item)
        }
    }

    /// There is enough to begin with.
    private func isReady(_ item: ItemCore) -> Bool {
        guard isPrimed(item) else { return false }
        guard waitsToMinimizeStalling, !isImpatient else { return true }
        guard keepsUp(item) else { return false }
        guard isStalled else { return true }
        let isHeardOut = !isHeard(item) || item.isSoundAtEnd || item.blockFrames >= Int64(sound?.rate ?? 0) / 2
        return isHeardOut && (item.media?.pictures == nil || item.arePicturesAtEnd || item.pictures.count >= 2)
    }

    /// The speed of sound; nil where none is heard.
    func speed(of item: ItemCore) -> Speed? { speed(of: item, at: rate) }

    /// The speed of sound at a rate.
    func speed(of item: ItemCore, at rate: Float) -> Speed? {
        guard rate > 0, let ratio = Rational128(exactly: Double(rate)),
            let numerator = Int64(exactly: ratio.numerator), let denominator = Int64(exactly: ratio.denominator)
        else { return nil }
        let speed = Speed(numerator, denominator).approximated(to: 1_000_000)
        switch item.algorithm {
        case .lowQualityZeroLatency: return (0.5...2).contains(speed.value) ? speed.coarse : nil
        default: return speed.isAudible ? speed : nil
        }
    }

    private func isAudible(_ item: ItemCore) -> Bool { isHeard(item) && speed(of: item) != nil }

    /// How fast the item's time passes.
    private func pace(of item: ItemCore) -> Double {
        guard item.algorithm == .lowQualityZeroLatency, rate > 0, let speed = speed(of: item) else {
            return Double(rate)
        }
        return speed.value
    }

    private func start(_ item: ItemCore) {
        let time = self.time(of: item)
        if isAudible(item), let sound, let chain = sound.chain, chain.ring.count > 0 {
            motion = .starting
            startSound(sound, chain)
        } else if isAudible(item), !item.isRendered {
            // The renderer has not come to it yet.
            return
        } else {
            motion = .moving
            let moment = startTime.map { CMTime(value: $0, timescale: 1_000_000_000) } ?? hostMoment
            let clock = sourceClock ?? environment.hostClock
            let start = clock === environment.hostClock ? moment : self.moment(on: clock)
            set(
                PlaybackAnchor(itemTime: time, clockTime: start, rate: pace(of: item), clock: clock),
                of: item,
                isJump: false
            )
        }
        startTime = nil
        tellObservers(of: time)
    }

    /// Another speed, where nothing is heard.
    private func changePace(_ item: ItemCore) {
        guard let anchor = item.anchor, motion == .moving, anchor.rate != pace(of: item) else { return }
        if isAudible(item) {
            halt(item)
            return restart(item)
        }
        var next = anchor
        (next.itemTime, next.clockTime, next.rate) = (self.time(of: item), moment(on: anchor.clock), pace(of: item))
        set(next, of: item, isJump: false)
    }

    /// The time stands, and nothing is heard any more.
    func halt(_ item: ItemCore?) {
        if let sound, sound.isRunning { stop(sound, at: item.map { self.time(of: $0) }, item) }
        guard motion != .still else { return }
        motion = .still
        guard let item else { return }
        let time = self.time(of: item)
        hold(item, at: time)
        tellObservers(of: time)
    }

    /// When something will have to be done without anything happening before.
    func nextMoment() -> Int64? {
        guard let item = current else { return soundRetry }
        var moments: [Int64] = []
        if motion != .still {
            if let due = pictureDue(item) { moments.append(due) }
            let end = item.isReverse ? item.beginning : item.end(soundRate: sound?.rate)
            if end.isNumeric, !item.hasEnded, let due = hostTime(of: end, item) {
                moments.append(max(due, lastSoundDue))
            }
            if let due = observersDue(item) { moments.append(due) }
            if let due = timedDue(item) { moments.append(due) }
            if let due = soundDue() { moments.append(due) }
            if let due = starvation(item) { moments.append(due) }
            if let time = item.breakOff?.time, let due = hostTime(of: time, item) { moments.append(due) }
        }
        if let soundRetry { moments.append(soundRetry) }
        if let due = readingDue(item) { moments.append(due) }
        // What should have been done already is looked at again soon, and not at once for ever.
        return moments.min().map { $0 > now ? $0 : now + 100_000 }
    }

    private var soundRetry: Int64? {
        if case .absent(let retry?)? = sound?.state { retry } else { nil }
    }
}
