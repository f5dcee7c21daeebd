import AssetKitBase
import AssetKitClocks
import Foundation
import TestSupport

@testable import AssetKitFFmpeg

/// The time of readers of a network on a virtual clock: where the server has nothing to give, time passes.
final class WeatherTime: NetworkTime {
    private let crew: VirtualCrew
    private let server: WeatherServer

    init(_ crew: VirtualCrew, _ server: WeatherServer) { (self.crew, self.server) = (crew, server) }

    /// Behind the end of a test nobody waits.
    var now: Int64 { crew.isEnded ? .max / 2 : crew.host.now }

    func wait(until deadline: Int64, _ isReady: (_ milliseconds: CInt) -> Bool) -> Bool {
        if isReady(0) { return true }
        guard crew.isMember else { return isReady(10) }
        server.pump()
        if isReady(0) { return true }
        park(5_000_000, deadline)
        return isReady(0)
    }

    func pause(until deadline: Int64) {
        // Who is none of the crew waits while no time passes.
        if crew.isMember { crew.park(until: deadline) } else { usleep(1000) }
    }

    func wait<Value, Result>(
        in monitor: Monitor<Value>,
        for body: (inout Value) throws -> Result?
    ) rethrows -> Result? {
        if let result = try monitor.withLock(body) { return result }
        if crew.isMember { park(1_000_000, .max) } else { usleep(1000) }
        return try monitor.withLock(body)
    }

    private func park(_ nanoseconds: Int64, _ deadline: Int64) { crew.park(until: min(now + nanoseconds, deadline)) }
}
