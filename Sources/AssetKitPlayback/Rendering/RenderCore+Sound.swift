internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitTargets
internal import AssetKitTimePitch
internal import CMTimeLib

extension RenderCore {
    typealias Device = SoundDevice<AudioRendererCore>

    /// Sound that was heard so long ago, in parts of a second, is not needed again, whatever a device finds out late.
    private static let keptPart: Int64 = 2

    /// Does whatever is to be done about a renderer of sound.
    func advance(_ sound: AudioRendererCore) {
        open(sound)
        follow(sound)
        drop(sound)
        decode(sound)
        plan(sound)
        render(sound)
        launch(sound)
    }

    /// The speed at which it is heard; nil where it is not.
    func speed(of sound: AudioRendererCore) -> Speed? {
        guard rate > 0, let ratio = Rational128(exactly: Double(rate)), let numerator = Int64(exactly: ratio.numerator),
            let denominator = Int64(exactly: ratio.denominator)
        else { return nil }
        let speed = Speed(numerator, denominator).approximated(to: 1_000_000)
        guard sound.algorithm == .lowQualityZeroLatency else { return speed.isAudible ? speed : nil }
        return (0.5...2).contains(speed.value) ? speed.coarse : nil
    }

    // MARK: Samples

    /// Lets go of what has been heard.
    private func drop(_ renderer: AudioRendererCore) {
        let time = self.time
        guard let device = renderer.sound, device.isUsable else {
            // Nobody hears it: it goes by.
            if renderer.sound?.isUndecided ?? false { return }
            renderer.waiting.removeAll { $0.buffer.presentationTimeStamp + $0.buffer.duration <= time }
            return
        }
        guard motion == .moving else { return }
        let gone = time.firstSample(rate: device.rate) - Int64(device.rate) / Self.keptPart
        var count = 0
        while count < renderer.blocks.count, renderer.blocks[count].end <= gone { count += 1 }
        renderer.blocks.removeFirst(count)
        renderer.fed = max(0, renderer.fed - count)
    }

    private func decode(_ renderer: AudioRendererCore) {
        guard let device = renderer.sound, let chain = device.chain, !renderer.isDecoding, renderer.status != .failed
        else {
            return
        }
        let ahead = renderer.decoded(from: time)
        // What a decoder that changes the rate holds back is taken only where it would be missed.
        let isMissed =
            renderer.isHolding && renderer.waiting.isEmpty && rate != 0 && ahead < (motion == .still ? 0.001 : 0.05)
        guard ahead < 0.5 * max(1, Double(rate)), !renderer.waiting.isEmpty || isMissed else { return }
        let decoder =
            renderer.decoder ?? SampleSound(rate: chain.format.sampleRate, channelCount: chain.format.channelCount)
        renderer.decoder = decoder
        var (taken, seconds) = (0, 0.0)
        while taken < renderer.waiting.count, seconds < 0.25 {
            seconds += renderer.waiting[taken].duration
            taken += 1
        }
        let buffers = Array(renderer.waiting.prefix(taken))
        renderer.waiting.removeFirst(taken)
        renderer.isDecoding = true
        let (isLast, session, rate) = (renderer.waiting.isEmpty, renderer.session, chain.format.sampleRate)
        renderer.run(self, on: renderer.worker) {
            Result { try Self.decode(buffers, decoder, rate, finishes: isMissed, isLast) }
        } then: { [weak renderer] core, result in
            guard let renderer, renderer.session == session else { return }
            core.take(result, renderer, decoder)
        }
    }

    private static func decode(
        _ buffers: [RendererCore.Waiting],
        _ decoder: SampleSound,
        _ rate: Int,
        finishes: Bool,
        _ isLast: Bool
    ) throws -> (blocks: [SoundBlock], isHolding: Bool) {
        var blocks: [SoundBlock] = []
        for waiting in buffers {
            var made = try decoder.decode(waiting.buffer)
            if let limit = waiting.limit {
                made = (made + (try decoder.finish())).before(limit.firstSample(rate: rate))
            }
            blocks += made
        }
        // Only now is it known for the first buffer.
        if finishes || isLast && decoder.isExact { blocks += try decoder.finish() }
        return (blocks, decoder.isHolding)
    }

    private func take(
        _ result: Result<(blocks: [SoundBlock], isHolding: Bool), any Error>,
        _ renderer: AudioRendererCore,
        _ decoder: SampleSound
    ) {
        renderer.isDecoding = false
        switch result {
        case .failure(let error): renderer.fail(error, "the sound", self)
        case .success(let made):
            guard renderer.decoder === decoder else { return }
            if renderer.isDrained, !made.blocks.isEmpty { goOnBehindDrained(renderer) }
            renderer.blocks += renderer.limit.map { made.blocks.before($0) } ?? made.blocks
            (renderer.limit, renderer.isHolding) = (nil, made.isHolding)
            renderer.isHungry = false
            isUnsettled = true
        }
    }

    // MARK: Starting

    /// Where sound comes up while the time goes already, its start is planned so that it is heard in time.
    private func plan(_ renderer: AudioRendererCore) {
        guard !renderer.isStopping, let start = nextStart(of: renderer), let hostTime = start.hostTime,
            hostTime <= now + renderer.lead + Self.planned
        else { return }
        begin(renderer, start)
    }

    /// So long before it has to be a start is begun, in nanoseconds.
    static let planned: Int64 = 300_000_000

