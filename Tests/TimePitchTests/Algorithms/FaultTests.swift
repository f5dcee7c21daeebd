import AssetKitTimePitch
import Testing
import TimePitchMeter

@Suite("Sound that nobody would stretch")
struct FaultTests {
    private static let sounds: [(name: String, samples: [Float])] = {
        let noise = Noise.signal(rate: 48000, seconds: 0.5, level: 1)
        return [
            ("silence", [Float](repeating: 0, count: 20_000)),
            ("a constant", Tones.constant(rate: 48000, seconds: 0.5, level: 1)),
            ("a square", Tones.square(rate: 48000, seconds: 0.5)),
            ("no numbers", noise.enumerated().map { $0 % 97 == 0 ? .nan : $0 % 131 == 0 ? -.infinity : $1 }),
            ("numbers beyond all sound", noise.map { $0 * 1e30 }),
            ("one frame", [1]),
            ("nothing", []),
        ]
    }()

    @Test(
        "it ends, at its length, and is made of numbers",
        arguments: Algorithm.allCases,
        [Speed(1, 32), Speed(4, 5), Speed(2, 1)]
    )
    func sounds(algorithm: Algorithm, speed: Speed) throws {
        for (name, samples) in Self.sounds {
            let made = try Stretched([samples], by: speed, algorithm.stretcher(speed), count: 30_000)
            #expect(made.isComplete, "\(name)")
            // What the library makes of sound beyond all numbers is its own affair.
            if name.hasPrefix("numbers"), Algorithm.spectralOnes.contains(algorithm) { continue }
            #expect(made.isOfNumbers, "\(name)")
        }
    }

    @Test("silence stays silence", arguments: Algorithm.allCases)
    func silence(algorithm: Algorithm) throws {
        let source = [Float](repeating: 0, count: 20_000)
        let made = try Stretched([source], by: Speed(4, 5), algorithm.stretcher(Speed(4, 5)))
        #expect(made.channels[0].allSatisfy { $0 == 0 })
    }

    @Test("eight channels at any rate", arguments: Algorithm.allCases, [8000, 44_100, 192_000])
    func channels(algorithm: Algorithm, rate: Int) throws {
        let source = (1...8).map { Tones.sine(rate: Double(rate), seconds: 0.4, frequency: 100 * Double($0)) }
        let speed = Speed(5, 4)
        let made = try Stretched(source, by: speed, algorithm.stretcher(speed, rate: rate, channelCount: 8))
        #expect(made.isComplete)
        for channel in made.channels { #expect(channel.contains { abs($0) > 0.1 }) }
    }

    @Test("speeds that jump from one end to the other", arguments: Algorithm.allCases)
    func wildSpeeds(algorithm: Algorithm) throws {
        let source = Noise.signal(rate: 48000, seconds: 4, level: 0.5)
        let speeds = [Speed(1, 32), Speed(32, 1), .normal, Speed(1, 7), Speed(5, 4)]
        let made = try Stretched([source], by: .normal, algorithm.stretcher(.normal), block: 333, count: 60_000) {
            place in
            speeds[place / 333 % speeds.count]
        }
        #expect(made.isComplete)
        #expect(made.isOfNumbers)
    }
}
