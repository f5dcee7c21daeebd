import Testing

@testable import CMTimeLib

@Suite("AKTimeAccumulator")
struct AKTimeAccumulatorTests {
    @Test("a day of varying frame durations adds up exactly")
    func longSum() throws {
        var total = AKTimeAccumulator()
        let durations = [(1001, 30000), (1, 25), (1001, 24000), (1, 60), (512, 44100), (1024, 48000), (3003, 90000)]
        for (value, timescale) in durations {
            let duration = CMTime(value: Int64(value), timescale: Int32(timescale))
            for _ in 0..<2000 { total.add(duration) }
        }
        let expected = try durations.reduce(Rational128.zero) { sum, duration in
            let term = try #require(Rational128(Int128(duration.0 * 2000), Int128(duration.1)))
            return try #require(sum.adding(term))
        }
        #expect(total.failure == nil)
        #expect(total.total == expected)
        #expect(total.time?.exactSeconds == expected)
        #expect(
            fields(of: total.time(timescale: 90000, rounding: .default))?[0]
                == Int64(expected.multiplied(by: 90000)!.rounded())
        )
    }

    @Test("multiples, differences and sums of sums agree with fractions")
    func fractions() {
        for seed in UInt64(0)..<500 {
            var random = ExactRandom(seed: seed)
            let (first, second) = (random.number(), random.number())
            let count = random.integer(Int64.self) >> 8
            var total = AKTimeAccumulator()
            total.add(first, count: count)
            total.subtract(second)
            var other = AKTimeAccumulator()
            other.add(first)
            total.add(other)
            let product = Rational128(first)!.multiplied(by: Rational128(Int128(count) + 1, 1)!)
            let expected = product?.subtracting(Rational128(second)!)
            guard total.failure == nil else { continue }
            #expect(total.total == expected, "seed \(seed)")
        }
    }

    @Test("a sum beyond 128 bits is reported, and stays reported")
    func overflow() {
        var total = AKTimeAccumulator()
        let large = CMTime(value: .max, timescale: 1)
        for _ in 0..<3 { total.add(large, count: .max) }
        #expect(total.failure == .overflow)
        total.add(.zero)
        #expect(total.failure == .overflow)
        #expect(total.total == nil && total.time == nil)
        #expect(total.time(rounding: .default) == .invalid)

        var fine = AKTimeAccumulator()
        for timescale in [2_147_483_647, 2_147_483_629, 2_147_483_587, 2_147_483_579, 2_147_483_563, 2_147_483_549] {
            fine.add(CMTime(value: 1, timescale: Int32(timescale)))
        }
        #expect(fine.failure == .overflow)
    }

    @Test("a sum that outgrew its common denominator goes on in lowest terms")
    func reduction() {
        var total = AKTimeAccumulator()
        let primes: [Int32] = [2_147_483_647, 2_147_483_629, 2_147_483_587, 2_147_483_579]
        for prime in primes { total.add(CMTime(value: 1, timescale: prime)) }
        for prime in primes { total.subtract(CMTime(value: 1, timescale: prime)) }
        total.add(CMTime(value: 1, timescale: 2_147_483_563))
        #expect(total.failure == nil)
        #expect(fields(of: total.time) == [1, 2_147_483_563, 1, 0])
    }

    @Test("what is not a number, or has another epoch, is reported")
    func refusals() {
        for time in [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
            var total = AKTimeAccumulator()
            total.add(time)
            #expect(total.failure == .notNumeric)
        }
        var total = AKTimeAccumulator(startingAt: CMTimeMakeWithEpoch(value: 1, timescale: 2, epoch: 7))
        total.add(CMTime(value: 1, timescale: 2, flags: [.valid, .hasBeenRounded], epoch: 0))
        #expect(fields(of: total.time) == [1, 1, 3, 7])
        total.add(CMTimeMakeWithEpoch(value: 1, timescale: 2, epoch: 7))
        #expect(total.failure == .epoch)
    }
}

@Suite("FrameRate")
struct FrameRateTests {
    @Test(
        "the usual names mean n * 1000/1001, other decimals what they say",
        arguments: [
            ("23.976", 24000, 1001), ("23.98", 24000, 1001), ("23.97", 24000, 1001), ("23.976024", 24000, 1001),
            ("29.97", 30000, 1001), ("29.970", 30000, 1001), ("29.97003", 30000, 1001), ("59.94", 60000, 1001),
            ("47.95", 48000, 1001), ("47.952", 48000, 1001), ("119.88", 120_000, 1001), ("14.985", 15000, 1001),
            ("239.76", 240_000, 1001), ("25", 25, 1), ("24.0", 24, 1), ("12.5", 25, 2), ("30000/1001", 30000, 1001),
            ("29.9", 299, 10), ("24.98", 1249, 50), ("29.95", 599, 20), ("60/2", 30, 1), ("0.5", 1, 2),
        ] as [(String, Int32, Int32)]
    )
    func names(name: String, top: Int32, bottom: Int32) {
        #expect(FrameRate(name) == FrameRate(top, bottom))
    }

    @Test("other names are refused", arguments: ["", "0", "-25", "fast", "25fps", "1/0", "1e10", "29.97.0", "1e-20"])
    func refusals(name: String) {
        #expect(FrameRate(name) == nil)
    }

    @Test("a frame's time comes from its number, and leads back to it")
    func roundTrip() throws {
        for seed in UInt64(0)..<3000 {
            var random = ExactRandom(seed: seed)
            let rate = try #require(
                FrameRate(.random(in: 1...240_000, using: &random), .random(in: 1...1001, using: &random))
            )
            let frame = random.integer(Int64.self) >> 30
            let time = try #require(CMTime.time(ofFrame: frame, at: rate))
            #expect(time.frame(at: rate) == frame, "seed \(seed)")
            #expect(rate.frame(startingAt: time) == frame, "seed \(seed)")
            #expect(rate.frame(nearestTo: time) == frame, "seed \(seed)")
            let before = time.subtracting(CMTime(value: 1, timescale: 1_000_000), rounding: .default)
            #expect(rate.frame(containing: before) == frame - 1, "seed \(seed)")
        }
    }

    @Test("frames have no time where none fits, and times no frame")
    func limits() throws {
        let rate = try #require(FrameRate("29.97"))
        #expect(fields(of: CMTime.time(ofFrame: 107_892, at: rate)) == [107_999_892, 30000, 1, 0])
        #expect(CMTime.time(ofFrame: .max, at: rate) == nil)
        #expect(rate.frame(containing: .positiveInfinity) == nil)
        #expect(rate.frame(containing: CMTime(value: .max, timescale: 1)) == nil)
        #expect(rate.frame(startingAt: CMTime(value: 1, timescale: 30)) == nil)
        #expect(FrameRate(frameDuration: CMTime(value: 1001, timescale: 30000)) == rate)
        #expect(FrameRate(frameDuration: .zero) == nil)
        #expect(FrameRate(0) == nil && FrameRate(25, 0) == nil && FrameRate(.min, .min) == nil)
    }
}
