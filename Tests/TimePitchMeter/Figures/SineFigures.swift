internal import Glibc

/// What became of a sine.
package struct SineFigures: Sendable {
    /// How far its pitch is above what it should be.
    package var cents: Double
    /// Its power against that of all else, in decibels.
    package var signalToNoise: Double

    /// From the spectrum of the middle: the peak and six bins to either side are the sine.
    package init(spectrumOf samples: [Float], rate: Double, expected: Double) {
        let spectrum = PowerSpectrum(of: samples.middle, rate: rate)
        let peak = spectrum.powers.indices.max { spectrum.powers[$0] < spectrum.powers[$1] } ?? 0
        let bins = spectrum.bins(about: peak, reach: 6)
        let rest = spectrum.powers[..<bins.lowerBound].reduce(0, +) + spectrum.powers[bins.upperBound...].reduce(0, +)
        cents = Ratio.cents(spectrum.frequency(ofPeakAt: peak), above: expected)
        signalToNoise = Ratio.decibels(spectrum.powers[bins].reduce(0, +), to: rest)
    }

    /// From the sine that is nearest to the middle, which tells 140 decibels and a ten-thousandth of a cent.
    package init(nearestTo samples: [Float], rate: Double, expected: Double) {
        let middle = samples.middle
        let spectrum = PowerSpectrum(of: middle, rate: rate)
        // A constant spreads over the first bins.
        let peak = spectrum.powers.indices.dropFirst(6).max { spectrum.powers[$0] < spectrum.powers[$1] } ?? 1
        var fit = SineFit(frequency: 2 * .pi * spectrum.frequency(ofPeakAt: peak) / rate)
        for _ in 0..<4 { fit.improve(middle) }
        cents = Ratio.cents(fit.frequency * rate / (2 * .pi), above: expected)
        signalToNoise = fit.signalToNoise(middle)
    }
}

/// A sine and a constant, made to lie nearest to samples by least squares. Time counts from the middle of them, where the
/// unknowns depend on each other least.
private struct SineFit {
    /// Radians from one sample to the next.
    var frequency: Double
    var cosine = 0.0
    var sine = 0.0
    var constant = 0.0

    init(frequency: Double) { self.frequency = frequency }

    /// One step of Gauss and Newton's. The first, while there is no sine yet, leaves the frequency as it is.
    mutating func improve(_ samples: ArraySlice<Float>) {
        let unknowns = cosine == 0 && sine == 0 ? 3 : 4
        var equations = LinearEquations(count: unknowns)
        let center = Double(samples.startIndex + samples.endIndex - 1) / 2
        for index in samples.indices {
            let time = Double(index) - center
            let (c, s) = (cos(frequency * time), sin(frequency * time))
            let error = Double(samples[index]) - (cosine * c + sine * s + constant)
            equations.add(SIMD4(c, s, 1, time * (sine * c - cosine * s)), error)
        }
        let solution = equations.solved()
        cosine += solution[0]
        sine += solution[1]
        constant += solution[2]
        if unknowns == 4 { frequency += solution[3] }
    }

    func signalToNoise(_ samples: ArraySlice<Float>) -> Double {
        let center = Double(samples.startIndex + samples.endIndex - 1) / 2
        var (signal, noise) = (0.0, 0.0)
        for index in samples.indices {
            let time = Double(index) - center
            let value = cosine * cos(frequency * time) + sine * sin(frequency * time)
            let error = Double(samples[index]) - value
            signal += value * value
            noise += error * error
        }
        return Ratio.decibels(signal, to: noise)
    }
}
