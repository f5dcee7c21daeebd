internal import AssetKitBase
package import AssetKitClocks

/// A sound device that there is none of: it takes sound at the pace of the host clock, and throws it away or keeps it. An
/// addition to AVFoundation.
///
/// For players that nobody hears, and for tests: it shows on demand every fault that real devices have.
///
/// ```swift
/// let target = AKVirtualAudioTarget(latency: .milliseconds(100), keepsSound: true)
/// let format = try target.open(AKAudioTargetFormat(sampleRate: 48_000, channelCount: 2)) { _ in }
/// target.start(at: nil) { samples in
///     samples.update(repeating: 0.5)
///     return samples.count / format.channelCount
/// }
/// print(target.position?.frame ?? 0, target.heard.count)
/// target.close()
/// ```
public final class AKVirtualAudioTarget: AKAudioTarget {
    /// What is wrong with the device. Times are those of the host clock.
    public struct Faults: Sendable {
        /// By so many millionths it is faster than it should be.
        public var driftPPM: Double = 0
        /// It asks for sound up to this much too late, at random.
        public var jitter: Duration = .zero
        /// What chance begins with: the same seed gives the same jitter.
        public var seed: UInt64 = 0
        /// When there is silence that nobody asked for, in nanoseconds, and how long.
        public var underruns: [(hostTime: Int64, duration: Duration)] = []
        /// When it is gone, in nanoseconds; nil for never.
        public var death: Int64?
        /// When it can be opened again, in nanoseconds; nil for never.
        public var revival: Int64?
        /// It tells its position in whole steps of so many frames, as of now.
        public var positionStep = 1
        /// It does not know its position so long after a start.
        public var unknownAfterStart: Duration = .zero

        /// Makes faults: none.
        public init() {}

        func isDead(at now: Int64) -> Bool {
            guard let death, death <= now else { return false }
            return revival.map { now < $0 } ?? true
        }
    }

    private struct State {
        var events: (@Sendable (AKAudioTargetEvent) -> Void)?
        var sound: PacedSound?
        var isDead = false
        var knownFrom = Int64.min
        var openCount = 0
        var alarms: [HostAlarm] = []
        var heard: [Float] = []
        var runs: [HeardRun] = []
    }
    /// Sound without silence in between.
    package struct HeardRun: Hashable, Sendable {
        /// When its first frame was heard.
        package var hostTime: Int64
        package var frameCount: Int

        package init(hostTime: Int64, frameCount: Int) { (self.hostTime, self.frameCount) = (hostTime, frameCount) }
    }

    private let host: any HostClock
    private let wished: AKAudioTargetFormat?
    private let latency: Duration
    private let quantum: Duration
    private let faults: Faults
    private let keepsSound: Bool
    private let state: Protected<State>

    /// Makes a device. `format`: what it takes, nil for whatever it is opened with; `latency`: how long it has sound before that
    /// is heard; `quantum`: how much it asks for at a time; `keepsSound`: whether ``heard`` fills.
    public convenience init(
        format: AKAudioTargetFormat? = nil,
        latency: Duration = .zero,
        quantum: Duration = .milliseconds(10),
        faults: Faults = Faults(),
        keepsSound: Bool = false
    ) {
        self.init(
            host: SystemHostClock.shared,
            format: format,
            latency: latency,
            quantum: quantum,
            faults: faults,
            keepsSound: keepsSound
        )
    }

    /// Makes a device on a clock that may be virtual.
    package init(
        host: any HostClock,
        format: AKAudioTargetFormat? = nil,
        latency: Duration = .zero,
        quantum: Duration = .milliseconds(10),
        faults: Faults = Faults(),
        keepsSound: Bool = false
    ) {
        (self.host, self.wished, self.latency, self.quantum) = (host, format, latency, quantum)
        (self.faults, self.keepsSound) = (faults, keepsSound)
        state = Protected(State())
    }

    deinit { close() }

    /// The samples that have been heard since it was made, without silence of its own; empty where it keeps none.
    public var heard: [Float] {
        state.withLock { $0.sound }?.settle()
        return state.withLock { $0.heard }
    }

    /// Which of ``heard`` was heard when.
    package var heardRuns: [HeardRun] {
        state.withLock { $0.sound }?.settle()
        return state.withLock { $0.runs }
    }

