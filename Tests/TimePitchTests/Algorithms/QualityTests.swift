import AssetKitTimePitch
import Glibc
import Testing
import TimePitchMeter

@Suite("What becomes of sound at other speeds")
struct QualityTests {
    private static let rate = 48000.0

    @Test(
        "a sine keeps its pitch within a cent, and 45 dB above all else",
        arguments: UsualSpeeds.all,
        [
            Algorithm.timeDomain, .zeroLatency, .spectral,
        ]
    )
    func sine(speed: Speed, algorithm: Algorithm) throws {
        let source = Tones.sine(rate: Self.rate, seconds: 4)
        let made = try Stretched([source], by: speed, algorithm.stretcher(speed))
        let figures = SineFigures(spectrumOf: made.channels[0], rate: Self.rate, expected: 440)
        #expect(abs(figures.cents) < 1)
        // What Rubber Band's short window does at half the speed is half a decibel less.
        #expect(figures.signalToNoise > (algorithm == .spectral && speed == Speed(1, 2) ? 44 : 45))
    }

    @Test(
        "spectra keep the pitch of a sine to a hundredth of a cent",
        arguments: UsualSpeeds.all + [Speed(1, 32), Speed(8, 1)]
    )
    func exactPitch(speed: Speed) throws {
        let source = Tones.sine(rate: Self.rate, seconds: max(4, 3 * speed.value))
        let made = try Stretched([source], by: speed, Algorithm.spectral.stretcher(speed))
        let figures = SineFigures(nearestTo: made.channels[0], rate: Self.rate, expected: 440)
        #expect(abs(figures.cents) < 0.01)
    }

    @Test("hits come once, and at their time", arguments: UsualSpeeds.all)
    func hits(speed: Speed) throws {
        let train = HitTrain()
        for source in [train.hits(rate: Self.rate), train.clicks(rate: Self.rate)] {
            let made = try Stretched([source], by: speed, Algorithm.timeDomain.stretcher(speed))
            let figures = Self.figures(made, source, train, speed)
            #expect(figures.doubled == 0 && figures.lost == 0)
            #expect(abs(figures.mean) < 0.002 && figures.deviation < 0.001)
        }
    }

    @Test("without looking ahead no hit is lost or doubled", arguments: UsualSpeeds.all)
    func hitsWithoutLatency(speed: Speed) throws {
        let train = HitTrain()
        for source in [train.hits(rate: Self.rate), train.clicks(rate: Self.rate)] {
            let made = try Stretched([source], by: speed, Algorithm.zeroLatency.stretcher(speed))
            let figures = Self.figures(made, source, train, speed)
            #expect(figures.doubled == 0 && figures.lost == 0)
        }
    }

    @Test("spectra play hits within 3 ms of their time", arguments: UsualSpeeds.all, Algorithm.spectralOnes)
    func spectralHits(speed: Speed, algorithm: Algorithm) throws {
        let train = HitTrain()
        let source = train.hits(rate: Self.rate)
        let made = try Stretched([source], by: speed, algorithm.stretcher(speed))
        let figures = Self.figures(made, source, train, speed)
        #expect(figures.doubled == 0 && figures.lost == 0)
        #expect(abs(figures.mean * speed.value) < 0.003 && figures.deviation < 0.003)
    }

    /// By how many milliseconds a hit may be off by the spectra of the short window: it begins where a hop does.
    private static let scatter: [(speed: Speed, most: Double)] = [
        (Speed(1, 2), 4), (Speed(3, 4), 2), (Speed(9, 10), 1), (Speed(11, 10), 2), (Speed(3, 2), 2.5),
        (Speed(2, 1), 4.5),
    ]

    @Test("spectra scatter hits about their time", arguments: scatter, [44100, 48000])
    func scatteredHits(row: (speed: Speed, most: Double), rate: Int) throws {
        for figures in try Self.oddFigures(.spectral, row.speed, rate) {
            #expect(figures.lost == 0)
            #expect(abs(figures.mean) < row.most / 2000, "\(figures.mean)")
            #expect(figures.errors.allSatisfy { abs($0) < row.most / 1000 }, "\(figures.errors)")
        }
    }

    @Test("spectra of the long window play each hit within 2 ms of its time", arguments: scatter, [44100, 48000])
    func longWindow(row: (speed: Speed, most: Double), rate: Int) throws {
        for figures in try Self.oddFigures(.spectralStandard, row.speed, rate) {
            #expect(figures.doubled == 0 && figures.lost == 0)
            #expect(abs(figures.mean) < 0.001, "\(figures.mean)")
            #expect(figures.errors.allSatisfy { abs($0) < 0.002 }, "\(figures.errors)")
        }
    }

