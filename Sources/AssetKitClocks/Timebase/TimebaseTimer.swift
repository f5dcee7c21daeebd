internal import Dispatch

/// A timer of the client's, or a call within the package, which a timebase fires.
///
/// SAFETY: Dispatch's sources may be scheduled on any thread, and nothing else is done with this one.
package final class TimebaseTimer: @unchecked Sendable {
    private enum Kind {
        case dispatch(any DispatchSourceTimer)
        case call(@Sendable () -> Void)
    }
    private let kind: Kind

    init(_ timer: any DispatchSourceTimer) {
        kind = .dispatch(timer)
        timer.schedule(deadline: .distantFuture)
    }

    /// A call on whatever thread sees that the time has come: it has to be short.
    package init(calling body: @escaping @Sendable () -> Void) {
        kind = .call(body)
    }

    func fire() {
        switch kind {
        case .dispatch(let timer): timer.schedule(deadline: .now(), leeway: .nanoseconds(0))
        case .call(let body): body()
        }
    }
}
