internal import AssetKitBase

/// What is to be told, in the order in which things happened, whichever thread gets round to it. Nobody is called with a lock held.
final class EffectLine: Sendable {
    /// What is to be told once nothing is locked.
    typealias Effects = [@Sendable () -> Void]

    private struct State {
        var waiting = Fifo<@Sendable () -> Void>()
        var isDraining = false
    }

    private let state = Protected(State())

    /// Puts effects behind those that wait. Called while what they are about cannot change.
    func add(_ effects: Effects) {
        state.withLock { state in
            for effect in effects { state.waiting.append(effect) }
        }
    }

    /// Has all effects, unless somebody is at it.
    func drain() {
        let isMine = state.withLock { state in
            defer { state.isDraining = true }
            return !state.isDraining
        }
        guard isMine else { return }
        while let effect = next() { effect() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            let effect = state.waiting.popFirst()
            state.isDraining = effect != nil
            return effect
        }
    }
}
