internal import AssetKitBase
internal import AssetKitClocks
internal import CMTimeLib
internal import Glibc

/// A synthetic device that delivers.
final class SyntheticCapture: Sendable {
    private struct State {
        /// What the alarm is for.
        var number: Int64 = 0
        var alarm: HostAlarm?
        var isEnded = false
        /// The thread that is about to call the sink.
        var caller: pthread_t?
        var lostCount = 0
        var lastDelivery: Int64
    }

    private let unit: SyntheticUnit
    private let sink: any DeviceSink
    private let host: any HostClock
    /// Nil where time passes when a test says so: then whoever lets it pass does the work, also while a sink is at work.
    private let worker: ThreadWorker?
    private let source: SyntheticSource
    private let state: Monitor<State>

    /// As drivers do, after so long without anything.
    private static let patience: Int64 = 2_000_000_000

    init(_ unit: SyntheticUnit, _ setup: DeviceSetup, _ sink: any DeviceSink, _ host: any HostClock) {
        (self.unit, self.sink, self.host) = (unit, sink, host)
        // The machine's alarms are all on one thread, which has no time for pictures.
        worker = host is SystemHostClock ? ThreadWorker("assetkit.synthetic") : nil
        let now = host.now
        source = SyntheticSource(unit.kind, setup, start: now)
        state = Monitor(State(lastDelivery: now))
    }

    func begin() {
        guard let worker else { return schedule(0) }
        // On the worker as all that follows: the first alarm is due at once, and what it schedules must not be forgotten for it.
        worker.async { self.schedule(0) }
    }

    private func schedule(_ number: Int64) {
        let alarm = host.alarm(at: source.deadline(number)) { [weak self] in
            guard let self else { return }
            guard let worker else { return tick(number) }
            worker.async { self.tick(number) }
        }
        state.withLock { state in
            // An alarm that goes off at once may have had the worker schedule the next one already.
            guard !state.isEnded, number >= state.number else { return }
            (state.number, state.alarm) = (number, alarm)
        }
    }

    /// The next picture or block. A camera that is too slow for its rate loses pictures, and says how many.
    private func following(_ number: Int64) -> Int64 {
        guard worker != nil, source.unitCount == 1 else { return number + 1 }
        let late = (host.now - source.deadline(number + 1)) / max(1, source.period)
        guard late > 2 else { return number + 1 }
        state.withLock { $0.lostCount += Int(late) }
        return number + 1 + late
    }

    private func tick(_ number: Int64) {
        guard !state.withLock({ $0.isEnded }) else { return }
        let moment = source.moment(number)
        switch unit.verdict(at: moment, number: number, on: host) {
        case .deliver(let hostTime):
            let lost = state.withLock { state in
                defer { (state.lostCount, state.lastDelivery) = (0, moment) }
                return state.lostCount
            }
            guard let sample = source.sample(number, hostTime: hostTime, lostCount: lost) else {
                return end(.broken("there is no memory for its pictures"))
            }
            schedule(following(number))
            return call { $0.receive(sample) }
        case .lose:
            let isStalled = state.withLock { state in
                state.lostCount += source.unitCount
                return moment - state.lastDelivery > max(Self.patience, 10 * source.period)
            }
            if isStalled { return end(.stalled) }
        case .skip: break
        case .end(let failure): return end(failure)
        }
        schedule(number + 1)
    }

    /// Calls the sink, unless nobody wants that any more.
    private func call(_ body: (any DeviceSink) -> Void) {
        let isWanted = state.withLock { state in
            guard !state.isEnded else { return false }
            state.caller = pthread_self()
            return true
        }
        guard isWanted else { return }
        body(sink)
        state.withLock { $0.caller = nil }
        state.announce()
    }

    /// Ends by itself.
    func end(_ failure: DeviceFailure) {
        let isMine = state.withLock { state in
            defer { (state.isEnded, state.alarm) = (true, nil) }
            return !state.isEnded
        }
        unit.leave(self)
        if isMine { sink.failed(failure) }
    }

    /// Ends, and returns when the sink is not called any more.
    func stop() {
        let alarm = state.withLock { state in
            defer { (state.isEnded, state.alarm) = (true, nil) }
            return state.alarm
        }
        alarm?.cancel()
        unit.leave(self)
        state.wait { state -> Void? in
            state.caller.map { pthread_equal($0, pthread_self()) == 0 } == true ? nil : ()
        }
    }
}
