import AssetKitClocks
import CMTimeLib
import Foundation
import Testing

@Suite("Clocks")
struct CMClockTests {
    @Test("the host's clock shows nanoseconds and never goes backwards")
    func hostTime() throws {
        let clock = CMClock.hostTimeClock
        var last = clock.time
        #expect(last.timescale == 1_000_000_000)
        #expect(last.epoch == 0)
        for _ in 0..<1000 {
            let time = clock.time
            #expect(time >= last)
            last = time
        }
        let anchor = try clock.anchorTime()
        #expect(anchor.anchorTime == anchor.referenceTime)
        #expect(anchor.anchorTime >= last)
    }

    @Test("the host's clock goes on although somebody invalidates it")
    func hostInvalidation() throws {
        CMClock.hostTimeClock.invalidate()
        #expect(CMClock.hostTimeClock.time.isNumeric)
        _ = try CMClock.hostTimeClock.anchorTime()
    }

    @Test("system units are nanoseconds")
    func systemUnits() {
        #expect(CMClock.convertHostTimeToSystemUnits(seconds(3, 2)) == 1_500_000_000)
        #expect(CMClock.convertHostTimeToSystemUnits(seconds(2, 3)) == 666_666_666)
        #expect(CMClock.convertHostTimeToSystemUnits(seconds(-1)) == 0)
        for time in [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
            #expect(CMClock.convertHostTimeToSystemUnits(time) == 0)
        }
        #expect(CMClock.convertHostTimeToSystemUnits(seconds(.max)) == .max)
        #expect(CMClock.convertSystemUnitsToHostTime(1_500_000_000) == seconds(3, 2))
        #expect(CMClock.convertSystemUnitsToHostTime(7).timescale == 1_000_000_000)
        #expect(CMClock.convertSystemUnitsToHostTime(.max - 1) == seconds(.max, 500_000_000))
        let now = CMClock.hostTimeClock.time
        #expect(CMClock.convertSystemUnitsToHostTime(CMClock.convertHostTimeToSystemUnits(now)) == now)
    }

    @Test("clocks of one host do not drift, those of devices might")
    func mightDrift() throws {
        let time = VirtualTime()
        let other = CMClock(host: time.host)
        let device = try CMClock(host: time.host, deviceTime: .zero, hostTime: .zero)
        #expect(!time.clock.mightDrift(relativeTo: time.clock))
        #expect(!time.clock.mightDrift(relativeTo: other))
        #expect(!device.mightDrift(relativeTo: device))
        #expect(device.mightDrift(relativeTo: time.clock))
        #expect(time.clock.mightDrift(relativeTo: CMClock.hostTimeClock))
        #expect(!time.clock.mightDrift(relativeTo: try time.timebase()))
        #expect(device.mightDrift(relativeTo: try time.timebase()))
    }
}
