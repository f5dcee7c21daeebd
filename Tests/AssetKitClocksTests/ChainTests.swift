import AssetKitClocks
import CMTimeLib
import Testing

@Suite("Chains of timebases")
struct ChainTests {
    @Test("rates multiply up to the clock")
    func effectiveRate() throws {
        let time = VirtualTime()
        let top = try time.timebase(rate: 2)
        let middle = try CMTimebase(sourceTimebase: top)
        let bottom = try CMTimebase(sourceTimebase: middle)
        try middle.setRate(-0.5)
        try bottom.setRate(4)
        #expect(bottom.effectiveRate == -4)
        #expect(bottom.rate == 4)
        time.host.advance(by: hour)
        #expect(bottom.time == seconds(-4 * 3600))
        #expect(bottom.ultimateSourceClock === time.clock)
        #expect(bottom.ultimateMasterClock === time.clock)
        #expect(bottom.sourceTimebase === middle)
        #expect(bottom.masterTimebase === middle)
        #expect(bottom.sourceClock == nil)
        #expect(top.sourceClock === time.clock)
        #expect(top.masterClock === time.clock)
        #expect(top.sourceTimebase == nil)
        #expect(top.source as? CMClock === time.clock)
    }

    @Test("what is above stops and jumps, and what is below with it")
    func above() throws {
        let time = VirtualTime()
        let top = try time.timebase(rate: 1)
        let bottom = try CMTimebase(sourceTimebase: top)
        try bottom.setRate(2)
        time.host.advance(by: 5 * second)
        try top.setRate(0)
        time.host.advance(by: 5 * second)
        #expect(bottom.timeAndRate == (seconds(10), 2))
        #expect(bottom.effectiveRate == 0)
        try top.setTime(seconds(100))
        #expect(bottom.time == seconds(200))
    }

    @Test("another source changes neither time nor rate")
    func newSource() throws {
        let time = VirtualTime()
        let fast = try time.timebase(rate: 8)
        let timebase = try time.timebase(rate: 0.5)
        time.host.advance(by: 7 * second)
        let watch = Watch(timebase)
        timebase.source = fast
        #expect(timebase.time == seconds(7, 2))
        #expect(timebase.rate == 0.5)
        #expect(timebase.effectiveRate == 4)
        time.host.advance(by: second)
        #expect(timebase.time == seconds(15, 2))
        timebase.master = time.clock
        time.host.advance(by: second)
        #expect(timebase.time == seconds(8))
        #expect(watch.names == ["rate", "rate"])
        // What was left drives nothing any more.
        try fast.setTime(.zero)
        #expect(timebase.time == seconds(8))
        #expect(watch.names == ["rate", "rate"])
    }

    @Test("another source keeps the time as it was set while the timebase stands still")
    func newSourceStanding() throws {
        let time = VirtualTime()
        let timebase = try time.timebase()
        try timebase.setTime(seconds(1001, 30000))
        timebase.source = try time.timebase(rate: 3)
        #expect(timebase.time.timescale == 30000)
    }

    @Test("loops are refused")
    func loops() throws {
        let time = VirtualTime()
        let top = try time.timebase()
        let middle = try CMTimebase(sourceTimebase: top)
        let bottom = try CMTimebase(sourceTimebase: middle)
        #expect(CMTimebaseSetSourceTimebase(top, bottom) == kCMTimebaseError_InvalidParameter)
        #expect(CMTimebaseSetMasterTimebase(top, top) == kCMTimebaseError_InvalidParameter)
        top.source = middle
        #expect(top.sourceClock === time.clock)
        #expect(CMTimebaseSetSourceTimebase(bottom, top) == 0)
        #expect(CMTimebaseSetSourceTimebase(middle, bottom) == 0)
    }

    @Test("chains of odd rates stay within a hair of the exact product over hours")
    func oddRates() throws {
        let time = VirtualTime()
        var timebase = try time.timebase(rate: 0.1)
        var product = 0.1
        for rate in [3.3, 0.7, 1.1, 0.9] {
            timebase = try CMTimebase(sourceTimebase: timebase)
            try timebase.setRate(rate)
            product *= rate
        }
        for _ in 0..<100 {
            time.host.advance(by: hour + 7)
        }
        let shown = timebase.time.seconds
        let expected = product * (360_000 + 700e-9)
        #expect(abs(shown - expected) < 2e-9)
        // There and back again.
        let back = timebase.convertTime(timebase.time, to: time.clock)
        let difference = back - time.clock.time
        #expect(abs(difference.seconds) < 1e-8)
    }

    @Test("a chain keeps its sources, and a source does not keep what it drives")
    func lifetime() throws {
        let time = VirtualTime()
        weak var weakTop: CMTimebase?
        weak var weakBottom: CMTimebase?
        do {
            let bottom: CMTimebase
            do {
                let top = try time.timebase(rate: 1)
                weakTop = top
                bottom = try CMTimebase(sourceTimebase: top)
            }
            weakBottom = bottom
            try bottom.setRate(1)
            let timer = TimebaseTimer {}
            try bottom.addTimer(timer)
            try bottom.setTimerNextFireTime(timer, fireTime: seconds(5))
            #expect(weakTop != nil)
            #expect(time.host.alarmCount == 1)
            time.host.advance(by: second)
            #expect(bottom.time == seconds(1))
        }
        #expect(weakBottom == nil)
        #expect(weakTop == nil)
        #expect(time.host.alarmCount == 0)
        // What comes later finds no traces of what has gone.
        let later = try time.timebase(rate: 1)
        #expect(later.rate == 1)
    }
}
