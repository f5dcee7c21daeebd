/// A call that a host clock owes. It does not come once the alarm is cancelled or nobody holds it any more.
package final class HostAlarm: Sendable {
    private let cancellation: @Sendable () -> Void

    package init(cancellation: @escaping @Sendable () -> Void) {
        self.cancellation = cancellation
    }

    deinit { cancellation() }

    /// Takes the call back. A call that has begun on another thread goes on.
    package func cancel() { cancellation() }
}
