internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitTargets
internal import AssetKitTimePitch
internal import CMTimeLib

extension PlayerCore {
    /// So much sound is decoded ahead, and so much is ready for the target, in parts of a second.
    private static let (decodedPart, renderedPart): (Int64, Int64) = (2, 10)
    /// So long little may be ready that is made anew at another speed, in nanoseconds: targets have more than that.
    private static let patience: Int64 = 50_000_000

    // MARK: Decoding and rendering

    /// Has read and rendered what will be needed soon.
    func demand(_ item: ItemCore) {
        demandPictures(item)
        demandSound(item)
        renderSound()
    }

    private func demandSound(_ item: ItemCore) {
        guard isHeard(item), item.landing != nil, let sound, let reader = item.soundReader,
            let worker = item.soundWorker,
            !item.isDecodingSound, !item.isSoundAtEnd, item.blockFrames < Int64(sound.rate) / Self.decodedPart
        else { return }
        item.isDecodingSound = true
        item.network.soundJobs += 1
        let generation = item.generation
        run(on: worker) {
            Result { try reader.next() }
        } then: { core, result in
            item.network.soundJobs -= 1
            core.take(result, of: item, generation)
        }
    }

    /// A block of sound has been decoded.
    func take(_ result: Result<SoundBlock?, any Error>, of item: ItemCore, _ generation: Int) {
        guard generation == item.generation, item.engine === engine else { return }
        item.isDecodingSound = false
        item.isHungry = false
        switch result {
        case .failure(let error):
            if hasGivenWay(item, error) { return }
            item.isSoundAtEnd = true
            guard let end = item.lastSoundEnd, let rate = sound?.rate, rate > 0 else {
                return failReading(item, error)
            }
            item.breakOff(error, at: CMTime(value: end, timescale: CMTimeScale(rate)))
        case .success(nil): item.isSoundAtEnd = true
        case .success(let block?):
            item.blocks.append(block)
            item.blockFrames += Int64(block.count)
            item.lastSoundEnd = block.end
        }
    }

    private func renderSound() {
        if let sound { chooseRendered(sound) }
        guard let sound, let chain = sound.chain, !sound.isRendering, let item = sound.rendered, item.engine === engine,
            let landing = item.landing, let speed = speed(of: item) ?? (rate == 0 ? resting(item) : nil),
            !item.isRendered
        else { return }
        let wanted = sound.rate / Int(Self.renderedPart)
        let goesBack = sound.isReady(item, item.generation, otherThan: speed)
        let count = goesBack ? wanted : wanted - chain.ring.count
        guard count >= wanted / 4, item.blocks.count > 0 || item.isSoundAtEnd || !item.isHungry else { return }
        sound.isRendering = true
        if goesBack { sound.patientUntil = now + Self.patience }
        var blocks: [SoundBlock] = []
        var frames = Int64(0)
        let needed = Int64((Double(count) * speed.value).rounded(.up)) + 1024
        while frames < needed, let block = item.blocks.popFirst() {
            blocks.append(block)
            frames += Int64(block.count)
        }
        item.blockFrames -= frames
        let end = item.end(soundRate: sound.rate)
        let order = SoundOrder(
            item: item,
            generation: item.generation,
            epoch: sound.epoch,
            first: landing.firstSample(rate: sound.rate),
            blocks: blocks,
            end: end.isNumeric ? end.firstSample(rate: sound.rate) : nil,
            isLast: item.isSoundAtEnd && item.blocks.count == 0,
            speed: speed,
            algorithm: item.algorithm,
            count: count,
            goesBack: goesBack
        )
        run(on: sound.worker) {
            chain.renderer.render(order)
        } then: { core, result in
            core.take(result, sound)
        }
    }

    /// The speed that sound is prepared at while nothing plays.
    private func resting(_ item: ItemCore) -> Speed {
        speed(of: item, at: defaultRate) ?? .normal
    }

