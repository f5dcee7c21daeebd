internal import AssetKitBase

/// Time that passes only when it is told to.
///
/// Whoever advances it makes all calls that fall due on the way, on the own thread, one after the other: in the order of
/// their moments, and of one moment in the order they were asked for. During each call the time is the very moment that
/// was asked for, so what a test sees depends on nothing but the test.
///
/// ```
/// let host = VirtualHostClock()
/// let timebase = try CMTimebase(sourceClock: CMClock(host: host))
/// try timebase.setRate(2)
/// host.advance(by: 3_600_000_000_000)
/// timebase.time.seconds  // 7200
/// ```
package final class VirtualHostClock: HostClock {
    private struct Call {
        let deadline: Int64
        let number: Int
        let body: @Sendable () -> Void
    }
    private struct State {
        var now: Int64
        var nextNumber = 0
        /// Sorted by deadline and number, the last one due first: there are never many.
        var calls: [Call] = []
    }
    private let state: Protected<State>

    package init(now: Int64 = 0) {
        state = Protected(State(now: now))
    }

    package var now: Int64 { state.withLock { $0.now } }

    /// How many calls are owed.
    package var alarmCount: Int { state.withLock { $0.calls.count } }

    /// When the next call is due.
    package var nextDeadline: Int64? { state.withLock { $0.calls.last?.deadline } }

    package func alarm(at deadline: Int64, _ body: @escaping @Sendable () -> Void) -> HostAlarm {
        let number = state.withLock { state in
            let number = state.nextNumber
            state.nextNumber += 1
            let place = state.calls.firstIndex { $0.deadline <= deadline } ?? state.calls.count
            state.calls.insert(Call(deadline: deadline, number: number, body: body), at: place)
            return number
        }
        return HostAlarm { [weak self] in self?.cancel(number) }
    }

    private func cancel(_ number: Int) {
        // What the call holds is let go after the lock is free.
        _ = state.withLock { state in
            state.calls.firstIndex { $0.number == number }.map { state.calls.remove(at: $0) }
        }
    }

    /// Lets `nanoseconds` pass.
    package func advance(by nanoseconds: Int64) {
        advance(to: now + nanoseconds)
    }

    /// Lets time pass up to a moment. Calls that are asked for on the way and fall due are made too.
    package func advance(to moment: Int64) {
        while let call = nextCall(until: moment) { call.body() }
    }

    private func nextCall(until moment: Int64) -> Call? {
        state.withLock { state in
            guard let call = state.calls.last, call.deadline <= moment else {
                state.now = max(state.now, moment)
                return nil
            }
            state.calls.removeLast()
            state.now = max(state.now, call.deadline)
            return call
        }
    }
}
