internal import AssetKitBase
internal import Dispatch
internal import Foundation

/// A timer of a run loop's that a timebase fires.
///
/// A date that is now or past when it is set gets lost by Foundation's run loops now and then. So the timer's own date is never
/// set to when it is due: the run loop is given a call, and is woken for it until it has made it. What wakes it is another timer,
/// whose date lies a moment ahead.
///
/// SAFETY: what changes is behind a lock; the timer is touched on its run loop's thread, but for putting off its date.
final class RunLoopTimer: @unchecked Sendable {
    /// How far ahead the date lies that wakes a run loop, in seconds.
    private static let moment = 0.001
    /// So long a run loop has before it is woken again.
    private static let patience = DispatchTimeInterval.milliseconds(20)

    private let timer: Timer
    private let runLoop: RunLoop
    private let state = Lock(State())

    private struct State {
        /// A call has been given to the run loop and not been made.
        var isPending = false
        /// Calls given before are not wanted any more.
        var generation = 0
    }

    init(_ timer: Timer, _ runLoop: RunLoop) {
        (self.timer, self.runLoop) = (timer, runLoop)
        timer.fireDate = .distantFuture
    }

    /// Has the timer fired by its run loop, soon.
    func fire() {
        let generation = state.withLock { state -> Int? in
            guard !state.isPending else { return nil }
            state.isPending = true
            return state.generation
        }
        guard let generation else { return }
        runLoop.perform(inModes: [.common]) { [self] in call(generation) }
        wake(generation)
    }

    /// It is not fired any more.
    func cancel() { state.withLock { ($0.generation, $0.isPending) = ($0.generation + 1, false) } }

    private func call(_ generation: Int) {
        let isWanted = state.withLock { state in
            guard state.generation == generation, state.isPending else { return false }
            state.isPending = false
            return true
        }
        if isWanted { timer.fire() }
    }

    /// Wakes the run loop until it has made the call.
    private func wake(_ generation: Int) {
        guard state.withLock({ $0.isPending && $0.generation == generation }) else { return }
        let nudge = Timer(fire: Date(timeIntervalSinceNow: Self.moment), interval: 0, repeats: false) { _ in }
        runLoop.add(nudge, forMode: .common)
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [weak self] in self?.wake(generation) }
    }
}
