internal import AssetKitBase

/// What clients have set of a part of a session: what holds, and what is to hold once they have committed their changes.
final class CaptureSetting<Value>: PendingSetting {
    private struct State {
        var current: Value
        /// What waits to be committed; nil for nothing.
        var edited: Value?
    }
    private let state: Protected<State>

    init(_ value: Value) { state = Protected(State(current: value)) }

    /// What holds.
    var current: Value { state.withLock { $0.current } }

    /// What clients have set, whether it holds already or not.
    var edited: Value { state.withLock { $0.edited ?? $0.current } }

    /// Changes it: with all else that is changed of the session, at once where nothing is. Where the session's plan `depends` on it,
    /// there is a new one.
    func set(in session: AVCaptureSession?, depends: Bool = false, _ edit: (inout Value) -> Void) {
        guard let session else { return change(edit) }
        session.change(self, depends: depends, edit)
    }

    /// Changes what holds.
    func change(_ edit: (inout Value) -> Void) {
        state.withLock { state in
            var value = state.edited ?? state.current
            edit(&value)
            state.current = value
            state.edited = nil
        }
    }

    /// Changes what is to hold.
    func prepare(_ edit: (inout Value) -> Void) {
        state.withLock { state in
            var value = state.edited ?? state.current
            edit(&value)
            state.edited = value
        }
    }

    func commit() -> () -> Void {
        let before: Value? = state.withLock { state in
            guard let edited = state.edited else { return nil }
            let before = state.current
            state.current = edited
            state.edited = nil
            return before
        }
        return { [state] in
            guard let before else { return }
            state.withLock { $0.current = before }
        }
    }
}

/// A setting that is changed with others.
protocol PendingSetting: AnyObject, Sendable {
    /// Lets it hold what was prepared. The answer takes that back.
    func commit() -> () -> Void
}
