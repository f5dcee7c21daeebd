import AssetKitClocks
import CMTimeLib
import TestSupport
import Testing

@Suite("Clocks of devices")
struct DeviceClockTests {
    /// A device whose true time is `start + host * (1 + partsPerMillion / 1e6)`, read every 20 ms with jitter.
    private struct Device {
        let time = VirtualTime(now: 100 * second)
        let clock: CMClock
        let partsPerMillion: Int64
        var generator = SeededGenerator(seed: 7)

        init(partsPerMillion: Int64) throws {
            self.partsPerMillion = partsPerMillion
            clock = try CMClock(host: time.host, deviceTime: seconds(10), hostTime: seconds(100))
        }

        var truth: Int64 {
            let passed = time.host.now - 100 * second
            return 10 * second + passed + passed * partsPerMillion / 1_000_000
        }

        /// Lets `count` readings pass and returns the largest error in nanoseconds from the `settled`th on.
        mutating func read(_ count: Int, jitter: Int64, settled: Int = 200) -> Int64 {
            var worst: Int64 = 0
            var last = clock.time
            for index in 0..<count {
                time.host.advance(by: 20_000_000)
                let shown = clock.time
                #expect(shown >= last)
                last = shown
                if index >= settled { worst = max(worst, abs(nanoseconds(shown) - truth)) }
                let error = jitter == 0 ? 0 : Int64.random(in: -jitter...jitter, using: &generator)
                clock.addReading(seconds(truth + error, 1_000_000_000), at: seconds(time.host.now, 1_000_000_000))
                #expect(clock.time >= last)
            }
            return worst
        }
    }

    @Test("a clock follows its device", arguments: [-200, 0, 200, 1000] as [Int64])
    func follows(partsPerMillion: Int64) throws {
        var device = try Device(partsPerMillion: partsPerMillion)
        #expect(device.read(3000, jitter: 0, settled: 1000) < 2000)
    }

    @Test("jitter of the readings is smoothed, and time never goes backwards", arguments: [-200, 200] as [Int64])
    func smooths(partsPerMillion: Int64) throws {
        var device = try Device(partsPerMillion: partsPerMillion)
        #expect(device.read(3000, jitter: 1_000_000) < 500_000)
    }

    @Test("the drift that was measured is what conversion goes by, there and back")
    func conversion() throws {
        var device = try Device(partsPerMillion: 200)
        _ = device.read(3000, jitter: 0)
        let ahead = seconds(device.time.host.now + 100 * second, 1_000_000_000)
        let there = device.time.clock.convertTime(ahead, to: device.clock)
        let expected = device.truth + 100 * second + 20_000_000
        #expect(abs(nanoseconds(there) - expected) < 3000)
        #expect(abs(nanoseconds(device.clock.convertTime(there, to: device.time.clock)) - nanoseconds(ahead)) <= 1)
        #expect(abs(device.clock.rate(relativeTo: device.time.clock) - 1.0002) < 1e-6)
        #expect(abs(device.time.clock.rate(relativeTo: device.clock) - 1 / 1.0002) < 1e-6)
        let relation = try device.clock.rateAndAnchorTime(relativeTo: device.time.clock)
        #expect(relation.anchorTime == device.clock.time)
        #expect(relation.referenceTime == device.time.clock.time)
    }

    @Test("until drift is measured the rate is 1")
    func unmeasured() throws {
        let device = try Device(partsPerMillion: 200)
        #expect(device.clock.rate(relativeTo: device.time.clock) == 1)
        #expect(device.time.clock.convertTime(seconds(103), to: device.clock) == seconds(13))
        #expect(device.clock.convertTime(seconds(13), to: device.time.clock) == seconds(103))
    }

    @Test("the slope is limited to half a percent")
    func limited() throws {
        var device = try Device(partsPerMillion: 30_000)
        var largest = 0.0
        for _ in 0..<200 {
            _ = device.read(1, jitter: 0)
            largest = max(largest, device.clock.rate(relativeTo: device.time.clock))
        }
        #expect(largest <= 1.005)
        #expect(largest > 1.005 - 1e-11)
    }

