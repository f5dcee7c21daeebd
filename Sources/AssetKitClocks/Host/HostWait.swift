internal import AssetKitBase

/// A task that waits for an alarm. It goes on once: when the moment has come or when it is cancelled, whichever is first.
final class HostWait: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Void, any Error>, HostAlarm?)
        case ended(Result<Void, any Error>)
    }
    private let state = Protected(State.new)

    func begin(_ continuation: CheckedContinuation<Void, any Error>, alarm: () -> HostAlarm) {
        let early: Result<Void, any Error>? = state.withLock { state in
            if case .ended(let result) = state { return result }
            state = .waiting(continuation, nil)
            return nil
        }
        if let early { return continuation.resume(with: early) }
        let alarm = alarm()
        state.withLock { state in
            if case .waiting(let continuation, _) = state { state = .waiting(continuation, alarm) }
        }
    }

    func end(_ result: Result<Void, any Error>) {
        // The alarm is dropped after the lock is free: that calls its clock.
        let before = state.withLock { state in
            let before = state
            if case .ended = state { return before }
            state = .ended(result)
            return before
        }
        if case .waiting(let continuation, _) = before { continuation.resume(with: result) }
    }
}
