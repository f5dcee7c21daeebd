/// Finds short sounds in samples.
struct HitDetector {
    struct Hit {
        /// The first sample of a millisecond that has a quarter of the greatest energy near by.
        var start: Int
        /// The greatest energy of a millisecond.
        var peak: Double
        /// Where it was looked for.
        var range: Range<Int>
    }

    private let samples: [Float]
    private let rate: Double
    /// The energy of the millisecond from each sample on.
    private let energies: [Double]
    /// How much samples differ from the one before, over two milliseconds: the noise of a hit without its kick.
    private let changes: [Double]

    init(_ samples: [Float], rate: Double) {
        (self.samples, self.rate) = (samples, rate)
        energies = Self.sums(of: samples.map { Double($0) * Double($0) }, Int(0.001 * rate))
        changes = Self.sums(of: zip(samples, samples.dropFirst()).map { Double(abs($1 - $0)) }, Int(0.002 * rate))
    }

    /// The one within so many seconds; nil where there is silence.
    func hit(near time: Double, within reach: Double) -> Hit? {
        let range = range(time - reach, time + reach)
        guard let peak = energies[range].max(), peak > 1e-9 else { return nil }
        let start = range.first { energies[$0] > peak / 4 } ?? range.lowerBound
        return Hit(start: start, peak: peak, range: range)
    }

    /// Whether there are two places, over 10 ms apart, that change more than half as much as the one that changes most.
    func isDouble(in range: Range<Int>) -> Bool {
        let range = range.clamped(to: changes.indices)
        guard let peak = changes[range].max(), peak > 0 else { return false }
        let distance = Int(0.010 * rate)
        var last: Int?
        for index in range where changes[index] > peak / 2 {
            if let last, index - last > distance { return true }
            last = index
        }
        return false
    }

    /// The energy of the samples so many seconds from one.
    func energy(from start: Int, _ first: Double, _ last: Double) -> Double {
        let range = range(Double(start) / rate + first, Double(start) / rate + last)
        return samples[range].reduce(0) { $0 + Double($1) * Double($1) }
    }

    private func range(_ first: Double, _ last: Double) -> Range<Int> {
        let lower = min(max(Int((first * rate).rounded()), 0), energies.count)
        return lower..<min(max(Int((last * rate).rounded()), lower), energies.count)
    }

    /// The sum of so many values from each on; behind the last there is nothing.
    private static func sums(of values: [Double], _ length: Int) -> [Double] {
        var sums = [Double](repeating: 0, count: values.count)
        for start in values.indices {
            var sum = 0.0
            for index in start..<min(start + length, values.count) { sum += values[index] }
            sums[start] = sum
        }
        return sums
    }
}
