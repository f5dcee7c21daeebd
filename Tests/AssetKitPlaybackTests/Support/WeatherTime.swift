import AssetKitBase
import AssetKitClocks
import Foundation

@testable import AssetKitFFmpeg

/// The time of readers of a network on a virtual clock: where the server has nothing to give, time passes.
final class WeatherTime: NetworkTime {
    private let crew: VirtualCrew
    private let server: WeatherServer

    init(_ crew: VirtualCrew, _ server: WeatherServer) { (self.crew, self.server) = (crew, server) }

    /// Behind the end of a test nobody waits.
    var now: Int64 { crew.isEnded ? .max / 2 : crew.host.now }

    func wait(for descriptor: CInt, toWrite: Bool, until deadline: Int64) -> Bool {
        if isReady(descriptor, toWrite, within: 0) { return true }
        guard crew.isMember else { return isReady(descriptor, toWrite, within: 10) }
        server.pump()
        if isReady(descriptor, toWrite, within: 0) { return true }
        park(5_000_000, deadline)
        return isReady(descriptor, toWrite, within: 0)
    }

    private func isReady(_ descriptor: CInt, _ toWrite: Bool, within milliseconds: CInt) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) != 0
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