    private func take(_ result: SoundResult, _ sound: SoundDevice) {
        sound.isRendering = false
        let (order, item) = (result.order, result.order.item)
        guard order.epoch == sound.epoch else { return }
        guard item.engine === engine, item.generation == order.generation else {
            // Somebody took it away, or went elsewhere in it, meanwhile.
            if let cut = result.cut { sound.truncate(at: cut.frame, source: cut.source) }
            if let first = result.stretches.first, let ring = sound.chain?.ring {
                sound.epoch = ring.truncate(at: first.start)
            }
            return
        }
        if let error = result.error {
            figures.soundProblem = figures.soundProblem ?? describe(error)
            item.isRendered = true
            return
        }
        sound.add(result)
        if result.isHungry { item.isHungry = true }
        guard result.isFinished else { return }
        item.isRendered = true
    }

    /// Whose sound is rendered: the current item's, and behind it that of the next one, whose first sample follows its last.
    private func chooseRendered(_ sound: SoundDevice) {
        guard let item = sound.rendered, let place = items.firstIndex(where: { $0.core === item }) else {
            if let item = current, isHeard(item), item.landing != nil { sound.rendered = item }
            return
        }
        guard item.isRendered, actionAtItemEnd == .advance, place + 1 < items.count else { return }
        let next = items[place + 1].core
        if isHeard(next), next.asked == nil, next.seeking == nil, next.landing != nil, isPrimed(next) {
            sound.rendered = next
        }
    }

    // MARK: The target

    func startSound(_ sound: SoundDevice, _ chain: SoundDevice.Chain) {
        (sound.isRunning, sound.isStarted) = (true, false)
        sound.starts += 1
        (sound.zero, sound.current, sound.hasRunDry, sound.nextQuestion) = (nil, nil, false, 0)
        sound.zeroBeforeLast = nil
        sound.silentSince = max(now, startTime ?? now)
        let (start, number, ring) = (startTime, sound.starts, chain.ring)
        let reference = EngineReference(engine: engine)
        run(on: sound.worker) {
            ring.open()
        } then: { core, first in
            guard sound.starts == number, sound.isRunning else { return }
            (sound.startFrame, sound.isStarted) = (first, true)
            core.effect {
                sound.target.start(at: start) { buffer in
                    let room = buffer.count / ring.channelCount
                    let count = ring.take(into: buffer)
                    sound.worker.async {
                        reference.engine?.perform { $0.soundWasTaken(sound, number, isShort: count < room) }
                    }
                    return count
                }
            }
        }
    }

    private func soundWasTaken(_ sound: SoundDevice, _ number: Int, isShort: Bool) {
        guard sound === self.sound, sound.isRunning, sound.starts == number else { return }
        guard isShort, now >= sound.patientUntil, let item = sound.rendered, !item.isRendered, item.blocks.count == 0,
            !item.isSoundAtEnd
        else { return }
        stall(item)
    }

    /// There is nothing left to be heard, and more would follow.
    func stall(_ item: ItemCore) {
        guard item === current, !isStalled, motion != .still else { return }
        post(AVPlayerItem.playbackStalledNotification, item)
        figures.stalls += 1
        isStalled = true
        halt(item)
        if !waitsToMinimizeStalling { changeRate(to: 0, because: .setRateFailed) }
    }

    /// Stops, and goes back to what was taken and not heard. `time`: where the item is by its clock, which the target knows better.
    func stop(_ sound: SoundDevice, at time: CMTime?, _ item: ItemCore?) {
        sound.isRunning = false
        let (target, start, rate, host) = (sound.target, sound.startFrame, sound.rate, environment.host)
        sound.zero = nil
        let known = sound.chain?.ring
        guard let time, let item, let ring = known else {
            return effect {
                sound.worker.async {
                    target.stop()
                    known?.close()
                }
            }
        }
        let stretch = sound.stretches.last { stretch in
            stretch.item === item && stretch.generation == item.generation
                && stretch.itemTime(of: stretch.start, rate: rate) <= time
        }
        let guess = stretch.map { min($0.frame(at: time, rate: rate), $0.end) } ?? start
        let (generation, number) = (item.generation, sound.starts)
        run(on: sound.worker) {
            // As late as can be: what is heard meanwhile is not heard again.
            let heard = target.position?.plausible(now: host.now, rate: rate).map { position in
                start + position.frame + max(host.now - position.hostTime, 0) * Int64(rate) / 1_000_000_000
            }
            let frame = min(max(heard ?? guess, start), ring.position)
            target.stop()
            ring.close(at: frame)
            return frame
        } then: { core, frame in
            guard sound.starts == number, core.motion == .still, item.generation == generation, item.seeking == nil,
                item.asked == nil, item === core.current,
                let stretch = sound.stretches.last(where: { $0.start <= frame }),
                stretch.item === item, stretch.generation == generation
            else { return }
            core.hold(item, at: min(stretch.itemTime(of: min(frame, stretch.end), rate: rate), core.limit(of: item)))
        }
    }

