internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import AssetKitTargets
internal import CMTimeLib

extension PlayerCore {
    /// Another action for an item that has ended already and runs on.
    func endAgain() {
        guard let item = current, item.hasEnded, motion != .still, actionAtItemEnd != .none else { return }
        item.hasEnded = false
        checkEnd(item)
    }

    func setRate(_ rate: Float, at time: CMTime, hostTime: CMTime) {
        guard let item = current else { return changeRate(to: rate, because: .setRateCalled) }
        halt(item)
        let nanoseconds = hostTime.convertScale(1_000_000_000, method: .roundHalfAwayFromZero)
        var goal = time.isNumeric ? time : self.time(of: item)
        startTime = nanoseconds.isNumeric ? nanoseconds.value : nil
        if let start = startTime, start <= now {
            // As though it had run since then.
            let passed = CMTime(value: now - start, timescale: 1_000_000_000)
            goal = goal + CMTimeMultiplyByFloat64(passed, multiplier: Double(rate))
            startTime = nil
        }
        if goal != self.time(of: item) { seek(item, SeekRequest(.exact(goal))) }
        changeRate(to: rate, because: .setRateCalled)
    }

    func preroll(_ completion: (@Sendable (Bool) -> Void)?) {
        completePrerolls(false)
        guard let completion else { return }
        guard rate == 0, let item = current else { return notice { completion(false) } }
        guard item.seeking != nil || item.asked != nil || !isPrimed(item) else { return notice { completion(true) } }
        prerolls.append { [weak self] isDone in self?.notice { completion(isDone) } }
    }

    func replaceSound(_ target: (any AKAudioTarget)?) {
        if let item = current { halt(item) }
        guard sound != nil || target != nil else { return }
        if let old = sound { effect { old.worker.async { old.target.close() } } }
        sound = target.map { SoundDevice($0, environment.worker("assetkit.player.target")) }
        for item in items {
            item.core.soundReader = nil
            if item.core.status == .readyToPlay { restart(item.core) }
        }
    }

    func replaceDisplay(
        _ target: (any AKVideoTarget)?,
        _ watcher: (@Sendable (AKVideoTargetEvent) -> Void)?,
        _ gravity: AVLayerVideoGravity = .resizeAspect
    ) {
        guard display != nil || target != nil else { return }
        if let old = display { effect { old.worker.async { old.target.close() } } }
        display = target.map { PictureDevice($0, environment.worker("assetkit.player.display")) }
        display?.watcher = watcher
        display?.gravity = gravity
    }

    /// Takes the targets away, and answers the workers that close them.
    func closeTargets() -> [any SerialWorker] {
        let workers = [sound?.worker, display?.worker].compactMap { $0 }
        if let display { presentLast(display) }
        replaceSound(nil)
        replaceDisplay(nil, nil)
        return workers
    }

    /// The player is gone.
    func shutDown() {
        for item in items { remove(item) }
        observers = []
        completePrerolls(false)
        if let sound {
            effect {
                sound.worker.async {
                    sound.target.stop()
                    sound.target.close()
                }
            }
        }
        if let display { effect { display.worker.async { display.target.close() } } }
        (sound, display) = (nil, nil)
    }
}
