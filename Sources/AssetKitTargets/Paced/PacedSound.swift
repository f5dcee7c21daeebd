internal import AssetKitBase
internal import AssetKitClocks

/// A device that there is none of: it asks for sound at the pace of a host clock, and knows exactly which frame is "heard" when.
///
/// Each quantum is asked for so that the device always has its latency's worth ahead of what is heard.
final class PacedSound: Sendable {
    struct Settings: Sendable {
        var format: AKAudioTargetFormat
        var latency: Duration
        var quantum: Duration
        var driftPPB: Int64 = 0
        /// The device asks up to this much too late.
        var jitter: Int64 = 0
        var seed: UInt64 = 0
    }
    /// Takes frames as they have been heard, without what was dropped: samples, when the first of them was, and whether it
    /// followed the last one of the call before without silence between.
    typealias Listener = @Sendable (_ samples: UnsafeBufferPointer<Float>, _ hostTime: Int64, _ follows: Bool) -> Void

    private struct State {
        /// Raised by each start and stop: calls of earlier ones find that they are not meant any more.
        var generation = 0
        var playback: Playback?
        var numbers: SeededNumbers
    }
    private struct Playback {
        let pace: FramePace
        let source: @Sendable (UnsafeMutableBufferPointer<Float>) -> Int
        var course = SoundCourse()
        /// What has been asked for in vain.
        var lacking: Int64 = 0
        /// Samples that have not been heard yet, from frame `handed` on.
        var ahead: [Float] = []
        var handed: Int64 = 0
        var handedPlace: Int64?
        var alarm: HostAlarm?
        var alarmNumber = 0
    }

    private let host: any HostClock
    private let settings: Settings
    private let quantum: Int64
    private let latency: Int64
    private let latencyTime: Int64
    private let listener: Listener?
    private let underrun: @Sendable () -> Void
    private let state: Protected<State>
    /// Taken by who hands samples to the listener, so that they come in order.
    private let handing = Protected(())

    init(host: any HostClock, settings: Settings, listener: Listener?, underrun: @escaping @Sendable () -> Void) {
        (self.host, self.settings, self.listener, self.underrun) = (host, settings, listener, underrun)
        quantum = max(1, settings.quantum.frames(at: settings.format.sampleRate))
        latency = max(0, settings.latency.frames(at: settings.format.sampleRate))
        latencyTime = max(0, settings.latency.nanoseconds)
        state = Protected(State(numbers: SeededNumbers(seed: settings.seed)))
    }

    func start(at hostTime: Int64?, _ source: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int) {
        stop()
        let now = host.now
        let origin = max(hostTime ?? now, now + latencyTime)
        let pace = FramePace(origin: origin, sampleRate: settings.format.sampleRate, driftPPB: settings.driftPPB)
        let generation = state.withLock { state in
            state.generation += 1
            state.playback = Playback(pace: pace, source: source)
            return state.generation
        }
        setAlarm(generation, at: origin - latencyTime)
    }

    func stop() {
        settle()
        // The alarm is dropped after the lock is free: that calls its clock.
        let before = state.withLock { state in
            state.generation += 1
            defer { state.playback = nil }
            return state.playback
        }
        withExtendedLifetime(before) {}
    }

    /// How many frames have been heard, and since when it is these.
    var position: AKAudioTargetPosition? {
        state.withLock { state in
            guard let playback = state.playback, playback.course.taken > 0 else { return nil }
            let now = host.now
            let place = playback.pace.frame(at: now)
            guard place >= 0 else { return nil }
            let heard = playback.course.heard(at: place)
            return .init(frame: heard.frames, hostTime: heard.isSounding ? playback.pace.moment(of: place) : now)
        }
    }

    /// Puts silence in that nobody asked for. False where nothing plays.
    func runDry(for duration: Duration) -> Bool {
        settle()
        let isRunning = state.withLock { state -> Bool in
            guard var playback = state.playback else { return false }
            state.playback = nil  // so that it is changed in place
            let place = max(playback.pace.frame(at: host.now), 0)
            _ = playback.course.play(to: place, forgettingBefore: kept(playback))
            playback.course.insertSilence(at: place, count: duration.frames(at: settings.format.sampleRate))
            state.playback = playback
            return true
        }
        if isRunning { underrun() }
        return isRunning
    }

    // MARK: - Asking