    /// Of drums and of clicks at places that are in step with no hop: half seconds are with some, and would show one error
    /// twelve times.
    private static func oddFigures(_ algorithm: Algorithm, _ speed: Speed, _ rate: Int) throws -> [HitFigures] {
        var train = HitTrain(count: 12)
        train.interval = 0.4637
        let rate = Double(rate)
        return try [train.hits(rate: rate), train.clicks(rate: rate)].map { source in
            let made = try Stretched([source], by: speed, algorithm.stretcher(speed, rate: Int(rate))).channels[0]
            return HitFigures(of: made, source: source, train: train, speed: speed.value, rate: rate)
        }
    }

    @Test("six tones stay clear of noise by spectra", arguments: UsualSpeeds.all)
    func tones(speed: Speed) throws {
        let source = Tones.chord(rate: Self.rate, seconds: 10)
        let made = try Stretched([source], by: speed, Algorithm.spectral.stretcher(speed))
        let figures = ToneFigures(of: made.channels[0], rate: Self.rate)
        // Less than 18 dB at half the speed, which is what the library has.
        #expect(figures.signalToNoise > (speed == Speed(1, 2) ? 16 : 18))
    }

    @Test("the sum of stretched channels is the stretched sum", arguments: UsualSpeeds.all, Algorithm.timeDomainOnes)
    func comb(speed: Speed, algorithm: Algorithm) throws {
        let sides = Stereo.noise(rate: Self.rate, seconds: 2)
        let sum = Mixing.sum(sides[0], sides[1])
        let made = try Stretched(sides + [sum], by: speed, algorithm.stretcher(speed, channelCount: 3))
        let (left, right) = (made.channels[0], made.channels[1])
        let farthest = zip(Mixing.sum(left, right), made.channels[2]).map { abs($0 - $1) }.max() ?? 1
        #expect(farthest < 1e-5)
    }

    @Test("channels that cancel each other are stretched as well as one", arguments: Algorithm.timeDomainOnes)
    func oppositeChannels(algorithm: Algorithm) throws {
        let source = Tones.sine(rate: Self.rate, seconds: 4)
        let speed = Speed(5, 4)
        let made = try Stretched([source, source.map { -$0 }], by: speed, algorithm.stretcher(speed, channelCount: 2))
        for channel in made.channels {
            let figures = SineFigures(spectrumOf: channel, rate: Self.rate, expected: 440)
            #expect(figures.signalToNoise > 45)
        }
    }

    @Test("a speed that changes every ten milliseconds is heard at once and without a click")
    func changes() throws {
        let source = Tones.sine(rate: Self.rate, seconds: 4)
        for algorithm in Algorithm.timeDomainOnes {
            let stretcher = try algorithm.stretcher(.normal)
            let made = try Stretched([source], by: .normal, stretcher, block: 480, count: 150_000) { place in
                place % 960 < 480 ? Speed(3, 2) : Speed(4, 5)
            }
            let figures = SineFigures(spectrumOf: made.channels[0], rate: Self.rate, expected: 440)
            #expect(abs(figures.cents) < 1 && figures.signalToNoise > 45)
            #expect(abs(Double(made.consumed) - made.expected) < 2400)
        }
    }

    @Test("sound becomes higher or lower while hits stay where they are", arguments: [-12, -5, 3, 7, 12])
    func pitch(semitones: Double) throws {
        let pitch = exp2(semitones / 12)
        func shifted(_ source: [Float]) throws -> Stretched {
            guard let stretcher = SpectralStretcher(.normal, rate: 48000, channelCount: 1, pitch: pitch) else {
                throw Algorithm.NoLibrary()
            }
            return try Stretched([source], by: .normal, stretcher)
        }
        let sine = try shifted(Tones.sine(rate: Self.rate, seconds: 4)).channels[0]
        let expected = 440 * pitch
        #expect(abs(SineFigures(nearestTo: sine, rate: Self.rate, expected: expected).cents) < 0.01)
        let train = HitTrain(count: 10)
        let hits = train.hits(rate: Self.rate)
        let figures = Self.figures(try shifted(hits), hits, train, .normal)
        #expect(figures.doubled == 0 && figures.lost == 0)
        #expect(abs(figures.mean) < 0.003 && figures.deviation < 0.003)
    }

    private static func figures(_ made: Stretched, _ source: [Float], _ train: HitTrain, _ speed: Speed) -> HitFigures {
        HitFigures(of: made.channels[0], source: source, train: train, speed: speed.value, rate: rate)
    }
}