    @Test("a device that begins anew makes its clock jump, and its timebases with it")
    func jump() throws {
        let device = try Device(partsPerMillion: 0)
        let timebase = try CMTimebase(sourceClock: device.clock)
        try timebase.setRate(1)
        let fired = Recorder<Int64>()
        let timer = TimebaseTimer { fired.add(1) }
        try timebase.addTimer(timer)
        try timebase.setTimerNextFireTime(timer, fireTime: seconds(3))
        let watch = Watch(timebase)
        device.time.host.advance(by: second)
        device.clock.addReading(seconds(16), at: seconds(101))
        #expect(device.clock.time == seconds(16))
        #expect(timebase.time == seconds(6))
        #expect(fired.count == 1)
        #expect(watch.names == ["jumped"])
    }

    @Test("readings that are not newer than the last say nothing")
    func oldReadings() throws {
        let device = try Device(partsPerMillion: 0)
        device.time.host.advance(by: second)
        device.clock.addReading(seconds(50), at: seconds(100))
        device.clock.addReading(.invalid, at: seconds(101))
        device.clock.addReading(seconds(11), at: .indefinite)
        #expect(device.clock.time == seconds(11))
    }

    @Test("a clock without a beginning is refused")
    func refused() {
        let host = VirtualHostClock()
        for (time, moment) in [(CMTime.invalid, CMTime.zero), (.zero, .positiveInfinity), (seconds(.max), .zero)] {
            #expect(throws: CMClock.Error.invalidParameter) {
                try CMClock(host: host, deviceTime: time, hostTime: moment)
            }
        }
    }

    @Test("a clock that was invalidated shows nothing and throws")
    func invalidation() throws {
        let device = try Device(partsPerMillion: 0)
        let (clock, host) = (device.clock, device.time.clock)
        let timebase = try CMTimebase(sourceClock: clock)
        clock.invalidate()
        clock.invalidate()
        clock.addReading(seconds(11), at: seconds(101))
        #expect(!clock.time.isValid)
        #expect(throws: CMClock.Error.invalidParameter) { try clock.anchorTime() }
        #expect(!clock.convertTime(seconds(1), to: host).isValid)
        #expect(!host.convertTime(seconds(1), to: clock).isValid)
        #expect(clock.rate(relativeTo: host).isNaN)
        #expect(throws: (any Error).self) { try clock.rateAndAnchorTime(relativeTo: host) }
        #expect(throws: CMTimebase.Error.invalidParameter) { try CMTimebase(sourceClock: clock) }
        #expect(throws: CMTimebase.Error.invalidParameter) { try CMTimebase(sourceTimebase: timebase) }
        #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.setRate(1) }
        #expect(clock.mightDrift(relativeTo: host))
    }

    @Test("a timebase whose clock is gone goes on from there with another one, without a jump")
    func handover() throws {
        let device = try Device(partsPerMillion: 0)
        let timebase = try CMTimebase(sourceClock: device.clock)
        try timebase.setRate(2)
        let fired = Recorder<Int64>()
        let timer = TimebaseTimer { fired.add(device.time.host.now) }
        try timebase.addTimer(timer)
        try timebase.setTimerNextFireTime(timer, fireTime: seconds(10))
        device.time.host.advance(by: 3 * second)
        #expect(timebase.time == seconds(6))
        device.clock.invalidate()
        device.time.host.advance(by: 7 * second)
        #expect(!timebase.time.isValid)
        #expect(fired.count == 0)
        timebase.source = device.time.clock
        #expect(timebase.time == seconds(6))
        device.time.host.advance(by: 5 * second)
        #expect(timebase.time == seconds(16))
        #expect(fired.all == [112 * second])
    }

    @Test("timers of a timebase follow the device, not the host")
    func timers() throws {
        var device = try Device(partsPerMillion: 1000)
        let timebase = try CMTimebase(sourceClock: device.clock)
        try timebase.setRateAndAnchorTime(rate: 1, anchorTime: seconds(10), referenceTime: seconds(10))
        let fired = Recorder<CMTime>()
        let timer = TimebaseTimer { fired.add(timebase.time) }
        try timebase.addTimer(timer)
        try timebase.setTimerNextFireTime(timer, fireTime: seconds(60))
        _ = device.read(3000, jitter: 0)
        let time = try #require(fired.all.first)
        #expect(time >= seconds(60))
        #expect(time - seconds(60) < seconds(3, 1_000_000_000))
    }

}

private func nanoseconds(_ time: CMTime) -> Int64 { time.convertScale(1_000_000_000, method: .default).value }
