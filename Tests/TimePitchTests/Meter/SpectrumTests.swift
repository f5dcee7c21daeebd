import Glibc
import Testing
import TimePitchMeter

@Suite("Spectra of the meter")
struct SpectrumTests {
    @Test("a transform is what its definition says", arguments: [2, 3, 4, 5, 8, 12, 30, 75, 120, 128])
    func definition(count: Int) {
        var noise = Noise(seed: UInt64(count))
        let values = (0..<count).map { _ in SIMD2(noise.next(), noise.next()) }
        let transformed = FourierTransform(count: count).transform(values)
        for bin in 0..<count {
            var sum = SIMD2<Double>.zero
            for (index, value) in values.enumerated() {
                let angle = -2 * Double.pi * Double(index * bin % count) / Double(count)
                let (c, s) = (cos(angle), sin(angle))
                sum += SIMD2(value.x * c - value.y * s, value.x * s + value.y * c)
            }
            let difference = sum - transformed[bin]
            #expect((difference * difference).sum() < 1e-20)
        }
    }

    @Test(
        "a length is shortened only to what can be transformed",
        arguments: [(768_000, 768_000), (1024, 1024), (1023, 1000), (7, 6)]
    )
    func length(limit: Int, count: Int) {
        #expect(FourierTransform.count(within: limit) == count)
    }

    @Test("a peak between two bins is found between them")
    func peak() {
        let samples = Tones.sine(rate: 48000, seconds: 0.1, frequency: 1004)
        let spectrum = PowerSpectrum(of: samples[...], rate: 48000)
        #expect(spectrum.spacing == 10)
        #expect(abs(spectrum.frequency(ofPeakAt: spectrum.bin(of: 1004)) - 1004) < 0.1)
    }
}