    /// What can be heard next of a renderer that is silent while the time goes.
    func nextStart(of renderer: AudioRendererCore) -> AudioRendererCore.Start? {
        guard motion == .moving, renderer.course == .idle, let device = renderer.sound, device.isUsable,
            speed(of: renderer) != nil
        else { return nil }
        let first = time(atHost: now + renderer.lead).firstSample(rate: device.rate)
        guard let block = renderer.blocks.first(where: { $0.end > first }) else { return nil }
        let frame = max(block.start, first)
        let moment = CMTime(value: frame, timescale: CMTimeScale(device.rate))
        return hostTime(of: moment).map { AudioRendererCore.Start(frame: frame, hostTime: $0) }
    }

    func begin(_ renderer: AudioRendererCore, _ start: AudioRendererCore.Start) {
        guard let device = renderer.sound, let ring = device.chain?.ring else { return }
        reset(renderer, from: start.frame)
        device.epoch = ring.clear()
        device.stretches = []
        (renderer.course, renderer.start) = (.preparing, start)
        isUnsettled = true
    }

    /// Renders anew from a frame on.
    func reset(_ renderer: AudioRendererCore, from frame: Int64) {
        renderer.generation += 1
        (renderer.firstFrame, renderer.fed, renderer.isHungry) = (frame, 0, false)
        (renderer.isFinishing, renderer.isDrained) = (false, false)
        renderer.sound?.current = nil
    }

    private func render(_ renderer: AudioRendererCore) {
        guard renderer.course != .idle, let device = renderer.sound, let chain = device.chain, !device.isRendering,
            let speed = speed(of: renderer)
        else { return }
        let wanted = device.rate / 10
        let goesBack = device.isReady(renderer, renderer.generation, otherThan: speed)
        let count = goesBack ? wanted : wanted - chain.ring.count
        let isOver = awaitsDraining(renderer) && chain.ring.count < device.rate / Self.lastPart
        guard count >= wanted / 4, renderer.fed < renderer.blocks.count || !renderer.isHungry || isOver else { return }
        let needed = Int64((Double(count) * speed.value).rounded(.up)) + 1024
        var (blocks, frames): ([SoundBlock], Int64) = ([], 0)
        if isOver { renderer.isFinishing = true }
        while !renderer.isFinishing, frames < needed, renderer.fed < renderer.blocks.count {
            let block = renderer.blocks[renderer.fed]
            blocks.append(block)
            frames += max(0, block.end - max(block.start, renderer.firstFrame))
            renderer.fed += 1
        }
        device.isRendering = true
        let order = SoundOrder(
            item: renderer,
            generation: renderer.generation,
            epoch: device.epoch,
            first: renderer.firstFrame,
            blocks: blocks,
            end: nil,
            isLast: renderer.isFinishing,
            speed: speed,
            algorithm: renderer.algorithm,
            count: count,
            goesBack: goesBack
        )
        renderer.run(self, on: device.worker) {
            chain.renderer.render(order)
        } then: { core, result in
            core.take(result, device)
        }
    }

    private func take(_ result: SoundResult<AudioRendererCore>, _ device: Device) {
        device.isRendering = false
        let (order, renderer) = (result.order, result.order.item)
        isUnsettled = true
        guard order.epoch == device.epoch else { return }
        guard order.generation == renderer.generation, renderer.sound === device else {
            if let cut = result.cut { device.truncate(at: cut.frame, source: cut.source) }
            return
        }
        if let error = result.error {
            if renderer.course == .running { silence(renderer) } else { abandon(renderer) }
            return renderer.fail(error, "the sound", self)
        }
        device.add(result)
        renderer.isHungry = result.isHungry || result.isFinished
        // At another speed there is another stretcher, which was told nothing.
        if result.isHungry { renderer.isFinishing = false }
        guard result.isFinished else { return }
        (renderer.isFinishing, renderer.isDrained) = (false, true)
        if renderer.fed < renderer.blocks.count { goOnBehindDrained(renderer) }
    }

    /// So little that is ready, in parts of a second, is the last where nothing comes behind it.
    private static let lastPart = 50

    /// All has been rendered that there is, and the stretcher still has some of it.
    func awaitsDraining(_ renderer: AudioRendererCore) -> Bool {
        guard renderer.isHungry, !renderer.isDrained, renderer.waiting.isEmpty, !renderer.isDecoding,
            renderer.fed == renderer.blocks.count, let speed = speed(of: renderer), speed != .normal
        else { return false }
        return !renderer.isHolding
    }

    /// More comes behind what was taken for the last: with a fresh stretcher, from where the old one ended.
    private func goOnBehindDrained(_ renderer: AudioRendererCore) {
        reset(renderer, from: renderer.sound?.stretches.last.map { $0.source + $0.sourceCount } ?? renderer.firstFrame)
    }

    /// Starts the target once something is ready for it.
    private func launch(_ renderer: AudioRendererCore) {
        guard renderer.course == .preparing, let start = renderer.start, let device = renderer.sound,
            let ring = device.chain?.ring, !device.isRendering, ring.count > 0, !renderer.isStopping,
            renderer.isHungry || ring.count >= device.rate / 20
        else { return }
        renderer.course = .running
        (device.isRunning, device.isStarted, device.startFrame) = (true, true, ring.open())
        device.starts += 1
        (device.zero, device.current, device.hasRunDry, device.nextQuestion) = (nil, nil, false, 0)
        // A device that has said nothing before it ran dry is no better when it begins anew. While it is stopped it need not.
        let idle = device.idleSince.map { now - $0 } ?? 0
        let silence = device.silentSince.map { $0 + idle } ?? now
        (renderer.toldAt, device.silentSince, device.idleSince) = (now, max(silence, start.hostTime ?? silence), nil)
        let reference = RendererReference(renderer: renderer)
        effect {
            device.worker.async {
                device.target.start(at: start.hostTime) { buffer in
                    let count = ring.take(into: buffer)
                    device.worker.async { reference.renderer?.perform { _ in } }
                    return count
                }
            }
        }
        isUnsettled = true
    }
}
