/// The time that everything else is measured by: now, and a call when a moment has come.
///
/// Clocks, and the timers of timebases, know the time and wait through this alone. Tests put a ``VirtualHostClock`` in
/// its place, and hours pass in milliseconds.
package protocol HostClock: AnyObject, Sendable {
    /// Nanoseconds. They never go backwards.
    var now: Int64 { get }

    /// Calls `body` once, as soon as ``now`` is `deadline` or later, unless the alarm is cancelled or dropped before.
    ///
    /// `body` is never called within this call, even where the deadline has passed.
    func alarm(at deadline: Int64, _ body: @escaping @Sendable () -> Void) -> HostAlarm
}

extension HostClock {
    /// Waits until ``now`` is `deadline` or later.
    package func wait(until deadline: Int64) async throws {
        let wait = HostWait()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                wait.begin(continuation) { self.alarm(at: deadline) { wait.end(.success(())) } }
            }
        } onCancel: {
            wait.end(.failure(CancellationError()))
        }
    }
}
