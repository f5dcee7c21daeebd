internal import Glibc

/// Short sounds at even distances, whose places in what a stretcher makes of them are known.
package struct HitTrain: Sendable {
    package var first = 0.25
    package var interval = 0.5
    package var count = 20

    package init(count: Int = 20) { self.count = count }

    /// As many as are in so many samples.
    package init(sampleCount: Int, rate: Double) {
        count = Int((Double(sampleCount) / rate / interval).rounded())
    }

    package var seconds: Double { Double(count) * interval }
    package var times: [Double] { (0..<count).map { first + Double($0) * interval } }

    /// Drums: a burst of noise over a kick. Both are gone before the next one, so that what is before it is silence.
    package func hits(rate: Double, level: Double = 1) -> [Float] {
        signal(rate: rate) { time, noise in
            let burst = 0.6 * noise.next() * exp(-time / 0.006)
            return level * (burst + 0.4 * sin(2 * Double.pi * 60 * time) * exp(-time / 0.03))
        }
    }

    /// One sample each.
    package func clicks(rate: Double, level: Double = 0.8) -> [Float] {
        signal(rate: rate) { time, _ in time == 0 ? level : 0 }
    }

    /// Drums over a steady chord.
    package func hitsWithChord(rate: Double) -> [Float] {
        zip(hits(rate: rate), Tones.chord(rate: rate, seconds: seconds, level: 0.05)).map { $0 + $1 }
    }

    private func signal(rate: Double, _ sound: (_ time: Double, _ noise: inout Noise) -> Double) -> [Float] {
        var samples = [Float](repeating: 0, count: Int(rate * seconds))
        for (index, time) in times.enumerated() {
            var noise = Noise(seed: UInt64(index))
            let start = Int((time * rate).rounded())
            for place in start..<min(start + Int(0.24 * rate), samples.count) {
                samples[place] = Float(sound(Double(place - start) / rate, &noise))
            }
        }
        return samples
    }
}
