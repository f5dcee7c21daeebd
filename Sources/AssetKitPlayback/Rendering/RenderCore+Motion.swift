internal import AssetKitClocks
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitTimePitch
internal import CMTimeLib

extension RenderCore {
    /// Another rate, from now on.
    func setRate(_ new: Float) {
        let old = rate
        rate = new
        guard motion != .still, new != 0, new != old else { return }
        // What is made ready for a start is at the old speed, and what was told to start comes at a moment that goes by it.
        guard motion == .moving else { return halt() }
        for sound in sounds where sound.isPreparing { abandon(sound) }
        for sound in sounds where sound.course == .running && sound.sound?.zero == nil { stop(sound, setsTime: false) }
        let running = sounds.filter { $0.course == .running }
        if running.isEmpty {
            goByHost()
        } else if running.count > 1 || running.contains(where: { speed(of: $0) == nil }) {
            // Devices that were in step would not change their speed at the same sample.
            halt()
        }
        // Otherwise what is rendered from now on is at the new speed, and the time follows when that is heard.
    }

    /// A rate and a time together, from a moment of the host on; nil for as soon as can be.
    func setRate(_ new: Float, time: CMTime, hostTime: CMTime) {
        halt()
        let nanoseconds = hostTime.convertScale(1_000_000_000, method: .roundHalfAwayFromZero)
        rate = new
        let goal = time.isNumeric ? time : self.time
        if time.isNumeric {
            hold(at: goal, isJump: true)
            tell(observers, of: goal)
        }
        guard nanoseconds.isNumeric, new != 0 else { return }
        // As though it had run since then, where that is past.
        heldTime = goal
        holds += 1
        goByHost(from: goal, at: nanoseconds)
        tell(observers, of: self.time)
    }

    /// Starts or stops the time as it should be.
    func decide() {
        guard rate != 0 else { return halt() }
        guard motion == .still, !sounds.contains(where: \.isStopping) else { return }
        let mayBeHeard = sounds.filter { $0.sound?.isUndecided ?? false && !$0.waiting.isEmpty }
        guard mayBeHeard.isEmpty else { return }
        if delaysStart, !renderers.allSatisfy({ $0.isSufficient(self) || $0.isAllThereIs(self) }) { return }
        start()
    }

    private func start() {
        let time = self.time
        // Without waiting for more samples it waits for those that are there to be decoded.
        guard !sounds.contains(where: { awaitsDecoder($0, at: time) }) else { return }
        let heard = sounds.filter { begins($0, at: time) }
        tell(observers, of: time)
        guard let first = heard.first else { return goByHost(from: time) }
        motion = .starting
        let soonest = heard.count > 1 ? now + (heard.map(\.lead).max() ?? 0) : nil
        for sound in heard {
            begin(sound, AudioRendererCore.Start(frame: time.firstSample(rate: sound.rate), hostTime: soonest))
        }
        master = first
    }

    /// It has something to be heard right at a time.
    private func begins(_ sound: AudioRendererCore, at time: CMTime) -> Bool {
        guard sound.sound?.isUsable ?? false, speed(of: sound) != nil else { return false }
        let (first, rate) = (time.firstSample(rate: sound.rate), Int64(sound.rate))
        return sound.blocks.contains { $0.end > first && $0.start < first + rate / 4 }
    }

    /// What is to be heard at a time may be among what has not been decoded.
    private func awaitsDecoder(_ sound: AudioRendererCore, at time: CMTime) -> Bool {
        guard sound.sound?.isUsable ?? false, speed(of: sound) != nil, sound.status != .failed,
            sound.isDecoding || sound.isHolding || !sound.waiting.isEmpty
        else { return false }
        let soon = time.firstSample(rate: sound.rate) + Int64(sound.rate) / 4
        let first = time.firstSample(rate: sound.rate)
        return sound.blocks.last.map { $0.end < (sound.isHolding ? first : soon) } ?? true
    }

    /// The time stands, and nothing is heard any more.
    func halt() {
        guard motion != .still else { return }
        let time = self.time
        motion = .still
        hold(at: time)
        let first = master
        master = nil
        for sound in sounds where sound.course != .idle { stop(sound, setsTime: sound === first) }
        for sound in sounds { sound.sound?.silentSince = nil }
        tell(observers, of: time)
    }

    /// The renderer of sound whose device drives the time.
    var master: AudioRendererCore? {
        get { renderers.lazy.compactMap { $0 as? AudioRendererCore }.first { $0.isMaster } }
        set { for sound in sounds { sound.isMaster = sound === newValue } }
    }

    // MARK: Coming and going

    func add(_ renderer: RendererCore) {
        renderer.home?.core.renderers.removeAll { $0 === renderer }
        renderer.engine = engine
        renderers.append(renderer)
    }

    /// Goes back to a time of its own.
    func remove(_ renderer: RendererCore) {
        if let sound = renderer as? AudioRendererCore, sound.course != .idle { silence(sound) }
        renderers.removeAll { $0 === renderer }
        renderer.engine = renderer.home
        renderer.home?.core.renderers.append(renderer)
    }

    /// Removals whose time has come.
    func removeDue() {
        guard !removals.isEmpty else { return }
        let time = self.time
        let due = removals.filter { !$0.time.isNumeric || $0.time <= time }
        for removal in due { carryOut(removal) }
    }

    func carryOut(_ removal: Removal) {
        let renderer = removal.renderer
        removals.removeAll { $0.renderer === renderer }
        remove(renderer)
        letGo(objects)
        objects.removeAll { $0.ownCore === renderer }
        effect { renderer.perform { _ in } }
        if let completion = removal.completion { notice { completion(true) } }
    }

    /// The synchronizer is gone.
    func shutDown() {
        rate = 0
        halt()
        for removal in removals { if let completion = removal.completion { notice { completion(false) } } }
        removals = []
        for renderer in renderers { remove(renderer) }
        letGo(objects)
        (objects, observers) = ([], [])
    }

    /// Keeps what a client added until the lock is free: this may have been the last one to do so, and its end needs the lock.
    private func letGo(_ objects: [any AVQueuedSampleBufferRendering]) {
        nonisolated(unsafe) let objects = objects
        effect { withExtendedLifetime(objects) {} }
    }
}
