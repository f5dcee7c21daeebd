internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia
internal import Foundation
internal import Glibc

/// The thread of one capture of a screen: begun once, behind the capture before it, and stopped by anybody,
/// the sink that it calls included.
final class ScreenThread: Sendable {
    private struct State {
        var isStopped = false
        var isDue = false
        /// Who stops it waits for its end. What still connects calls nobody any more, and need not be waited for.
        var isAwaited: Bool
        /// What pictures are to be; nil for the screen's own pixels.
        var preference: OSType?
        /// It will not touch the screen any more, and may still say why.
        var isEnding = false
        var isOver = false
        var thread: pthread_t?
        var earlier: ScreenThread?
    }

    /// How many seconds what is under way may still take when it is stopped.
    private static let patience = 1.0

    private let state: Monitor<State>

    init(isAwaited: Bool) { state = Monitor(State(isAwaited: isAwaited)) }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Nobody has stopped it, and it has not failed.
    var isWanted: Bool { state.withLock { !$0.isStopped && !$0.isEnding } }

    /// What pictures are to be from the next one on: 4:2:0 where that is wished for, and red, green and blue otherwise.
    var preference: OSType? {
        get { state.withLock { $0.preference } }
        set { state.withLock { $0.preference = newValue } }
    }

    /// Works as soon as the capture before is over, which may still be in its sink. What the work answers is told to the sink.
    func begin(
        _ name: String,
        after earlier: ScreenThread?,
        telling sink: any DeviceSink,
        _ work: @escaping @Sendable () -> DeviceFailure?
    ) {
        state.withLock { $0.earlier = earlier }
        WorkerThread.start(name) { [self] in
            earlier?.waitForEnd()
            state.withLock { ($0.earlier, $0.thread) = (nil, pthread_self()) }
            let failure = work()
            let isStopped = state.withLock { state in
                state.isEnding = true
                return state.isStopped
            }
            // Said before it is over: who stops it now waits for that.
            if let failure, !isStopped { sink.failed(failure) }
            state.withLock { ($0.isOver, $0.thread) = (true, nil) }
            state.announce()
        }
    }

    /// From now on who stops it waits for its end.
    func requireWaiting() { state.withLock { $0.isAwaited = true } }

    /// Ends it: wakes what it waits for, and cuts that off where it goes on for all that. The sink is not called any more then, unless it
    /// is the sink that calls this.
    func stop(_ wake: () -> Void, orCut cut: (() -> Void)? = nil) {
        state.withLock { state in
            guard !state.isStopped, !state.isEnding else { return }
            state.isStopped = true
            wake()
        }
        state.announce()
        guard !isCurrent else { return }
        if let cut, state.wait(until: .now + Self.patience, for: { $0.isOver ? true : nil }) == nil { cut() }
        state.wait { $0.isOver || !$0.isAwaited && !$0.isEnding ? () : nil }
    }

    /// Waits for a moment of a clock; false when it is stopped before.
    func wait(until moment: Int64, on host: any HostClock) -> Bool {
        repeat {
            state.withLock { $0.isDue = false }
            let alarm = host.alarm(at: moment) { [state] in
                state.withLock { $0.isDue = true }
                state.announce()
            }
            defer { alarm.cancel() }
            let isStopped = state.wait { state in state.isStopped || state.isDue ? state.isStopped : nil }
            if isStopped { return false }
            // A timer that is early by a nanosecond would make two pictures in one period.
        } while host.now < moment
        return true
    }

    /// Whether the sink calls, be it that of a capture that this one waits for.
    private var isCurrent: Bool {
        let (thread, earlier) = state.withLock { ($0.thread, $0.earlier) }
        if let thread { return pthread_equal(thread, pthread_self()) != 0 }
        return earlier?.isCurrent ?? false
    }

    private func waitForEnd() { state.wait { $0.isOver ? () : nil } }
}