    /// Forgets what is ready.
    func clear(_ sound: SoundDevice) {
        guard let ring = sound.chain?.ring else { return }
        sound.epoch = ring.clear()
        // What was taken of the items behind it is gone.
        for other in items.map(\.core) where other !== current && isRendered(other, sound) { readAgain(other) }
        (sound.stretches, sound.rendered, sound.current) = ([], nil, nil)
    }

    /// Some of an item's sound is ready, or is being made so.
    private func isRendered(_ item: ItemCore, _ sound: SoundDevice) -> Bool {
        item === sound.rendered || sound.stretches.contains { $0.item === item }
    }

    /// An item that is not heard yet begins anew, where it would have begun.
    private func readAgain(_ item: ItemCore) {
        guard let landing = item.landing, item.asked == nil else { return }
        item.asked = SeekRequest(.exact(landing), isJump: false)
        isUnsettled = true
    }

    /// What is ready of an item's sound is not heard any more; what was made ready behind it is made anew.
    func forgetSound(of item: ItemCore) {
        guard let sound, let ring = sound.chain?.ring else { return }
        if let first = sound.stretches.first(where: { $0.item === item }) {
            for other in items.map(\.core) where other !== item && other !== current {
                let isBehind = sound.stretches.contains { $0.item === other && $0.start > first.start }
                guard isBehind || other === sound.rendered else { continue }
                if other === sound.rendered { sound.rendered = nil }
                readAgain(other)
            }
            sound.epoch = ring.truncate(at: first.start)
            sound.stretches.removeAll { $0.start >= first.start }
            sound.isRendering = false
        }
        if sound.rendered === item { sound.rendered = nil }
        if items.first == nil { sound.current = nil }
    }

    func handle(_ event: AKAudioTargetEvent, _ sound: SoundDevice) {
        guard sound === self.sound else {
            // A file could not be completed, say.
            if case .lost(let reason) = event { figures.soundProblem = figures.soundProblem ?? reason }
            return
        }
        switch event {
        case .underrun:
            // Behind the last sample there is nothing to be had.
            guard sound.isRunning, sound.rendered?.isRendered != true || hasUnheard(sound) else { return }
            // Servers say so too when they have got the last of all, and play that.
            let hasAll = sound.rendered?.isRendered == true && sound.chain?.ring.count == 0
            if hasAll { sound.zeroBeforeLast = sound.zero } else { figures.underruns += 1 }
            (sound.hasRunDry, sound.steadyAnswers, sound.nextQuestion) = (true, 0, 0)
        case .lost(let reason):
            figures.soundProblem = reason
            let item = current
            let time = item.map { self.time(of: $0) }
            (sound.isRunning, sound.state, sound.zero) = (false, .absent(retry: now + 2_000_000_000), nil)
            sound.chain = nil
            (sound.stretches, sound.rendered) = ([], nil)
            guard let item, let time, motion != .still else { return }
            // Pictures go on by the host's time.
            motion = .moving
            let (clock, rate) = (environment.hostClock, Double(rate))
            set(
                PlaybackAnchor(itemTime: time, clockTime: hostMoment, rate: rate, clock: clock),
                of: item,
                isJump: false
            )
        }
    }

    /// Something that is ready has not been heard yet: more than what nobody can tell.
    private func hasUnheard(_ sound: SoundDevice) -> Bool {
        guard let clock = sound.clock, let frame = sound.frame(at: clock.time), let last = sound.stretches.last?.end
        else {
            return (sound.chain?.ring.count ?? 0) > 0
        }
        return frame + Int64(sound.rate) / 200 < last
    }
}
