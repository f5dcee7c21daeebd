import AssetKitClocks
import CMTimeLib
import Foundation
import TestSupport
import Testing

@Suite("Conversion between clocks and timebases")
struct SyncTests {
    @Test("two timebases of one clock go by their rates and anchors")
    func siblings() throws {
        let time = VirtualTime(now: 50 * second)
        let first = try time.timebase(rate: 2)
        let second = try time.timebase(rate: -0.5)
        try second.setTime(seconds(100))
        #expect(first.rate(relativeTo: second) == -4)
        #expect(second.rate(relativeTo: first) == -0.25)
        #expect(first.convertTime(seconds(8), to: second) == seconds(98))
        #expect(second.convertTime(seconds(98), to: first) == seconds(8))
        #expect(time.clock.convertTime(seconds(60), to: first) == seconds(20))
        #expect(first.convertTime(seconds(20), to: time.clock) == seconds(60))
        #expect(!first.mightDrift(relativeTo: second))
        time.host.advance(by: hour)
        #expect(first.convertTime(first.time, to: second) == second.time)
    }

    @Test("a common ancestor that is a timebase is where the way ends")
    func commonAncestor() throws {
        let time = VirtualTime()
        let top = try time.timebase(rate: 0)
        let first = try CMTimebase(sourceTimebase: top)
        let second = try CMTimebase(sourceTimebase: top)
        try first.setRate(2)
        try second.setRate(3)
        // The ancestor stands still, and yet the two go with each other.
        #expect(first.rate(relativeTo: second) == 2.0 / 3)
        #expect(first.convertTime(seconds(4), to: second) == seconds(6))
        #expect(top.convertTime(seconds(5), to: second) == seconds(15))
        #expect(second.convertTime(seconds(15), to: top) == seconds(5))
    }

    @Test("to itself a time converts as it is")
    func identity() throws {
        let time = VirtualTime()
        let timebase = try time.timebase()
        let odd = CMTimeMakeWithEpoch(value: 5, timescale: 7, epoch: 3)
        #expect(timebase.convertTime(odd, to: timebase).timescale == 7)
        #expect(timebase.convertTime(odd, to: timebase).epoch == 3)
        #expect(timebase.rate(relativeTo: timebase) == 1)
        #expect(time.clock.convertTime(odd, to: time.clock) == odd)
        #expect(time.clock.rate(relativeTo: time.clock) == 1)
        #expect(!timebase.mightDrift(relativeTo: timebase))
    }

    @Test("relative to what stands still there is no rate, and up from it no way but at its anchor")
    func standing() throws {
        let time = VirtualTime(now: 9 * second)
        let moving = try time.timebase(rate: 2)
        let standing = try time.timebase()
        #expect(moving.rate(relativeTo: standing).isNaN)
        #expect(time.clock.rate(relativeTo: standing).isNaN)
        #expect(try time.timebase().rate(relativeTo: standing).isNaN)
        #expect(standing.rate(relativeTo: moving) == 0)
        #expect(moving.convertTime(seconds(77), to: standing) == .zero)
        #expect(!standing.convertTime(seconds(1), to: moving).isValid)
        #expect(standing.convertTime(.zero, to: time.clock) == seconds(9))
        let error = #expect(throws: (any Error).self) { try moving.rateAndAnchorTime(relativeTo: standing) }
        #expect((error as? NSError)?.code == Int(kCMSyncError_RateMustBeNonZero))
        let relation = try standing.rateAndAnchorTime(relativeTo: moving)
        #expect(relation.rate == 0)
        #expect(relation.anchorTime == .zero)
    }

    @Test("rate and anchor belong together")
    func rateAndAnchor() throws {
        let time = VirtualTime(now: 11)
        let top = try time.timebase(rate: 4)
        let bottom = try CMTimebase(sourceTimebase: top)
        try bottom.setRateAndAnchorTime(rate: 0.5, anchorTime: seconds(7), referenceTime: seconds(3))
        time.host.advance(by: 13 * second)
        let relation = try bottom.rateAndAnchorTime(relativeTo: time.clock)
        #expect(relation.rate == 2)
        #expect(relation.anchorTime == bottom.time)
        #expect(relation.referenceTime == time.clock.time)
        #expect(time.clock.convertTime(relation.referenceTime, to: bottom) == relation.anchorTime)
    }

    @Test("what is no number has no counterpart", arguments: [CMTime.invalid, .indefinite, .positiveInfinity])
    func noNumber(bad: CMTime) throws {
        let time = VirtualTime()
        let timebase = try time.timebase(rate: 1)
        #expect(!timebase.convertTime(bad, to: time.clock).isValid)
        #expect(!time.clock.convertTime(bad, to: timebase).isValid)
    }

    @Test("two hosts have nothing but their times now, and might drift")
    func twoHosts() throws {
        let first = VirtualTime(now: 100 * second)
        let second = VirtualTime(now: 7 * second)
        #expect(first.clock.convertTime(seconds(103), to: second.clock) == seconds(10))
        #expect(first.clock.rate(relativeTo: second.clock) == 1)
        #expect(first.clock.mightDrift(relativeTo: second.clock))
        let timebase = try first.timebase(rate: 2)
        #expect(timebase.convertTime(seconds(6), to: second.clock) == seconds(10))
        timebase.source = second.clock
        #expect(timebase.timeAndRate == (.zero, 2))
        second.host.advance(by: hour)
        #expect(timebase.time == seconds(7200))
    }

    @Test("there and back is the same time, for random trees", arguments: [11, 12, 13] as [UInt64])
    func randomTrees(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let time = VirtualTime(now: 5 * second)
        var timebases = [try time.timebase(rate: 1)]
        for _ in 0..<20 {
            let source = timebases[Int.random(in: 0..<timebases.count, using: &generator)]
            let timebase = try CMTimebase(sourceTimebase: source)
            let rate = [0.5, 2, -1, 1, -2, 4, 0.25][Int.random(in: 0..<7, using: &generator)]
            try timebase.setRateAndAnchorTime(
                rate: rate,
                anchorTime: seconds(Int64.random(in: 0...1000, using: &generator), 30),
                referenceTime: seconds(Int64.random(in: 0...1000, using: &generator), 25)
            )
            timebases.append(timebase)
        }
        for _ in 0..<500 {
            let first = timebases[Int.random(in: 0..<timebases.count, using: &generator)]
            let second = timebases[Int.random(in: 0..<timebases.count, using: &generator)]
            let moment = seconds(Int64.random(in: -10000...10000, using: &generator), 600)
            let there = first.convertTime(moment, to: second)
            #expect(second.convertTime(there, to: first) == moment, "seed \(seed)")
            let now = first.convertTime(first.time, to: second)
            #expect(now == second.time, "seed \(seed)")
        }
    }
}