    public func open(
        _ wish: AKAudioTargetFormat,
        events: @escaping @Sendable (AKAudioTargetEvent) -> Void
    ) throws -> AKAudioTargetFormat {
        close()
        let format = try (wished ?? wish).checked()
        let now = host.now
        let settings = PacedSound.Settings(
            format: format,
            latency: latency,
            quantum: quantum,
            driftPPB: Int64((faults.driftPPM * 1000).rounded()),
            jitter: faults.jitter.nanoseconds,
            seed: faults.seed
        )
        let keeper: PacedSound.Listener = { [weak self] in
            self?.keep($0, at: $1, follows: $2, channelCount: format.channelCount)
        }
        let sound = PacedSound(host: host, settings: settings, listener: keepsSound ? keeper : nil) {
            events(.underrun)
        }
        guard !faults.isDead(at: now), !state.withLock({ $0.isDead }) else {
            throw AVError(.deviceNotConnected, "there is no sound device to play to: the virtual one is gone")
        }
        let number = state.withLock { state -> Int in
            state.openCount += 1
            state.events = events
            state.sound = sound
            return state.openCount
        }
        setAlarms(after: now, number)
        return format
    }

    private func setAlarms(after now: Int64, _ number: Int) {
        var alarms = faults.underruns.filter { $0.hostTime >= now }.map { underrun in
            host.alarm(at: underrun.hostTime) { [weak self] in self?.runDry(for: underrun.duration) }
        }
        if let death = faults.death, death > now {
            alarms.append(host.alarm(at: death) { [weak self] in self?.lose() })
        }
        let set = alarms
        state.withLock { state in
            if state.openCount == number { state.alarms = set }
        }
    }

    private func keep(_ samples: UnsafeBufferPointer<Float>, at hostTime: Int64, follows: Bool, channelCount: Int) {
        state.withLock { state in
            state.heard.append(contentsOf: samples)
            let frameCount = samples.count / channelCount
            if follows, let last = state.runs.indices.last {
                state.runs[last].frameCount += frameCount
            } else {
                state.runs.append(HeardRun(hostTime: hostTime, frameCount: frameCount))
            }
        }
    }

    public func start(at hostTime: Int64?, _ source: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int) {
        let now = host.now
        let sound = state.withLock { state in
            state.knownFrom = max(hostTime ?? now, now) + faults.unknownAfterStart.nanoseconds
            return state.sound
        }
        sound?.start(at: hostTime, source)
    }

    public func stop() {
        state.withLock { $0.sound }?.stop()
    }

    public var position: AKAudioTargetPosition? {
        let (sound, knownFrom) = state.withLock { ($0.sound, $0.knownFrom) }
        let now = host.now
        guard now >= knownFrom, var position = sound?.position else { return nil }
        if faults.positionStep > 1 {
            position.frame -= position.frame % Int64(faults.positionStep)
            position.hostTime = now
        }
        return position
    }

    public func close() {
        let (sound, alarms) = state.withLock { state in
            state.openCount += 1
            defer { (state.sound, state.events, state.alarms) = (nil, nil, []) }
            return (state.sound, state.alarms)
        }
        sound?.stop()
        withExtendedLifetime(alarms) {}
    }

    /// Puts an underrun in: silence from now on, before what it has been given.
    public func runDry(for duration: Duration) {
        _ = state.withLock { $0.sound }?.runDry(for: duration)
    }

    /// Is gone from now on, until it is revived and opened again.
    public func die() {
        state.withLock { $0.isDead = true }
        lose()
    }

    private func lose() {
        let (sound, events) = state.withLock { state in
            defer { (state.sound, state.events) = (nil, nil) }
            return (state.sound, state.events)
        }
        sound?.stop()
        events?(.lost("the virtual sound device is gone"))
    }

    /// Can be opened again.
    public func revive() {
        state.withLock { $0.isDead = false }
    }
}

extension AKAudioTargetFormat {
    /// The format, if there can be such sound.
    func checked() throws -> AKAudioTargetFormat {
        guard (1_000...1_000_000).contains(sampleRate), (1...64).contains(channelCount) else {
            throw AVError(
                .formatUnsupported,
                "sound of \(channelCount) channels at \(sampleRate) Hz cannot be played: there are 1 to 64 channels, and 1 to 1,000 kHz"
            )
        }
        return self
    }
}
