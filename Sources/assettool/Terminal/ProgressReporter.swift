import AssetKit
import Synchronization

/// When something new is shown: often enough to be lively, seldom enough to cost nothing.
struct ProgressPace {
    private let interval: Double
    private var last: Double?

    init(interval: Double) { self.interval = interval }

    /// Whether to show what there is `elapsed` seconds after the start. The end is always shown.
    mutating func isDue(at elapsed: Double, isLast: Bool) -> Bool {
        if let last, elapsed - last < interval, !isLast { return false }
        last = elapsed
        return true
    }
}

/// Shows on standard error how far the work is.
final class ProgressReporter: Sendable {
    private struct State {
        var pace: ProgressPace
        var isBarShown = false
    }

    private let mode: ProgressMode
    private let console: Console
    private let span: Double
    private let start = ContinuousClock.now
    private let state: Mutex<State>

    /// Makes one for work that covers so many seconds of media.
    init(_ mode: ProgressMode, span: Double, _ console: Console) {
        self.mode = mode == .bar && console.messageWidth() == nil ? .silent : mode
        self.span = span.isFinite ? span : 0
        self.console = console
        state = Mutex(State(pace: ProgressPace(interval: mode == .json ? 0.25 : 0.1)))
    }

    /// Tells how far the work is.
    func update(fraction: Double, position: CMTime) {
        guard mode != .silent else { return }
        let moment = ProgressMoment(
            fraction: min(max(fraction, 0), 1),
            position: position,
            span: span,
            elapsed: (ContinuousClock.now - start) / .seconds(1)
        )
        // The lock is held while the text goes out, so that two threads' bars do not mix. Nothing else happens under it.
        state.withLock { state in
            guard state.pace.isDue(at: moment.elapsed, isLast: moment.fraction >= 1) else { return }
            if mode == .json {
                console.show(moment.json.line + "\n")
            } else {
                console.show("\r\u{1b}[K" + moment.bar(width: console.messageWidth() ?? 80))
                state.isBarShown = true
            }
        }
    }

    /// Prints a message where the bar may be.
    func report(_ text: String) {
        clear()
        console.report(text)
    }

    /// Takes the bar away.
    func clear() {
        state.withLock { state in
            if state.isBarShown { console.show("\r\u{1b}[K") }
            state.isBarShown = false
        }
    }
}
