import AssetKitBase
import AssetKitClocks

/// A client that takes its time now and then: whoever lets time pass within a callback takes that long. It does so only a few times, for
/// one that is slower than its device for ever is never through with it.
final class Naps: Sendable {
    private let host: VirtualHostClock
    private let state: Protected<(left: Int, calls: Int)>
    private let interval: Int
    private let length: Int64

    /// So many naps of a length in nanoseconds, each after so many calls.
    init(_ host: VirtualHostClock, count: Int, after interval: Int, length: Int64) {
        (self.host, self.interval, self.length) = (host, max(1, interval), length)
        state = Protected((left: count, calls: 0))
    }

    /// Called with each call.
    func take() {
        let isDue = state.withLock { state in
            state.calls += 1
            guard state.left > 0, state.calls.isMultiple(of: interval) else { return false }
            state.left -= 1
            return true
        }
        if isDue { host.advance(by: length) }
    }
}
