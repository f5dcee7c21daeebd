internal import Glibc

/// How much the short spectra of what was made differ from those of the source at the place that it stands for.
package struct SpectralDistance: Sendable {
    /// The root of the mean square of a spectrum's differences, as a mean of all that are not silent, in decibels.
    package private(set) var decibels = 0.0

    /// As long at every rate as so many samples are at 48 kHz: 1,024 for speech, 4,096 for music.
    package init(of samples: [Float], source: [Float], speed: Double, rate: Double, length: Int = 1024) {
        let frames = ShortSpectra(rate: rate, length: length)
        let loudest = frames.greatestEnergy(source)
        var (sum, count) = (0.0, 0)
        var start = 0
        while start + frames.count <= samples.count {
            let center = (Double(start) + Double(frames.count) / 2) * speed
            let place = Int(center.rounded()) - frames.count / 2
            if place >= 0, place + frames.count <= source.count {
                let range = place..<(place + frames.count)
                if frames.energy(source[range]) > loudest * 1e-5 {
                    sum += frames.distance(samples[start..<(start + frames.count)], source[range])
                    count += 1
                }
            }
            start += frames.count / 2
        }
        decibels = count > 0 ? sum / Double(count) : .nan
    }
}

/// Spectra of short parts of a signal.
private struct ShortSpectra {
    let count: Int
    private let transform: FourierTransform
    private let window: [Double]
    /// From 100 to 8,000 Hz.
    private let bins: ClosedRange<Int>

    init(rate: Double, length: Int) {
        count = FourierTransform.count(within: Int(Double(length) * rate / 48000))
        transform = FourierTransform(count: count)
        window = Window.hann.weights(count)
        let spacing = rate / Double(count)
        bins = Int((100 / spacing).rounded(.up))...Int(8000 / spacing)
    }

    func energy(_ samples: ArraySlice<Float>) -> Double { samples.reduce(0) { $0 + Double($1) * Double($1) } }

    func greatestEnergy(_ samples: [Float]) -> Double {
        stride(from: 0, through: max(samples.count - count, 0), by: max(count / 2, 1))
            .map { energy(samples[$0..<min($0 + count, samples.count)]) }.max() ?? 0
    }

    /// Both are transformed at once, one as the real part and one as the imaginary one.
    func distance(_ first: ArraySlice<Float>, _ second: ArraySlice<Float>) -> Double {
        let values = (0..<count).map { index in
            SIMD2(Double(first[first.startIndex + index]), Double(second[second.startIndex + index])) * window[index]
        }
        let mixed = transform.transform(values)
        var (one, other) = ([Double](), [Double]())
        for bin in bins {
            let (here, mirrored) = (mixed[bin], mixed[count - bin])
            let (a, b) = (here + SIMD2(mirrored.x, -mirrored.y), here - SIMD2(mirrored.x, -mirrored.y))
            one.append((a * a).sum() / 4)
            other.append((b * b).sum() / 4)
        }
        // What is 70 dB below the loudest of the spectrum cannot be heard, and has a logarithm all the same.
        let floor = (other.max() ?? 0) * Self.leastShare + .leastNormalMagnitude
        let squares = zip(one, other).reduce(0.0) { sum, powers in
            let difference = Ratio.decibels(powers.0 + floor, to: powers.1 + floor)
            return sum + difference * difference
        }
        return (squares / Double(max(one.count, 1))).squareRoot()
    }

    private static let leastShare = 1e-7
}