    private func setAlarm(_ generation: Int, at moment: Int64) {
        let (number, late) = state.withLock { state -> (Int, Int64) in
            state.playback?.alarmNumber += 1
            let late = settings.jitter > 0 ? Int64.random(in: 0...settings.jitter, using: &state.numbers) : 0
            return (state.playback?.alarmNumber ?? 0, late)
        }
        let alarm = host.alarm(at: moment + late) { [weak self] in self?.ask(generation) }
        state.withLock { state in
            // On another thread it may have rung already, and have been followed by the next.
            guard state.generation == generation, state.playback?.alarmNumber == number else { return }
            state.playback?.alarm = alarm
        }
    }

    /// The first frame that the listener still has to get.
    private func kept(_ playback: Playback) -> Int64 { listener == nil ? .max : playback.handed }

    private enum Step {
        case ask(Int, @Sendable (UnsafeMutableBufferPointer<Float>) -> Int)
        case wait(until: Int64)
        case ended
    }

    private func ask(_ generation: Int) {
        let ranDry = state.withLock { state -> Bool in
            guard state.generation == generation, let playback = state.playback else { return false }
            let place = max(playback.pace.frame(at: host.now), 0)
            return state.playback?.course.play(to: place, forgettingBefore: kept(playback)) ?? false
        }
        settle()
        if ranDry { underrun() }
        var isShort = false
        while true {
            switch next(generation, isShort: isShort) {
            case .ask(let count, let source):
                isShort = take(count, source, generation) < count
            case .wait(let moment):
                return setAlarm(generation, at: moment)
            case .ended:
                return
            }
        }
    }

    private func next(_ generation: Int, isShort: Bool) -> Step {
        state.withLock { state in
            guard state.generation == generation, let playback = state.playback else { return .ended }
            let place = playback.pace.frame(at: host.now)
            let room = place + latency + quantum - playback.course.end
            if isShort {
                // Once more in a moment, and when the device has nothing left.
                let soon = place + max(1, quantum / 4)
                return .wait(
                    until: playback.pace.moment(of: playback.course.end > place ? min(soon, playback.course.end) : soon)
                )
            }
            let wanted = playback.lacking > 0 ? min(playback.lacking, room) : quantum
            guard wanted > 0, room >= wanted else {
                return .wait(until: playback.pace.moment(of: playback.course.end - latency))
            }
            return .ask(Int(wanted), playback.source)
        }
    }

    /// Lets the source fill a quantum. What it gives after a stop is dropped.
    private func take(
        _ count: Int,
        _ source: @Sendable (UnsafeMutableBufferPointer<Float>) -> Int,
        _ generation: Int
    ) -> Int {
        let channels = settings.format.channelCount
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: count * channels) { samples in
            let given = min(max(source(samples), 0), count)
            state.withLock { state in
                guard state.generation == generation, state.playback != nil else { return }
                state.playback?.lacking = Int64(count - given)
                state.playback?.course.add(Int64(given))
                if listener != nil { state.playback?.ahead.append(contentsOf: samples.prefix(given * channels)) }
            }
            return given
        }
    }

    // MARK: - Listening

    private struct Heard {
        var samples: [Float]
        var runs: [(count: Int, hostTime: Int64, follows: Bool)]
    }

    /// Hands over what has been heard by now.
    func settle() {
        guard let listener else { return }
        handing.withLock { _ in
            guard let heard = state.withLock(takeHeard) else { return }
            heard.samples.withUnsafeBufferPointer { samples in
                var start = 0
                for run in heard.runs {
                    let end = start + run.count * settings.format.channelCount
                    listener(UnsafeBufferPointer(rebasing: samples[start..<end]), run.hostTime, run.follows)
                    start = end
                }
            }
        }
    }

    private func takeHeard(_ state: inout State) -> Heard? {
        guard var playback = state.playback else { return nil }
        state.playback = nil  // so that it is changed in place
        defer { state.playback = playback }
        let runs = playback.course.runs(behind: playback.handed, at: playback.pace.frame(at: host.now))
        guard !runs.isEmpty else { return nil }
        let sampleCount = runs.reduce(0) { $0 + Int($1.count) } * settings.format.channelCount
        var heard = Heard(samples: Array(playback.ahead.prefix(sampleCount)), runs: [])
        playback.ahead.removeFirst(sampleCount)
        for run in runs {
            heard.runs.append(
                (Int(run.count), playback.pace.moment(of: run.place), run.place == playback.handedPlace)
            )
            playback.handed += run.count
            playback.handedPlace = run.end
        }
        return heard
    }
}
