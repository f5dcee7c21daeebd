import AssetKitClocks
import CMTimeLib
import Testing

@Suite("Timebases")
struct CMTimebaseTests {
    @Test("a new timebase stands at 0")
    func new() throws {
        let time = VirtualTime(now: 77)
        let timebase = try time.timebase()
        time.host.advance(by: hour)
        #expect(timebase.time == .zero)
        #expect(timebase.rate == 0)
        #expect(timebase.effectiveRate == 0)
        #expect(timebase.timeAndRate == (.zero, 0))
    }

    @Test("hours at rate 1 are exact to the nanosecond")
    func hours() throws {
        let time = VirtualTime(now: 123_456_789_012)
        let timebase = try time.timebase(rate: 1)
        for step in 1...10_000 {
            time.host.advance(by: 8_640_000_007)
            #expect(timebase.time == seconds(Int64(step) * 8_640_000_007, 1_000_000_000))
            #expect(!timebase.time.hasBeenRounded)
        }
    }

    @Test("an anchor in any timescale stays exact over hours")
    func anchorTimescale() throws {
        let time = VirtualTime()
        let timebase = try time.timebase(rate: 1)
        try timebase.setAnchorTime(seconds(1001, 30000), referenceTime: .zero)
        time.host.advance(by: 24 * hour)
        #expect(timebase.time == CMTime(value: 86400 * 30000 + 1001, timescale: 30000))
        #expect(!timebase.time.hasBeenRounded)
    }

    @Test("while it stands still a timebase shows the time as it was set")
    func given() throws {
        let timebase = try VirtualTime().timebase()
        try timebase.setTime(CMTimeMakeWithEpoch(value: 1001, timescale: 30000, epoch: 4))
        #expect(timebase.time.timescale == 30000)
        #expect(timebase.time.value == 1001)
        #expect(timebase.time.epoch == 4)
        try timebase.setRate(1)
        #expect(timebase.time.epoch == 4)
        try timebase.setTime(seconds(1))
        #expect(timebase.time.epoch == 0)
    }

    @Test("time runs at the rate, forwards and backwards", arguments: [2, 0.5, -1, -0.25, 32, 1.5])
    func rates(rate: Double) throws {
        let time = VirtualTime(now: 9)
        let timebase = try time.timebase(rate: rate)
        time.host.advance(by: hour)
        #expect(timebase.time.seconds == rate * 3600)
        #expect(timebase.rate == rate)
        #expect(timebase.effectiveRate == rate)
    }

    @Test("a rate is the exact value of its number")
    func exactRate() throws {
        let time = VirtualTime()
        let timebase = try time.timebase(rate: 0.1)
        // 2^55 seconds at 3602879701896397/2^55 would be a whole number of them; a tenth would not.
        time.host.advance(by: 1_000_000 * second)
        let exact = try #require(Rational128(exactly: 0.1)?.multiplied(by: 1_000_000))
        #expect(timebase.time == CMTime(exact, timescale: 1_000_000_000, rounding: .default))
        #expect(timebase.time.hasBeenRounded)
    }

    @Test("a change of rate makes no jump")
    func continuous() throws {
        let time = VirtualTime()
        let timebase = try time.timebase()
        let watch = Watch(timebase)
        var expected = 0.0
        for rate in [1, 2, -1, 0, 0.5, 0, 8] {
            try timebase.setRate(rate)
            #expect(timebase.time.seconds == expected)
            time.host.advance(by: 4 * second)
            expected += 4 * rate
        }
        #expect(!watch.names.contains("jumped"))
    }

    @Test("an anchor counts as though it had been so since")
    func anchor() throws {
        let time = VirtualTime(now: 100 * second)
        let timebase = try time.timebase(rate: 2)
        try timebase.setAnchorTime(seconds(10), referenceTime: seconds(95))
        #expect(timebase.time == seconds(20))
        try timebase.setAnchorTime(seconds(10), referenceTime: seconds(105))
        #expect(timebase.time == .zero)
        time.host.advance(by: 5 * second)
        #expect(timebase.time == seconds(10))
    }

    @Test("rate and anchor are set at once")
    func rateAndAnchor() throws {
        let time = VirtualTime(now: 10 * second)
        let timebase = try time.timebase()
        let watch = Watch(timebase)
        try timebase.setRateAndAnchorTime(rate: -0.5, anchorTime: seconds(60), referenceTime: seconds(12))
        #expect(timebase.time == seconds(61))
        time.host.advance(by: 2 * second)
        #expect(timebase.timeAndRate == (seconds(60), -0.5))
        #expect(watch.names == ["jumped", "rate"])
    }

    @Test("a time at a timescale is rounded once, from the exact one")
    func timescale() throws {
        let time = VirtualTime()
        let timebase = try time.timebase(rate: 0.1)
        time.host.advance(by: 10 * second)
        // Just above 1 s: 0.1 is a little more than a tenth. In nanoseconds that shows no more.
        #expect(timebase.time == seconds(1))
        #expect(timebase.time(withTimescale: 90000, rounding: .roundTowardPositiveInfinity) == seconds(90001, 90000))
        #expect(timebase.time(withTimescale: 90000) == seconds(1))
        #expect(timebase.time(withTimescale: 90000).timescale == 90000)
        #expect(!timebase.time(withTimescale: 0).isValid)
    }

    @Test("what makes no sense is refused and changes nothing")
    func refused() throws {
        let time = VirtualTime()
        let timebase = try time.timebase(rate: 1)
        let watch = Watch(timebase)
        for rate in [Double.nan, .infinity, -.infinity, 1e300, 1e-300] {
            #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.setRate(rate) }
        }
        for bad in [CMTime.invalid, .indefinite, .positiveInfinity, seconds(1, -2)] {
            #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.setTime(bad) }
            #expect(throws: CMTimebase.Error.invalidParameter) {
                try timebase.setAnchorTime(.zero, referenceTime: bad)
            }
            #expect(throws: CMTimebase.Error.invalidParameter) {
                try timebase.setRateAndAnchorTime(rate: 1, anchorTime: bad, referenceTime: .zero)
            }
        }
        #expect(timebase.timeAndRate == (.zero, 1))
        #expect(watch.names.isEmpty)
        // To what stands still it does not matter when.
        try timebase.setRateAndAnchorTime(rate: 0, anchorTime: seconds(3), referenceTime: seconds(1, -2))
        #expect(timebase.time == seconds(3))
    }

    @Test("a timebase that is read only changes for its owner alone")
    func readOnly() throws {
        let time = VirtualTime()
        let timebase = try CMTimebase(readOnlyWith: time.clock)
        #expect(timebase.isReadOnly)
        #expect(throws: CMTimebase.Error.readOnly) { try timebase.setRate(1) }
        #expect(throws: CMTimebase.Error.readOnly) { try timebase.setTime(seconds(1)) }
        #expect(throws: CMTimebase.Error.readOnly) { try timebase.setAnchorTime(.zero, referenceTime: .zero) }
        #expect(throws: CMTimebase.Error.readOnly) {
            try timebase.setRateAndAnchorTime(rate: 1, anchorTime: .zero, referenceTime: .zero)
        }
        #expect(throws: CMTimebase.Error.readOnly) { try timebase.setSource(time.clock) }
        try timebase.change(.rateAndAnchor(2, seconds(1), reference: .zero), byOwner: true)
        time.host.advance(by: second)
        #expect(timebase.timeAndRate == (seconds(3), 2))
        timebase.isReadOnly = false
        try timebase.setRate(0)
        #expect(timebase.rate == 0)
    }
}
