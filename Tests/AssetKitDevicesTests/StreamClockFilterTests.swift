import AssetKitDevices
import TestSupport
import Testing

@Suite("When frames of a stream were heard")
struct StreamClockFilterTests {
    private static let rate = 48_000
    /// Frames of 10 ms.
    private static let fragment = 480
    private static let start: Int64 = 1_000_000_000_000

    /// A device whose clock is a little wrong, heard through readings that are wrong too.
    private struct Device {
        var filter = StreamClockFilter(sampleRate: rate)
        var random = SeededGenerator(seed: 7)
        /// How many millionths the device is too slow.
        var drift: Int64 = 0
        /// The most that a reading is wrong, to either side.
        var jitter: Int64 = 0
        /// When the first frame was heard, and whatever was lost since.
        var begin = start
        var frame: Int64 = 0
        private(set) var last: Int64?
        /// Whether the time ever stood still or went back.
        private(set) var isMonotone = true

        func heard(_ frame: Int64) -> Int64 {
            let exact = frame * 1_000_000_000 / Int64(rate)
            return begin + exact + exact * drift / 1_000_000
        }

        /// Delivers a block behind a reading, and answers how wrong its time is.
        mutating func deliver(hasReading: Bool = true) -> (error: Int64, isDiscontinuous: Bool) {
            let end = frame + Int64(fragment)
            if hasReading {
                let wrong = jitter == 0 ? 0 : Int64.random(in: -jitter...jitter, using: &random)
                filter.note(frame: end, at: heard(end) + wrong)
            }
            let stamp = filter.stamp(frame: frame, count: fragment, now: heard(end))
            if let last, stamp.hostTime <= last { isMonotone = false }
            last = stamp.hostTime
            defer { frame = end }
            return (stamp.hostTime - heard(frame), stamp.isDiscontinuous)
        }

        /// Delivers for a while, with a reading every 100 ms, and answers how wrong the times are.
        mutating func deliver(seconds: Int, hasReadings: Bool = true) -> (worst: Int64, discontinuities: Int) {
            var worst: Int64 = 0
            var discontinuities = 0
            for number in 0..<seconds * 100 {
                let (error, isDiscontinuous) = deliver(hasReading: hasReadings && number.isMultiple(of: 10))
                worst = max(worst, abs(error))
                discontinuities += isDiscontinuous ? 1 : 0
            }
            #expect(isMonotone)
            return (worst, discontinuities)
        }
    }

    @Test("readings that are right give times that are right")
    func exact() {
        var device = Device()
        #expect(device.deliver(seconds: 20) == (0, 0))
    }

    @Test("readings that are 50 ms wrong give times that are a few milliseconds wrong", arguments: UInt64(1)...8)
    func jitter(seed: UInt64) {
        var device = Device(random: SeededGenerator(seed: seed), jitter: 50_000_000)
        #expect(device.deliver(seconds: 5).discontinuities == 0)
        // The median of fifty numbers that spread evenly over 100 ms is 7 ms off, as a rule; four times that is next to never.
        let (worst, discontinuities) = device.deliver(seconds: 20)
        #expect(worst < 28_000_000)
        #expect(discontinuities == 0)
    }

    @Test("a clock that is 200 ppm off is followed, half of the window behind", arguments: [-200, 200] as [Int64])
    func drift(drift: Int64) {
        var device = Device(drift: drift)
        // Two minutes, in which whoever counts frames is 24 ms off.
        let (worst, discontinuities) = device.deliver(seconds: 120)
        #expect(worst <= 520_000)
        #expect(worst >= 400_000)
        #expect(discontinuities == 0)
    }

    @Test("drift is followed through jitter")
    func driftAndJitter() {
        var device = Device(drift: 200, jitter: 5_000_000)
        #expect(device.deliver(seconds: 60).worst < 6_000_000)
    }

    @Test("a stream that was suspended begins anew, at once")
    func suspended() {
        var device = Device()
        _ = device.deliver(seconds: 10)
        device.begin += 3_000_000_000
        device.filter.restart()
        let first = device.deliver()
        #expect(first == (0, true))
        #expect(device.deliver(seconds: 10) == (0, 0))
    }

    @Test("sound that is lost without a word shows within half a second, once")
    func untoldStep() {
        var device = Device(jitter: 10_000_000)
        _ = device.deliver(seconds: 10)
        device.begin += 3_000_000_000
        let (worst, discontinuities) = device.deliver(seconds: 1)
        #expect(worst > 2_900_000_000)
        #expect(discontinuities == 1)
        let after = device.deliver(seconds: 10)
        #expect(after.worst < 15_000_000)
        #expect(after.discontinuities == 0)
    }

    @Test("a step back never turns the time back")
    func stepBack() {
        var device = Device()
        _ = device.deliver(seconds: 10)
        device.begin -= 500_000_000
        #expect(device.deliver(seconds: 3).discontinuities == 1)
        // Until it is where it belongs, the time goes at half its speed.
        #expect(device.deliver(seconds: 5) == (0, 0))
    }

    @Test(
        "one reading that is wrong by seconds changes nothing",
        arguments: [1_000_000_000, -1_000_000_000, -9_000_000_000] as [Int64]
    )
    func outlier(error: Int64) {
        var device = Device()
        _ = device.deliver(seconds: 5)
        device.filter.note(frame: device.frame, at: device.heard(device.frame) + error)
        #expect(device.deliver(seconds: 10) == (0, 0))
    }

    @Test("without a reading a block was heard when it arrived, and readings correct that")
    func noReadings() {
        var device = Device()
        #expect(device.deliver(seconds: 10, hasReadings: false) == (0, 0))
        // It took 30 ms to arrive: what is known better later was heard before.
        device.begin -= 30_000_000
        _ = device.deliver(seconds: 1)
        #expect(device.deliver(seconds: 1) == (0, 0))
    }

    @Test("readings may be missing for long")
    func missingReadings() {
        var device = Device(drift: 20)
        _ = device.deliver(seconds: 10)
        // What is known is kept: 60 s at 20 ppm, and what it was behind before.
        #expect(device.deliver(seconds: 60, hasReadings: false).worst < 1_300_000)
        _ = device.deliver(seconds: 1)
        #expect(device.deliver(seconds: 10).worst < 60_000)
    }

    @Test("a stream may run for years")
    func years() {
        var filter = StreamClockFilter(sampleRate: Self.rate)
        let frame: Int64 = 48_000 * 86_400 * 365 * 5
        filter.note(frame: frame, at: Self.start)
        #expect(filter.stamp(frame: frame, count: 480, now: Self.start).hostTime == Self.start)
        #expect(filter.stamp(frame: frame + 480, count: 480, now: Self.start).hostTime == Self.start + 10_000_000)
    }
}
