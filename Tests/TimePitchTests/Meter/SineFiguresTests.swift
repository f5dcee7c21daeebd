import Glibc
import Testing
import TimePitchMeter

@Suite("The meter's figures of sines and tones")
struct SineFiguresTests {
    private static let rate = 48000.0

    private static func detuned(by cents: Double) -> [Float] {
        Tones.sine(rate: rate, seconds: 4, frequency: 440 * exp2(cents / 1200))
    }

    @Test("the pitch of a spectrum's peak is right to a hundredth of a cent", arguments: [-46, -0.7, 0, 3])
    func spectrumPitch(cents: Double) {
        let figures = SineFigures(spectrumOf: Self.detuned(by: cents), rate: Self.rate, expected: 440)
        #expect(abs(figures.cents - cents) < 0.01)
        #expect(figures.signalToNoise > 85)
    }

    @Test("the pitch of the nearest sine is right to a ten-thousandth of a cent", arguments: [-46, -0.001, 0, 3])
    func fittedPitch(cents: Double) {
        let figures = SineFigures(nearestTo: Self.detuned(by: cents), rate: Self.rate, expected: 440)
        #expect(abs(figures.cents - cents) < 0.0001)
        #expect(figures.signalToNoise > 140)
    }

    @Test("noise of a known power is told to half a decibel", arguments: [0, 20, 45, 64])
    func noise(level: Double) {
        let sine = Tones.sine(rate: Self.rate, seconds: 4)
        let noisy = Mixing.sum(sine, Mixing.noise(decibelsBelow: sine, level))
        let spectrum = SineFigures(spectrumOf: noisy, rate: Self.rate, expected: 440)
        let nearest = SineFigures(nearestTo: noisy, rate: Self.rate, expected: 440)
        #expect(abs(spectrum.signalToNoise - level) < 0.5)
        #expect(abs(nearest.signalToNoise - level) < 0.5)
    }

    @Test("the nearest sine tells noise that is 100 and 120 dB down", arguments: [100, 120])
    func faintNoise(level: Double) {
        let sine = Tones.sine(rate: Self.rate, seconds: 4, frequency: 880)
        let noisy = Mixing.sum(sine, Mixing.noise(decibelsBelow: sine, level))
        let figures = SineFigures(nearestTo: noisy, rate: Self.rate, expected: 880)
        #expect(abs(figures.signalToNoise - level) < 0.2)
        #expect(abs(figures.cents) < 0.001)
    }

    @Test("a constant beside a sine is no noise to the nearest sine, but none of it either")
    func constant() {
        let sine = Tones.sine(rate: Self.rate, seconds: 1)
        let lifted = Mixing.sum(sine, Tones.constant(rate: Self.rate, seconds: 1, level: 0.5))
        let figures = SineFigures(nearestTo: lifted, rate: Self.rate, expected: 440)
        #expect(abs(figures.cents) < 0.0001)
        #expect(abs(figures.signalToNoise + 3) < 0.1)
    }

    @Test("tones stand out by as much as noise is below them", arguments: [0, 20, 47])
    func tones(level: Double) {
        let chord = Tones.chord(rate: Self.rate, seconds: 4)
        let noisy = Mixing.sum(chord, Mixing.noise(decibelsBelow: chord, level))
        #expect(abs(ToneFigures(of: noisy, rate: Self.rate).signalToNoise - level) < 0.5)
    }

    @Test("a chord alone has no noise, and one that is ten cents off is nothing else")
    func detunedTones() {
        let chord = Tones.chord(rate: Self.rate, seconds: 10)
        let off = Tones.chord(rate: Self.rate, seconds: 10, frequencies: Tones.chord.map { $0 * exp2(10 / 1200.0) })
        #expect(ToneFigures(of: chord, rate: Self.rate).signalToNoise > 90)
        #expect(ToneFigures(of: off, rate: Self.rate).signalToNoise < 0)
    }
}
