internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitTargets
internal import AssetKitTimePitch
internal import CMTimeLib

extension RenderCore {
    /// Two answers of a target that go on differ by less, in seconds.
    private static let steady = 0.001

    /// Lets the time follow what is heard.
    func follow(_ renderer: AudioRendererCore) {
        guard renderer.course == .running, let device = renderer.sound else { return }
        ask(renderer, device)
        guard motion == .moving, renderer.isMaster, let clock = device.clock, let frame = device.frame(at: clock.time),
            let stretch = device.stretch(at: max(frame, device.startFrame))
        else { return }
        device.stretches.removeAll { $0.end <= frame - Int64(device.rate) }
        if let last = device.current, last.generation == stretch.generation, last.speed == stretch.speed,
            last.start <= stretch.start, stretch.start < last.end || last.start == stretch.start
        {
            return correct(stretch, frame, device)
        }
        device.current = stretch
        let first = max(stretch.start, device.startFrame)
        guard let moment = device.moment(of: first) else { return }
        let time = stretch.itemTime(of: first, rate: device.rate)
        set(PlaybackAnchor(itemTime: time, clockTime: moment, rate: stretch.speed.value, clock: clock))
    }

    /// Stretchers do not use up their source as evenly as a clock goes.
    private func correct(_ stretch: SoundStretch<AudioRendererCore>, _ frame: Int64, _ device: Device) {
        guard stretch.speed != .normal, let moment = device.moment(of: frame) else { return }
        let heard = stretch.itemTime(of: frame, rate: device.rate)
        guard abs((heard - anchor.itemTime(at: moment)).seconds) > 0.01 else { return }
        set(PlaybackAnchor(itemTime: heard, clockTime: moment, rate: anchor.rate, clock: anchor.clock))
    }

    /// Asks the target what is heard.
    private func ask(_ renderer: AudioRendererCore, _ device: Device) {
        guard now >= device.nextQuestion, !device.isAsking, device.isStarted else { return }
        let isUnsure = device.zero == nil || device.hasRunDry
        (device.isAsking, device.nextQuestion) = (true, device.question(after: now, isUnsure: isUnsure))
        let number = device.starts
        let reference = RendererReference(renderer: renderer)
        effect {
            let position = device.target.position
            reference.renderer?.perform { core in
                device.isAsking = false
                guard let renderer = reference.renderer, device.isRunning, device.starts == number else { return }
                guard let position = position?.plausible(now: core.now, rate: device.rate) else {
                    return core.giveUpSilent(renderer, device)
                }
                core.take(position, renderer, device)
            }
        }
    }

    /// A target that never says what is heard holds nobody up for ever.
    private func giveUpSilent(_ renderer: AudioRendererCore, _ device: Device) {
        guard renderer.sound === device, device.isSilent(at: now) else { return }
        handle(.lost("the sound device does not say what is heard"), of: renderer, device)
        device.state = .absent(retry: nil)
        effect { device.worker.async { device.target.stop() } }
    }

    private func take(_ position: AKAudioTargetPosition, _ renderer: AudioRendererCore, _ device: Device) {
        let host = CMTime(value: position.hostTime, timescale: 1_000_000_000)
        let ahead = CMTime(value: position.frame, timescale: CMTimeScale(device.rate))
        if device.clock == nil {
            // A moment beyond all time is no answer.
            device.clock = try? CMClock(host: environment.host, deviceTime: host, hostTime: host)
        }
        guard let clock = device.clock else { return }
        device.silentSince = nil
        guard let zero = device.zero, !device.hasRunDry else {
            let shown = environment.hostClock.convertTime(host, to: clock)
            let zero = (shown - ahead).convertScale(1_000_000_000, method: .roundHalfAwayFromZero)
            if device.hasRunDry { device.current = nil }
            // As long as there is silence, each answer puts it off a little more; the first one may not yet.
            let isSteady = device.zero.map { abs((zero - $0).seconds) < Self.steady } ?? true
            device.steadyAnswers = isSteady ? device.steadyAnswers + 1 : 0
            if device.steadyAnswers >= 2 { device.hasRunDry = false }
            if device.zero == nil { isHeard(renderer, since: position.hostTime - ahead.nanoseconds) }
            device.zero = zero
            return
        }
        let reading = zero + ahead
        effect { clock.addReading(reading, at: host) }
    }

    /// The first frame since a start has been heard.
    private func isHeard(_ renderer: AudioRendererCore, since hostTime: Int64) {
        isUnsettled = true
        if renderer.start?.hostTime == nil { renderer.latency = min(max(hostTime - renderer.toldAt, 0), 1_000_000_000) }
        if motion == .starting, renderer.isMaster { motion = .moving }
        if motion == .moving, master == nil { master = renderer }
    }

    /// When something is to be done about a renderer of sound.
    func dueMoments(of renderer: AudioRendererCore) -> [Int64] {
        guard let device = renderer.sound else { return [] }
        var moments: [Int64] = []
        if case .absent(let retry?) = device.state, !renderer.waiting.isEmpty { moments.append(retry) }
        switch renderer.course {
        case .idle:
            // A while before what comes next.
            if let start = nextStart(of: renderer)?.hostTime { moments.append(start - renderer.lead - Self.planned) }
        case .preparing: break
        case .running:
            moments.append(device.nextQuestion)
            guard motion == .moving, let clock = device.clock, let frame = device.frame(at: clock.time),
                let next = device.stretch(behind: frame), let moment = device.moment(of: next.start)
            else { break }
            let host = clock.convertTime(moment, to: environment.hostClock)
            let nanoseconds = host.convertScale(1_000_000_000, method: .roundTowardPositiveInfinity)
            if nanoseconds.isNumeric { moments.append(nanoseconds.value) }
        }
        return moments.filter { $0 > now }
    }
}

extension CMTime {
    fileprivate var nanoseconds: Int64 { convertScale(1_000_000_000, method: .roundHalfAwayFromZero).value }
}
