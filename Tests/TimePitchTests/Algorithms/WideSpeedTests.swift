import AssetKitTimePitch
import Glibc
import Testing
import TimePitchMeter

/// What holds at all speeds and not at the usual ones alone: `ASSETKIT_LONG_RUN=1`.
@Suite("Speeds from a thirty-second to thirty-two", .enabled(if: getenv("ASSETKIT_LONG_RUN") != nil))
struct WideSpeedTests {
    private static let rate = 48000.0

    @Test(
        "spectra keep the pitch and play hits within 5 ms of the source's time",
        arguments: [Speed(1, 32), Speed(1, 16), Speed(1, 7), Speed(1, 4), Speed(1, 3), Speed(4, 1)]
    )
    func spectral(speed: Speed) throws {
        let sine = Tones.sine(rate: Self.rate, seconds: max(3, 2 * speed.value))
        let made = try Stretched([sine], by: speed, Algorithm.spectral.stretcher(speed))
        let figures = SineFigures(nearestTo: made.channels[0], rate: Self.rate, expected: 440)
        #expect(abs(figures.cents) < 0.01 && figures.signalToNoise > 40, "\(figures)")
        let train = HitTrain()
        let hits = train.hits(rate: Self.rate)
        let late = HitFigures(
            of: try Stretched([hits], by: speed, Algorithm.spectral.stretcher(speed)).channels[0],
            source: hits,
            train: train,
            speed: speed.value,
            rate: Self.rate
        )
        #expect(late.lost == 0)
        #expect(abs(late.mean * speed.value) < 0.005, "\(late.mean)")
    }

    @Test("in the time domain a sine keeps its pitch at any speed", arguments: 0..<40)
    func timeDomain(number: Int) throws {
        var noise = Noise(seed: UInt64(number))
        let octaves = 5 * (2 * abs(noise.next()).truncatingRemainder(dividingBy: 1) - 1)
        let speed = Speed(max(1, Int64((exp2(octaves) * 100_000).rounded())), 100_000)
        let source = Tones.sine(rate: Self.rate, seconds: max(3, 2 * speed.value))
        let made = try Stretched([source], by: speed, Algorithm.timeDomain.stretcher(speed))
        #expect(made.isComplete)
        let figures = SineFigures(spectrumOf: made.channels[0], rate: Self.rate, expected: 440)
        #expect(abs(figures.cents) < 1 && figures.signalToNoise > 45, "\(speed): \(figures)")
    }

    @Test("of long sound too it does not matter how much goes in at once", arguments: Algorithm.allCases)
    func blocks(algorithm: Algorithm) throws {
        let source = HitTrain(count: 160).hitsWithChord(rate: Self.rate)
        let speed = Speed(25, 24)
        let results = try [333, 8192].map { block in
            try Stretched([source], by: speed, algorithm.stretcher(speed), block: block).channels
        }
        #expect(results[0] == results[1])
    }

    @Test("any sound at any speed ends at its length", arguments: Algorithm.allCases, 0..<40)
    func anything(algorithm: Algorithm, number: Int) throws {
        var noise = Noise(seed: UInt64(1000 + number))
        func random(_ limit: Int) -> Int { Int(abs(noise.next()) * 1e6) % limit }
        let length = random(40_000)
        let channelCount = 1 + random(8)
        let source = (0..<channelCount).map { _ in (0..<length).map { _ in Float(noise.next()) } }
        let speeds = (0..<5).map { _ in Speed(Int64(1 + random(3200)), Int64(100 + random(3000))) }
        let count = min(Int(speeds[0].frameCount(of: Int64(length))), 50_000)
        let block = 1 + random(3000)
        let stretcher = try algorithm.stretcher(speeds[0], channelCount: channelCount)
        let made = try Stretched(source, by: speeds[0], stretcher, block: block, count: count) { place in
            number % 2 == 0 ? nil : speeds[place / block % speeds.count]
        }
        #expect(made.isComplete && made.isOfNumbers)
    }
}
