import Testing
import TimePitchMeter

@Suite("Signals of the meter")
struct SignalTests {
    private static let rate = 48000.0

    @Test("no signal is louder than can be written")
    func levels() {
        let train = HitTrain(count: 2)
        let signals =
            [
                Tones.sine(rate: Self.rate, seconds: 1), Tones.chord(rate: Self.rate, seconds: 1),
                Tones.glide(rate: Self.rate, seconds: 1), Tones.square(rate: Self.rate, seconds: 1),
                train.hits(rate: Self.rate), train.clicks(rate: Self.rate), train.hitsWithChord(rate: Self.rate),
            ] + Stereo.chord(rate: Self.rate, count: 2) + Stereo.noise(rate: Self.rate, seconds: 1)
        for signal in signals {
            #expect(signal.count == 48000)
            #expect((signal.map(abs).max() ?? 2) <= 1)
        }
    }

    @Test("noise is the same every time, and even")
    func noise() {
        let samples = Noise.signal(rate: Self.rate, seconds: 1, level: 1)
        #expect(samples == Noise.signal(rate: Self.rate, seconds: 1, level: 1))
        #expect(abs(samples.reduce(0, +) / 48000) < 0.02)
    }

    @Test("a hit is silent before and gone after a quarter of a second")
    func hits() {
        let samples = HitTrain(count: 2).hits(rate: Self.rate)
        #expect(samples[..<12000].allSatisfy { $0 == 0 })
        #expect(samples[12000..<12100].contains { abs($0) > 0.3 })
        #expect(samples[24000..<36000].allSatisfy { $0 == 0 })
    }
}
