import AssetKitClocks
import CMTimeLib
import TestSupport
import Testing

/// A timebase as it is defined, slowly and exactly: every second of its past, as fractions.
private struct Model {
    var rate = Rational128.zero
    var time = Rational128.zero
    var reference = Rational128.zero

    func time(at source: Rational128) throws -> Rational128 {
        let passed = try #require(source.subtracting(reference))
        let way = try #require(passed.multiplied(by: rate))
        return try #require(time.adding(way))
    }
}

@Suite("Continuity")
struct ContinuityTests {
    @Test("ten thousand changes leave no error at all", arguments: [1, 2, 3] as [UInt64])
    func manyChanges(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let time = VirtualTime(now: 1_000_000_007)
        let timebase = try time.timebase()
        var model = Model()
        for step in 0..<10_000 {
            time.host.advance(by: Int64.random(in: 0...20_000_000_000, using: &generator))
            let now = try #require(Rational128(Int128(time.host.now), 1_000_000_000))
            let rate = Self.rate(&generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0:
                let value = seconds(Int64.random(in: -90000...9_000_000, using: &generator), 30000)
                try timebase.setTime(value)
                model.time = try #require(value.exactSeconds)
                model.reference = now
            case 1:
                let value = seconds(Int64.random(in: -90000...9_000_000, using: &generator), 44100)
                let reference = seconds(Int64.random(in: 0...9_000_000, using: &generator), 600)
                try timebase.setAnchorTime(value, referenceTime: reference)
                model.time = try #require(value.exactSeconds)
                model.reference = try #require(reference.exactSeconds)
            case 2:
                let value = seconds(Int64.random(in: -90000...9_000_000, using: &generator), 90000)
                let reference = seconds(time.host.now + 20_000_000, 1_000_000_000)
                try timebase.setRateAndAnchorTime(rate: rate, anchorTime: value, referenceTime: reference)
                model.time = try #require(value.exactSeconds)
                model.reference = try #require(reference.exactSeconds)
                model.rate = try #require(Rational128(exactly: rate))
            default:
                let before = timebase.time
                try timebase.setRate(rate)
                #expect(timebase.time == before, "seed \(seed), step \(step)")
                model.time = try model.time(at: now)
                model.reference = now
                model.rate = try #require(Rational128(exactly: rate))
            }
            let exact = try model.time(at: now)
            let expected =
                CMTime(exactly: exact, timescale: 1_000_000_000) ?? CMTime(exactly: exact)
                ?? CMTime(exact, timescale: 1_000_000_000, rounding: .default)
            #expect(timebase.time == expected, "seed \(seed), step \(step)")
            #expect(timebase.rate == model.rate.doubleValue)
        }
    }

    private static func rate(_ generator: inout SeededGenerator) -> Double {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: [0, 1, 2, -1, 0.5, 1.25][Int.random(in: 0..<6, using: &generator)]
        case 1: [0.1, 1.1, -0.3, 0.999][Int.random(in: 0..<4, using: &generator)]
        default: Double.random(in: -4...4, using: &generator)
        }
    }
}
