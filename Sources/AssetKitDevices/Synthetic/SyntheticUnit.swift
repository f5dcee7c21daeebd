internal import AssetKitBase
internal import AssetKitClocks

/// A synthetic device: it keeps its place in its script, whoever opens it.
final class SyntheticUnit: Sendable {
    private struct State {
        var isPlugged = true
        var isBusy = false
        var controls: [DeviceControl]
        var activePort: String?
        /// When it was first to be started, on the host clock.
        var origin: Int64?
        var remaining: [AKSyntheticEvent]
        var stallEnd = Int64.min
        var dropCount = 0
        var offset: Int64 = 0
        var rate = 1.0
        var failure: String?
        /// Whoever streams from it: one, of cameras.
        var captures: [SyntheticCapture] = []
        var alarm: HostAlarm?
    }

    /// What is to be done with a picture or a block that is due.
    enum Verdict: Hashable {
        case deliver(hostTime: Int64)
        case lose
        case skip
        case end(DeviceFailure)
    }

    let kind: SyntheticProvider.Kind
    private let first: DeviceFacts
    private let changed: @Sendable () -> Void
    private let state: Protected<State>

    init(_ kind: SyntheticProvider.Kind, changed: @escaping @Sendable () -> Void) {
        self.kind = kind
        first = kind.facts
        self.changed = changed
        let script = kind.script.sorted { $0.time < $1.time }
        state = Protected(State(controls: first.controls, activePort: first.activePort, remaining: script))
        // What holds from the beginning holds before the first start.
        state.withLock { state in
            while let event = state.remaining.first, event.time <= 0 {
                state.remaining.removeFirst()
                Self.apply(event.action, at: .min, to: &state)
            }
        }
    }

    var facts: DeviceFacts {
        var facts = first
        facts.activePort = state.withLock { $0.activePort }
        return facts
    }

    /// False where it has no such port.
    func choose(_ port: String) -> Bool {
        guard first.ports.contains(where: { $0.id == port }) else { return false }
        state.withLock { $0.activePort = port }
        changed()
        return true
    }

    var isPlugged: Bool { state.withLock { $0.isPlugged } }

    var isBusy: Bool { state.withLock { $0.isBusy } }

    var controls: [DeviceControl] { state.withLock { $0.controls } }

    func set(_ change: DeviceControlChange) { state.withLock { SyntheticControls.set(change, in: &$0.controls) } }

    func setPlugged(_ isPlugged: Bool) {
        let (isNew, captures) = state.withLock { state in
            defer { state.isPlugged = isPlugged }
            return (state.isPlugged != isPlugged, isPlugged ? [] : state.captures)
        }
        for capture in captures { capture.end(.disconnected) }
        if isNew { changed() }
    }

    /// Lets a capture have the device; false where another one has it. Microphones and screens are for several, as those of servers are.
    func take(_ capture: SyntheticCapture, on host: any HostClock) -> Bool {
        let now = host.now
        let (isTaken, isBusy) = state.withLock { state in
            state.origin = state.origin ?? now
            guard first.kind != .camera || state.captures.isEmpty, !state.isBusy, state.isPlugged else {
                return (false, state.isBusy)
            }
            state.captures.append(capture)
            return (true, false)
        }
        if isBusy { scheduleReturn(on: host) }
        return isTaken
    }

    func leave(_ capture: SyntheticCapture) { state.withLock { $0.captures.removeAll { $0 === capture } } }

    /// What happens to what is due at a moment, after what the script has for it until then.
    func verdict(at moment: Int64, number: Int64, on host: any HostClock) -> Verdict {
        let (verdict, hasChanged) = state.withLock { state in
            let wasPlugged = state.isPlugged
            Self.advance(to: moment, &state)
            return (Self.verdict(at: moment, number, &state), state.isPlugged != wasPlugged)
        }
        if case .end = verdict { scheduleReturn(on: host) }
        if hasChanged { changed() }
        return verdict
    }

    private static func verdict(at moment: Int64, _ number: Int64, _ state: inout State) -> Verdict {
        guard state.isPlugged else { return .end(.disconnected) }
        if let failure = state.failure {
            state.failure = nil
            return .end(.broken(failure))
        }
        if state.isBusy { return .end(.busy) }
        if moment < state.stallEnd { return .lose }
        if state.dropCount > 0 {
            state.dropCount -= 1
            return .lose
        }
        // At half the rate every other picture is taken.
        let taken = Int64((Double(number) * state.rate).rounded(.down))
        let before = Int64((Double(number - 1) * state.rate).rounded(.down))
        guard number == 0 || taken > before else { return .skip }
        return .deliver(hostTime: moment + state.offset)
    }

    private static func advance(to moment: Int64, _ state: inout State) {
        guard let origin = state.origin else { return }
        while let event = state.remaining.first, origin + nanoseconds(event.time) <= moment {
            state.remaining.removeFirst()
            apply(event.action, at: origin + nanoseconds(event.time), to: &state)
        }
    }

    private static func apply(_ action: AKSyntheticEvent.Action, at moment: Int64, to state: inout State) {
        switch action {
        case .stall(let seconds): state.stallEnd = moment.addingReportingOverflow(nanoseconds(seconds)).partialValue
        case .unplug: state.isPlugged = false
        case .plug: state.isPlugged = true
        case .drop(let count): state.dropCount += max(0, count)
        case .error(let reason): state.failure = reason
        case .jump(let seconds): state.offset += nanoseconds(seconds)
        case .rate(let factor): state.rate = min(max(factor, 0.001), 1)
        case .busy(let isBusy): state.isBusy = isBusy
        }
    }

    /// Nobody streams from a device that is gone or taken, so somebody else has to see that it comes back.
    private func scheduleReturn(on host: any HostClock) {
        let deadline: Int64? = state.withLock { state in
            guard let origin = state.origin else { return nil }
            let next = state.remaining.first { event in event.action == .plug || event.action == .busy(false) }
            return next.map { origin + Self.nanoseconds($0.time) }
        }
        guard let deadline else { return }
        let alarm = host.alarm(at: deadline) { [weak self] in
            self?.state.withLock { Self.advance(to: deadline, &$0) }
            self?.changed()
        }
        state.withLock { $0.alarm = alarm }
    }

    private static func nanoseconds(_ seconds: Double) -> Int64 {
        Int64(exactly: (seconds * 1e9).rounded()) ?? (seconds < 0 ? -Int64.max / 4 : Int64.max / 4)
    }
}
