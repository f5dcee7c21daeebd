import AssetKitDevices
import CMTimeLib
import Testing

@Suite("Portal: when pictures are handed on")
struct SharedTimesTests {
    private static let ms: Int64 = 1_000_000

    /// Hands pictures on that come at times, in milliseconds, for a while, with a thread that is always in time.
    private func moments(
        _ arrivals: [Int64],
        until end: Int64,
        duration: CMTime = CMTime(value: 1, timescale: 10)
    ) -> [(moment: Int64, shown: Int)] {
        var times = SharedTimes(duration)
        var (handed, next) = ([(moment: Int64, shown: Int)](), 0)
        var now = Int64.min
        var fresh: Int64?
        while true {
            let arrival = next < arrivals.count ? arrivals[next] : Int64.max
            let step = times.next(fresh)
            guard min(arrival, step?.due ?? .max) <= end else { return handed }
            if let step, step.due < arrival || step.due <= now {
                now = max(now, step.due)
                if step.isNew { fresh = nil }
                times.handOn(step)
                handed.append((step.moment, next - 1))
            } else {
                now = max(now, arrival)
                fresh = arrival
                next += 1
            }
        }
    }

    private func milliseconds(_ arrivals: [Int64], until end: Int64) -> [Int64] {
        moments(arrivals.map { $0 * Self.ms }, until: end * Self.ms).map { $0.moment / Self.ms }
    }

    @Test(
        "of a tenth of a second each",
        arguments: [
            // Nothing comes of nothing.
            ([], 1000, []),
            // A still screen is repeated on the grid, half a period late at most, and the first time a period behind at least.
            ([1000], 1399, [1000, 1100, 1200, 1300]),
            ([1010], 1399, [1010, 1200, 1300]),
            ([1099], 1399, [1099, 1200, 1300]),
            // Pictures that come in time keep their times.
            ([1010, 1110, 1215, 1320], 1330, [1010, 1110, 1215, 1320]),
            // One that is a little late is waited for, and none is put in before it.
            ([1090, 1215, 1330], 1331, [1090, 1215, 1330]),
            // One that is early is shown when it may be.
            ([1010, 1105, 1220], 1221, [1010, 1110, 1220]),
            // Of those that come too fast the newest is shown.
            ([1000, 1030, 1060, 1130, 1160], 1200, [1000, 1100, 1200]),
            // What changes behind a repeated picture waits.
            ([1000, 1180], 1260, [1000, 1100, 1200]),
            ([1000, 1280], 1305, [1000, 1100, 1200, 1300]),
        ] as [([Int64], Int64, [Int64])]
    )
    func table(arrivals: [Int64], end: Int64, moments: [Int64]) {
        #expect(milliseconds(arrivals, until: end) == moments)
    }

    @Test("what is shown is the newest picture of then")
    func newest() {
        let arrivals = [1000, 1030, 1060, 1130].map { $0 * Self.ms }
        #expect(moments(arrivals, until: 1210 * Self.ms).map(\.shown) == [0, 2, 3])
    }

    @Test("never two within a period, never none for two, and what is shown is what there was", arguments: 1...200)
    func properties(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func random(_ limit: Int64) -> Int64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int64(state % UInt64(limit))
        }
        let durations = [
            CMTime(value: 1, timescale: 30), CMTime(value: 1001, timescale: 60_000), CMTime(value: 1, timescale: 7),
            CMTime(value: 1, timescale: 1),
        ]
        let duration = durations[Int(random(4))]
        let period = Int64(Int128(duration.value) * 1_000_000_000 / Int128(duration.timescale))
        var arrivals = [Int64(random(1 << 50))]
        let spread = [period / 3, period, 2 * period, 9 * period][Int(random(4))]
        for _ in 0..<200 { arrivals.append(arrivals[arrivals.count - 1] + 1 + random(spread)) }
        let handed = moments(arrivals, until: arrivals[arrivals.count - 1], duration: duration)
        for (before, after) in zip(handed, handed.dropFirst()) {
            let gap = after.moment - before.moment
            #expect(gap >= period && gap <= 2 * period + 1, "seed \(seed): \(gap)")
            #expect(after.shown >= before.shown)
        }
        for (moment, shown) in handed {
            // Half a period may have passed while one that is late was waited for.
            #expect(arrivals[shown] <= moment)
            if shown + 1 < arrivals.count { #expect(arrivals[shown + 1] > moment - 1, "seed \(seed)") }
        }
    }

    @Test("a thread that had no time makes up for a second, and what lies before that is lost")
    func late() throws {
        var times = SharedTimes(CMTime(value: 1, timescale: 10))
        times.handOn(try #require(times.next(5000 * Self.ms)))
        #expect(times.skip(at: 6100 * Self.ms) == 0)
        #expect(times.next(nil)?.moment == 5100 * Self.ms)
        #expect(times.skip(at: 9050 * Self.ms) == 39)
        #expect(times.next(nil)?.moment == 9000 * Self.ms)
        // A new picture does not jump over what is to be made up for.
        let step = try #require(times.next(9300 * Self.ms))
        #expect((step.moment, step.due) == (9000 * Self.ms, 9000 * Self.ms) && !step.isNew)
    }

    @Test("a still picture does not drift", arguments: [0, 400 * 86_400] as [Int64])
    func grid(seconds: Int64) throws {
        let start = seconds / 1001 * 1001 * 1_000_000_000
        var times = SharedTimes(CMTime(value: 1001, timescale: 30_000))
        times.handOn(try #require(times.next(start)))
        for number in Int64(1)...30_000 {
            let step = try #require(times.next(nil))
            times.handOn(step)
            if number.isMultiple(of: 1000) {
                #expect(step.moment == start + (number * 1001 * 1_000_000_000 + 29_999) / 30_000)
            }
        }
    }

    @Test("times at the ends of all time are no trouble")
    func extremes() throws {
        for first in [Int64.min, .max] {
            var times = SharedTimes(.invalid)
            #expect(times.next(nil) == nil)
            times.handOn(try #require(times.next(first)))
            #expect(times.next(nil) != nil && times.next(.max) != nil && times.next(.min) != nil)
        }
    }
}
