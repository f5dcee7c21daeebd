import AssetKitClocks
import CMTimeLib

let second: Int64 = 1_000_000_000
let hour: Int64 = 3600 * second

func seconds(_ value: Int64, _ timescale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: timescale) }

/// A virtual host, and a clock that shows it.
struct VirtualTime {
    let host: VirtualHostClock
    let clock: CMClock

    init(now: Int64 = 0) {
        host = VirtualHostClock(now: now)
        clock = CMClock(host: host)
    }

    func timebase(rate: Double = 0) throws -> CMTimebase {
        let timebase = try CMTimebase(sourceClock: clock)
        if rate != 0 { try timebase.setRate(rate) }
        return timebase
    }
}
