internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitTargets
internal import AssetKitTimePitch
internal import CMTimeLib

extension RenderCore {
    // MARK: The device

    /// Opens the device for what has been enqueued.
    func open(_ renderer: AudioRendererCore) {
        guard let device = renderer.sound, let first = renderer.waiting.first?.buffer.formatDescription else { return }
        switch device.state {
        case .new: break
        case .absent(let retry?) where retry <= now: break
        default: return
        }
        guard let basic = first.audioStreamBasicDescription, basic.mSampleRate >= 1 else { return }
        let isFirst = if case .new = device.state { true } else { false }
        device.state = .opening
        let wish = AKAudioTargetFormat(
            sampleRate: Int(min(max(basic.mSampleRate.rounded(), 8000), 192_000)),
            channelCount: min(max(Int(basic.mChannelsPerFrame), 1), 8)
        )
        let reference = RendererReference(renderer: renderer)
        renderer.run(self, on: device.worker) {
            Result {
                try device.open(wish) { event in
                    device.worker.async {
                        reference.renderer?.perform { $0.handle(event, of: reference.renderer, device) }
                    }
                }
            }
        } then: { [weak renderer] core, result in
            guard let renderer, renderer.sound === device else { return }
            core.finishOpening(renderer, device, result, isFirst: isFirst)
        }
    }

    private func finishOpening(
        _ renderer: AudioRendererCore,
        _ device: Device,
        _ result: Result<AKAudioTargetFormat, any Error>,
        isFirst: Bool
    ) {
        guard case .success(let format) = result else {
            // A card that is not there is not waited for; one that was there may come back.
            device.state = .absent(retry: isFirst ? nil : now + 2_000_000_000)
            return
        }
        device.state = .open
        let ring = SoundRing(channelCount: format.channelCount, history: Int64(format.sampleRate))
        device.chain = Device.Chain(
            format: format,
            ring: ring,
            renderer: SoundRenderer(rate: format.sampleRate, channelCount: format.channelCount, ring: ring)
        )
        device.epoch = 0
        if let decoder = renderer.decoder,
            decoder.rate != format.sampleRate || decoder.channelCount != format.channelCount
        {
            // It was decoded for a device that is gone, and so is what is being decoded now.
            renderer.forgetDecoded()
            renderer.latency = nil
        }
        renderer.setGain()
        isUnsettled = true
    }

    func handle(_ event: AKAudioTargetEvent, of renderer: AudioRendererCore?, _ device: Device) {
        guard let renderer, renderer.sound === device else { return }
        switch event {
        case .underrun:
            guard renderer.course == .running else { return }
            let isOver = device.chain?.ring.count == 0 && !device.isRendering && renderer.fed == renderer.blocks.count
            if isOver, !awaitsDraining(renderer) { return silence(renderer) }
            (device.hasRunDry, device.steadyAnswers, device.nextQuestion) = (true, 0, 0)
        case .lost:
            let time = self.time
            let drove = renderer.isMaster
            abandon(renderer)
            (device.isRunning, device.state, device.zero) = (false, .absent(retry: now + 2_000_000_000), nil)
            (device.chain, device.silentSince, device.idleSince) = (nil, nil, nil)
            if drove, motion != .still { goByHost(from: time) }
        }
    }
}
