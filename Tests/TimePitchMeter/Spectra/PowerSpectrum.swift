internal import Glibc

/// What part of a signal has its power at which frequency.
package struct PowerSpectrum: Sendable {
    /// From nothing to half the rate.
    package let powers: [Double]
    /// Hertz between two.
    package let spacing: Double

    /// Of as much of the samples, from the first on, as a transform can take.
    package init(of samples: ArraySlice<Float>, rate: Double, window shape: Window = .blackmanHarris) {
        let count = FourierTransform.count(within: samples.count)
        let window = shape.weights(count)
        let values = zip(samples, window).map { SIMD2(Double($0) * $1, 0) }
        let transformed = FourierTransform(count: count).transform(values)
        powers = transformed[...(count / 2)].map { ($0 * $0).sum() }
        spacing = rate / Double(count)
    }

    package func bin(of frequency: Double) -> Int {
        min(max(Int((frequency / spacing).rounded()), 0), powers.count - 1)
    }

    /// The power of the bins about one, at most so many to either side.
    package func bins(about bin: Int, reach: Int) -> Range<Int> {
        max(bin - reach, 0)..<min(bin + reach + 1, powers.count)
    }

    /// The frequency of a peak that lies between bins: the top of a parabola through the logarithms of three.
    package func frequency(ofPeakAt bin: Int) -> Double {
        guard bin > 0, bin < powers.count - 1, powers[bin - 1] > 0, powers[bin + 1] > 0 else {
            return Double(bin) * spacing
        }
        let (left, middle, right) = (log(powers[bin - 1]), log(powers[bin]), log(powers[bin + 1]))
        let bend = left - 2 * middle + right
        return (Double(bin) + (bend == 0 ? 0 : (left - right) / (2 * bend))) * spacing
    }
}

/// How a part of a signal fades at its ends.
package enum Window: Sendable {
    /// Its side lobes are 92 dB down, so that nothing of a tone is taken for noise.
    case blackmanHarris
    case hann

    package func weights(_ count: Int) -> [Double] {
        (0..<count).map { index in
            let angle = 2 * Double.pi * Double(index) / Double(count)
            return switch self {
            case .blackmanHarris:
                0.35875 - 0.48829 * cos(angle) + 0.14128 * cos(2 * angle) - 0.01168 * cos(3 * angle)
            case .hann: 0.5 - 0.5 * cos(angle)
            }
        }
    }
}

extension Array where Element == Float {
    /// The middle four fifths: what is at the ends is not steady yet.
    package var middle: ArraySlice<Float> {
        let margin = count / 10
        return self[margin..<(count - margin)]
    }
}
