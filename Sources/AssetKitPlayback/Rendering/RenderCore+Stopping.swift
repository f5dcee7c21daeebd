internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitTargets
internal import AssetKitTimePitch
internal import CMTimeLib

extension RenderCore {
    // MARK: Taking away

    /// Drops what was enqueued for a time and later; false where the device has taken some of that.
    func cut(_ renderer: AudioRendererCore, from time: CMTime) -> Bool {
        guard time.isNumeric else { return false }
        if let device = renderer.sound, device.isUsable {
            guard cutRendered(renderer, device, from: time) else { return false }
            let frame = time.firstSample(rate: device.rate)
            renderer.blocks = renderer.blocks.before(frame)
            renderer.fed = min(renderer.fed, renderer.blocks.count)
            if renderer.isDecoding { renderer.limit = min(renderer.limit ?? .max, frame) }
        }
        renderer.waiting.removeAll { $0.buffer.presentationTimeStamp >= time }
        for index in renderer.waiting.indices { renderer.waiting[index].limit = time }
        return true
    }

    private func cutRendered(_ renderer: AudioRendererCore, _ device: Device, from time: CMTime) -> Bool {
        guard renderer.course != .idle, let ring = device.chain?.ring else { return true }
        let place = device.stretches.last { $0.itemTime(of: $0.start, rate: device.rate) <= time }
        let first = device.stretches.first?.start ?? ring.end
        let frame = place.map { min($0.frame(at: time, rate: device.rate), $0.end) } ?? first
        guard frame >= ring.position else { return false }
        device.epoch = ring.truncate(at: frame)
        // It may end earlier, where a speed has just changed.
        device.truncate(at: min(frame, ring.end))
        // What has been rendered up to there stays; rendering goes on behind it.
        reset(renderer, from: device.stretches.last.map { $0.source + $0.sourceCount } ?? renderer.firstFrame)
        return true
    }

    /// Is heard from another target.
    func replaceSound(_ renderer: AudioRendererCore, _ target: (any AKAudioTarget)?) {
        guard renderer.sound?.target !== target || (target == nil) != (renderer.sound == nil) else { return }
        if renderer.course != .idle { silence(renderer) }
        if let old = renderer.sound { effect { old.worker.async { old.target.close() } } }
        renderer.sound = target.map { Device($0, environment.worker("assetkit.renderer.target")) }
        (renderer.latency, renderer.isStopping) = (nil, false)
        // What was decoded for another device is of no use; it is what would have been heard in the next half of a second.
        (renderer.blocks, renderer.fed, renderer.decoder) = ([], 0, nil)
        renderer.isDecoding = false
        renderer.session += 1
    }

    // MARK: Stopping

    /// Stops, and where it drives the time, sets that to what has really been heard.
    func stop(_ renderer: AudioRendererCore, setsTime: Bool) {
        guard let device = renderer.sound else { return }
        let wasRunning = renderer.course == .running
        (renderer.course, renderer.start, renderer.isMaster) = (.idle, nil, false)
        guard wasRunning, let ring = device.chain?.ring else { return }
        let (target, start, rate, host) = (device.target, device.startFrame, device.rate, environment.host)
        let number = holds
        (device.isRunning, device.zero, renderer.isStopping) = (false, nil, true)
        device.idleSince = now
        renderer.run(self, on: device.worker) {
            // As late as can be: what is heard meanwhile is not heard again.
            let heard = target.position?.plausible(now: host.now, rate: rate).map { position in
                start + position.frame + max(host.now - position.hostTime, 0) * Int64(rate) / 1_000_000_000
            }
            let frame = heard.map { min(max($0, start), ring.position) }
            target.stop()
            return frame
        } then: { [weak renderer] core, frame in
            renderer?.isStopping = false
            core.isUnsettled = true
            guard setsTime, core.holds == number, core.motion == .still, let frame,
                let stretch = device.stretches.last(where: { $0.start <= frame })
            else { return }
            core.hold(at: stretch.itemTime(of: min(frame, stretch.end), rate: rate))
        }
    }

    /// Nothing of it is heard any more, and the time goes on without it.
    func silence(_ renderer: AudioRendererCore) {
        let (time, drove, wasStarting) = (self.time, renderer.isMaster, motion == .starting)
        stop(renderer, setsTime: false)
        guard drove, motion != .still else { return }
        guard !wasStarting else {
            motion = .still
            return
        }
        goByHost(from: time)
        chooseMaster()
    }

    /// Gives up a start, or what is heard, without a word to the target.
    func abandon(_ renderer: AudioRendererCore) {
        (renderer.course, renderer.start, renderer.isMaster) = (.idle, nil, false)
        renderer.generation += 1
        isUnsettled = true
    }

    /// Another device drives the time, where one is heard.
    private func chooseMaster() {
        guard let next = sounds.first(where: { $0.course == .running && $0.sound?.zero != nil }) else { return }
        next.sound?.current = nil
        master = next
    }
}
