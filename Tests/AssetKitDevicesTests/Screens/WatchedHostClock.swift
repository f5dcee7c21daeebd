import AssetKitBase
import AssetKitClocks
import Foundation

/// A virtual clock whose tests see when another thread has asked for a call.
final class WatchedHostClock: HostClock {
    let virtual: VirtualHostClock
    private let deadlines = Monitor([Int64]())

    init(now: Int64) { virtual = VirtualHostClock(now: now) }

    var now: Int64 { virtual.now }

    func alarm(at deadline: Int64, _ body: @escaping @Sendable () -> Void) -> HostAlarm {
        let alarm = virtual.alarm(at: deadline, body)
        deadlines.withLock { $0.append(deadline) }
        deadlines.announce()
        return alarm
    }

    /// Waits until so many calls were asked for; answers for when the last of them.
    func deadline(_ count: Int) -> Int64? {
        deadlines.wait(until: .now + ScreenSink.patience) { $0.count >= count ? $0[count - 1] : nil }
    }

    /// Waits until so many calls were asked for, and makes the last of them. Answers whether it was asked for.
    func makeCall(_ number: Int) -> Bool {
        guard let deadline = deadline(number) else { return false }
        virtual.advance(to: deadline)
        return true
    }
}
