internal import Dispatch
internal import Glibc

/// The machine's own time: CLOCK_MONOTONIC, which nobody can set and which stands still while the machine sleeps.
package final class SystemHostClock: HostClock {
    package static let shared = SystemHostClock()

    private let queue = DispatchQueue(label: "assetkit.clocks.alarms", qos: .userInteractive)

    private init() {}

    package var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    package func alarm(at deadline: Int64, _ body: @escaping @Sendable () -> Void) -> HostAlarm {
        let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        // Dispatch's uptime is CLOCK_MONOTONIC too. 0 would mean "now" there.
        timer.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(max(deadline, 1))), leeway: .nanoseconds(0))
        timer.setEventHandler {
            body()
        }
        timer.resume()
        let held = HeldTimer(timer)
        return HostAlarm { held.timer.cancel() }
    }
}

/// SAFETY: Dispatch's sources may be cancelled on any thread, and nothing else is done with this one.
private struct HeldTimer: @unchecked Sendable {
    let timer: any DispatchSourceTimer

    init(_ timer: any DispatchSourceTimer) { self.timer = timer }
}
