import AssetKitDevices
import CMTimeLib
import Testing

@Suite("Screens: the pace of grabbing")
struct GrabPaceTests {
    private let second: Int64 = 1_000_000_000

    @Test("moments are multiples of the duration, whenever it begins")
    func grid() {
        let pace = GrabPace(CMTime(value: 1, timescale: 25))
        #expect(pace.moment(after: 0) == 40_000_000)
        #expect(pace.moment(after: 39_999_999) == 40_000_000)
        #expect(pace.moment(after: 40_000_000) == 80_000_000)
        #expect(pace.moment(after: 1234 * second + 1) == 1234 * second + 40_000_000)
        #expect(pace.moment(after: -1) == 0)
        #expect(pace.moment(after: -40_000_001) == -40_000_000)
    }

    @Test("a duration that is no whole number of nanoseconds does not drift", arguments: [0, 365 * 86_400] as [Int64])
    func thirds(seconds: Int64) {
        var pace = GrabPace(CMTime(value: 1001, timescale: 30000))
        // 1001 seconds are 30000 pictures.
        let start = seconds / 1001 * 1001 * second
        var now = start
        for number in Int64(1)...30000 {
            now = pace.moment(after: now)
            #expect(pace.look(at: now) == 0)
            if number.isMultiple(of: 1000) {
                // Rounded up, so that it is not in the period before.
                #expect(now == start + (number * 1001 * second + 29999) / 30000)
            }
        }
        #expect(now == start + 1001 * second)
    }

    @Test("periods that pass meanwhile are counted and not made up for")
    func late() {
        var pace = GrabPace(CMTime(value: 1, timescale: 10))
        #expect(pace.look(at: 1 * second) == 0)
        // Late, and still in its period.
        #expect(pace.look(at: 1_190_000_000) == 0)
        // It took until 1.45: those at 1.2, 1.3 and 1.4 are lost.
        #expect(pace.moment(after: 1_450_000_000) == 1_500_000_000)
        #expect(pace.look(at: 1_500_000_000) == 3)
        #expect(pace.moment(after: 1_500_000_000) == 1_600_000_000)
        #expect(pace.look(at: 1_600_000_000) == 0)
    }

    @Test("nothing is looked at twice within a period")
    func once() {
        var pace = GrabPace(CMTime(value: 1, timescale: 10))
        #expect(pace.look(at: 2 * second) == 0)
        #expect(pace.moment(after: 2 * second - 1) == 2_100_000_000)
    }

    @Test("the first picture has lost none")
    func first() {
        var pace = GrabPace(.invalid)
        #expect(pace.look(at: 5000 * second) == 0)
    }

    @Test(
        "durations are taken where they are possible",
        arguments: [
            (.invalid, CMTime(value: 1, timescale: 30)), (.zero, CMTime(value: 1, timescale: 30)),
            (.indefinite, CMTime(value: 1, timescale: 30)), (.positiveInfinity, CMTime(value: 1, timescale: 30)),
            (CMTime(value: -1, timescale: 30), CMTime(value: 1, timescale: 30)),
            (CMTime(value: 1, timescale: 24), CMTime(value: 1, timescale: 24)),
            (CMTime(value: 1, timescale: 1000), CMTime(value: 1, timescale: 120)),
            (CMTime(value: .max, timescale: 1), CMTime(value: 1, timescale: 1)),
        ] as [(CMTime, CMTime)]
    )
    func durations(asked: CMTime, taken: CMTime) {
        #expect(GrabPace(asked).duration == taken)
    }

    @Test("times at the ends of all time are no trouble")
    func extremes() {
        var pace = GrabPace(CMTime(value: 999_999_999, timescale: 1_000_000_000))
        #expect(pace.moment(after: .max) == .max)
        #expect(pace.look(at: .min) == 0)
        #expect(pace.look(at: .max) > 1_000_000_000)
    }
}
