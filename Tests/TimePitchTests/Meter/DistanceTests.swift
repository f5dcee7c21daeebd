import Testing
import TimePitchMeter

@Suite("The meter's figures of speech, music and sums of channels")
struct DistanceTests {
    private static let rate = 48000.0
    private static let source = HitTrain(count: 4).hitsWithChord(rate: rate)

    private static func distance(_ samples: [Float], length: Int = 1024) -> Double {
        SpectralDistance(of: samples, source: source, speed: 1, rate: rate, length: length).decibels
    }

    @Test("nothing differs from itself", arguments: [1024, 4096])
    func identical(length: Int) {
        #expect(Self.distance(Self.source, length: length) < 1e-9)
    }

    @Test("sound of half the level differs by 6 dB")
    func halfLevel() {
        let noise = Noise.signal(rate: Self.rate, seconds: 1, level: 1)
        let figures = SpectralDistance(of: noise.map { $0 / 2 }, source: noise, speed: 1, rate: Self.rate)
        #expect(abs(figures.decibels - 6.02) < 0.01)
    }

    @Test("the more noise is added, the farther it is")
    func growing() {
        let distances = [50.0, 30, 20, 10, 0].map { level in
            Self.distance(Mixing.sum(Self.source, Mixing.noise(decibelsBelow: Self.source, level)))
        }
        #expect(distances == distances.sorted())
        #expect((distances.first ?? 9) < (distances.last ?? 0) / 2)
    }

    @Test("what is in the wrong place is farther than what is in the right one")
    func misplaced() {
        #expect(
            Self.distance(Mixing.delayed(Self.source, by: 48)) < Self.distance(Mixing.delayed(Self.source, by: 4800))
        )
    }

    @Test("a steady tone of twice the length is as it was")
    func stretched() {
        let source = Tones.sine(rate: Self.rate, seconds: 2, frequency: 750)
        let output = Tones.sine(rate: Self.rate, seconds: 4, frequency: 750)
        let figures = SpectralDistance(of: output, source: source, speed: 0.5, rate: Self.rate)
        #expect(figures.decibels < 0.01)
    }

    @Test("channels that stay in step lose nothing in their sum")
    func inStep() {
        let source = Stereo.noise(rate: Self.rate, seconds: 2)
        let later = source.map { Mixing.delayed($0, by: 480) }
        let figures = CombFigures(of: later, source: source, rate: Self.rate)
        #expect(figures.worst < 1)
        #expect(figures.mean < 0.3)
    }

    @Test("one channel a millisecond behind makes notches")
    func comb() {
        let source = Stereo.noise(rate: Self.rate, seconds: 2)
        let moved = [source[0], Mixing.delayed(source[1], by: 48)]
        let figures = CombFigures(of: moved, source: source, rate: Self.rate)
        #expect(figures.worst > 8)
        #expect(figures.mean > 3)
    }

    @Test("one sample between the channels shows at high frequencies only")
    func oneSample() {
        let source = Stereo.noise(rate: Self.rate, seconds: 2)
        let moved = [source[0], Mixing.delayed(source[1], by: 1)]
        let figures = CombFigures(of: moved, source: source, rate: Self.rate)
        #expect((1.0...8).contains(figures.worst))
        #expect(figures.mean < 1.5)
    }
}
