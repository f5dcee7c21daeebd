import Testing

@testable import AssetKitDevices

@Suite("Stamps of cameras")
struct V4L2StampTests {
    private let now: Int64 = 1_000_000_000_000
    private let period: Int64 = 40_000_000
    private var stamps = CameraStamps(period: 40_000_000)

    private func stamp(_ time: Int64, isMonotonic: Bool = true, arrival: Int64? = nil) -> CameraStamps.Stamp {
        .init(time: time, isMonotonic: isMonotonic, arrival: arrival ?? now)
    }

    @Test("the kernel's stamps are the times, also those a little ahead of now")
    mutating func used() {
        #expect(stamps.time(of: stamp(now - 5)) == (now - 5, false))
        #expect(stamps.time(of: stamp(now + 170_000_000)) == (now + 170_000_000, false))
        #expect(stamps.glitchCount == 0)
    }

    @Test("a stamp of another clock gives way to the time of arrival")
    mutating func otherClock() {
        #expect(stamps.time(of: stamp(now - 5, isMonotonic: false)) == (now, false))
        #expect(stamps.time(of: stamp(now - 5_000_000_001, arrival: now + 1)) == (now + 1, false))
        #expect(stamps.time(of: stamp(now + 5_000_000_003, arrival: now + 2)) == (now + 2, false))
        #expect(stamps.time(of: stamp(.min, arrival: now + 3)) == (now + 3, false))
        #expect(stamps.time(of: stamp(.max, arrival: now + 4)) == (now + 4, false))
    }

    @Test("a stamp that goes back becomes half a period later than the one before, until stamps have caught up")
    mutating func back() {
        for _ in 0..<50 { _ = stamps.time(of: stamp(now + Int64(stampCount()) * period)) }
        let last = now + 50 * period
        #expect(stamps.time(of: stamp(last)).hostTime == last)
        #expect(stamps.time(of: stamp(last - 10 * period)) == (last + period / 2, true))
        #expect(stamps.time(of: stamp(last + period / 2)) == (last + period, false))
        #expect(stamps.glitchCount == 2)
        #expect(stamps.time(of: stamp(last + 2 * period)) == (last + 2 * period, false))
    }

    private var next = 0
    private mutating func stampCount() -> Int {
        defer { next += 1 }
        return next
    }

    @Test("among the first forty, stamps may go back once without being counted, as the driver changes clocks")
    mutating func settling() {
        for index in 0..<32 { _ = stamps.time(of: stamp(now + Int64(index) * period)) }
        let last = now + 31 * period
        #expect(stamps.time(of: stamp(last - period)) == (last + period / 2, true))
        #expect(stamps.time(of: stamp(last)) == (last + period, false))
        #expect(stamps.glitchCount == 0)
        #expect(stamps.time(of: stamp(last + 2 * period)) == (last + 2 * period, false))
        // The second time it is.
        #expect(stamps.time(of: stamp(last + period)) == (last + 2 * period + period / 2, true))
        #expect(stamps.glitchCount == 1)
    }

    @Test("a stamp that jumps ahead of what was lost is a cut, and a slow rate is none")
    mutating func jump() {
        _ = stamps.time(of: stamp(now))
        #expect(stamps.time(of: stamp(now + 500_000_000)).isDiscontinuous == false)
        #expect(stamps.time(of: stamp(now + 2_500_000_000)).isDiscontinuous)
        #expect(stamps.time(of: stamp(now + 4_500_000_000), lostCount: 49).isDiscontinuous == false)
    }

    @Test("what comes behind a new start is a cut, but not at the beginning")
    mutating func cut() {
        stamps.cut()
        #expect(stamps.time(of: stamp(now)).isDiscontinuous == false)
        stamps.cut()
        #expect(stamps.time(of: stamp(now + period)) == (now + period, true))
        #expect(stamps.time(of: stamp(now + 2 * period)) == (now + 2 * period, false))
    }

    @Test("times ascend whatever a driver says", arguments: UInt64(1)...20)
    mutating func ascending(seed: UInt64) {
        var random = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var last = Int64.min
        for index in 0..<500 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let offset = Int64(random >> 30) % 12_000_000_000 - 6_000_000_000
            let arrival = now + Int64(index) * period
            let time = stamps.time(of: stamp(arrival + offset, isMonotonic: random & 4 != 0, arrival: arrival)).hostTime
            #expect(time > last, "seed \(seed), stamp \(index)")
            last = time
        }
    }
}
