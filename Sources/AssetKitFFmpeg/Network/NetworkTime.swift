package import AssetKitBase
internal import Foundation

/// How readers of a network wait, and by what time. Tests put one of their own in its place.
///
/// Each wait is short: whoever waits longer waits again, and looks at its flag between.
package protocol NetworkTime: AnyObject, Sendable {
    /// Nanoseconds. They never go backwards.
    var now: Int64 { get }

    /// Waits for a connection, at most until a deadline; true as soon as there is something to do for it. `isReady` waits for that
    /// so many milliseconds at most.
    func wait(until deadline: Int64, _ isReady: (_ milliseconds: CInt) -> Bool) -> Bool

    /// Waits, at most until a deadline.
    func pause(until deadline: Int64)

    /// Waits for what another thread does; nil where it is not done yet.
    func wait<Value, Result>(
        in monitor: Monitor<Value>,
        for body: (inout Value) throws -> Result?
    ) rethrows -> Result?
}

/// The machine's time.
package final class SystemNetworkTime: NetworkTime {
    /// How long one wait takes at most, in nanoseconds.
    private static let longest: Int64 = 50_000_000

    package init() {}

    package var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    package func wait(until deadline: Int64, _ isReady: (_ milliseconds: CInt) -> Bool) -> Bool {
        isReady(CInt(left(until: deadline) / 1_000_000))
    }

    package func pause(until deadline: Int64) {
        usleep(UInt32(left(until: deadline) / 1000))
    }

    package func wait<Value, Result>(
        in monitor: Monitor<Value>,
        for body: (inout Value) throws -> Result?
    ) rethrows -> Result? {
        try monitor.wait(until: Date(timeIntervalSinceNow: Double(Self.longest) / 1_000_000_000), for: body)
    }

    /// A millisecond at least: nobody turns in circles.
    private func left(until deadline: Int64) -> Int64 { min(max(deadline - now, 1_000_000), Self.longest) }
}
