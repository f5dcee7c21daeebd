/// What became of a chord.
package struct ToneFigures: Sendable {
    /// The power of the tones against that of all else, in decibels. Seven bins to either side are a tone.
    package var signalToNoise: Double

    package init(of samples: [Float], rate: Double, frequencies: [Double] = Tones.chord) {
        let spectrum = PowerSpectrum(of: samples.middle, rate: rate)
        var isTone = [Bool](repeating: false, count: spectrum.powers.count)
        for frequency in frequencies {
            for bin in spectrum.bins(about: spectrum.bin(of: frequency), reach: 7) { isTone[bin] = true }
        }
        var (tones, rest) = (0.0, 0.0)
        for (power, isTone) in zip(spectrum.powers, isTone) {
            if isTone { tones += power } else { rest += power }
        }
        signalToNoise = Ratio.decibels(tones, to: rest)
    }
}
