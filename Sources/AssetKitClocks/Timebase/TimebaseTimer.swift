internal import Dispatch

/// A timer of the client's, or a call within the package, which a timebase fires.
///
/// SAFETY: Dispatch's sources may be scheduled on any thread, and nothing else is done with this one. The others look after
/// themselves.
package final class TimebaseTimer: @unchecked Sendable {
    private enum Kind {
        case dispatch(any DispatchSourceTimer)
        case runLoop(RunLoopTimer)
        case call(@Sendable () -> Void)
    }
    private let kind: Kind

    init(_ timer: any DispatchSourceTimer) {
        kind = .dispatch(timer)
        timer.schedule(deadline: .distantFuture)
    }

    init(_ timer: RunLoopTimer) { kind = .runLoop(timer) }

    /// A call on whatever thread sees that the time has come: it has to be short.
    package init(calling body: @escaping @Sendable () -> Void) {
        kind = .call(body)
    }

    func fire() {
        switch kind {
        case .dispatch(let timer): timer.schedule(deadline: .now(), leeway: .nanoseconds(0))
        case .runLoop(let timer): timer.fire()
        case .call(let body): body()
        }
    }

    /// What has been begun and is not done yet is not wanted any more.
    func cancel() {
        if case .runLoop(let timer) = kind { timer.cancel() }
    }
}
