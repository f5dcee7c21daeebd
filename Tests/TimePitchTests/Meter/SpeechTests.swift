import Testing
import TimePitchMeter

@Suite("Speech of the meter")
struct SpeechTests {
    private static let folder = "\(#filePath)".split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" }

    private static func samples(_ name: String) throws -> [Float] {
        try #require(Speech.samples(path: "\(folder)/Speech/\(name).wav", rate: 48000))
    }

    @Test("both voices speak for some seconds and are no louder than can be", arguments: ["low", "high"])
    func voices(name: String) throws {
        let samples = try Self.samples(name)
        #expect((4.0...8).contains(Double(samples.count) / 48000))
        let loudest = samples.map(abs).max() ?? 0
        #expect((0.2...1.01).contains(loudest))
    }

    @Test("speech at a higher rate has nothing above half the rate it had", arguments: ["low", "high"])
    func band(name: String) throws {
        let spectrum = PowerSpectrum(of: try Self.samples(name)[...], rate: 48000)
        let above = spectrum.powers[spectrum.bin(of: 11_500)...].reduce(0, +)
        #expect(above < 1e-5 * spectrum.powers.reduce(0, +))
    }

    @Test("speech differs from itself with noise by as much as there is noise", arguments: ["low", "high"])
    func noise(name: String) throws {
        let samples = try Self.samples(name)
        let distances = [40.0, 20, 0].map { level in
            let noisy = Mixing.sum(samples, Mixing.noise(decibelsBelow: samples, level))
            return SpectralDistance(of: noisy, source: samples, speed: 1, rate: 48000).decibels
        }
        #expect(distances[0] > 0.5 && distances[0] < distances[1] && distances[1] < distances[2])
    }

    @Test("a file that is not there has no speech")
    func missing() {
        #expect(Speech.samples(path: "\(Self.folder)/Speech/nobody.wav", rate: 48000) == nil)
    }
}
