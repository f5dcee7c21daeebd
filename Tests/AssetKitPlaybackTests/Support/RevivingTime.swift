import AssetKitBase

@testable import AssetKitFFmpeg

/// The machine's time, in which something happens when a reader of a network has paused so many times.
final class RevivingTime: NetworkTime {
    private let system = SystemNetworkTime()
    private let deadlines = Lock(Set<Int64>())
    private let count: Int
    private let body: @Sendable () -> Void

    init(after count: Int, _ body: @escaping @Sendable () -> Void) { (self.count, self.body) = (count, body) }

    var now: Int64 { system.now }

    func wait(until deadline: Int64, _ isReady: (_ milliseconds: CInt) -> Bool) -> Bool {
        system.wait(until: deadline, isReady)
    }

    func pause(until deadline: Int64) {
        // One pause may be waited for in several parts.
        let isDue = deadlines.withLock { $0.insert(deadline).inserted && $0.count == count }
        if isDue { body() }
        system.pause(until: deadline)
    }

    func wait<Value, Result>(
        in monitor: Monitor<Value>,
        for body: (inout Value) throws -> Result?
    ) rethrows -> Result? {
        try system.wait(in: monitor, for: body)
    }
}
