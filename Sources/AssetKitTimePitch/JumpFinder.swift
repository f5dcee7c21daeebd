/// Finds by how much playing may jump so that nobody hears it: by whole periods of what is heard.
struct JumpFinder {
    /// A jump and what it leads to.
    struct Jump {
        /// In samples; the whole of it is `frames + Double(phase) / FractionalDelay.phaseCount`.
        var frames: Int
        var phase: Int
        /// How alike both sides are.
        var resemblance: Float
    }

    /// All channels in one.
    let sound: SamplePlane
    /// The same at a rate that is enough to find periods.
    let coarse: SamplePlane
    let step: Int
    /// How many coarse samples are compared.
    let window: Int

    /// Periods this much longer must be this much more alike.
    private static let price: Float = 0.1
    /// Below this resemblance there is no period.
    private static let periodic: Float = 0.9

    /// The jump of a length in `lengths` that is heard least, from a place forwards or backwards. Coarse: to a step.
    func coarseJump(from place: Int, forwards: Bool, _ lengths: ClosedRange<Int>, near wanted: Int) -> Int {
        let here = place / step
        let template = Resemblance(of: coarse[pointerTo: here], count: window)
        let first = max(1, lengths.lowerBound / step)
        let last = max(first, lengths.upperBound / step)
        var (best, bestScore) = (first, -Float.infinity)
        var energy = SlidingEnergy(count: window)
        for length in first...last {
            let other = forwards ? here + length : here - length
            guard other >= coarse.start, other + window <= coarse.end + SamplePlane.margin else { continue }
            let samples = coarse[pointerTo: other]
            energy.move(to: samples)
            let distance = Float(abs(length * step - wanted)) / Float(window * step)
            let score = template.with(samples, energy.value) - Self.price * distance
            if score > bestScore { (best, bestScore) = (length, score) }
        }
        return min(max(best * step, lengths.lowerBound), lengths.upperBound)
    }

    /// The exact jump near a coarse one. `phase`: what the place is behind its sample.
    func jump(from place: Int, by length: Int, forwards: Bool, within reach: Int, comparing count: Int, phase: Int)
        -> Jump
    {
        let template = Resemblance(of: sound[pointerTo: place], count: count)
        let centre = forwards ? length : -length
        let places = (centre - reach - 1)...(centre + reach + 1)
        let scores = places.map { template.with(sound[pointerTo: place + $0]) }
        // From the middle outwards: where all are alike, as in silence, the jump is what was asked for.
        var best = reach + 1
        for distance in 1...max(1, reach) {
            for index in [reach + 1 - distance, reach + 1 + distance] where scores[index] > scores[best] {
                best = index
            }
        }
        let frames = places.lowerBound + best
        let found = scores[best]
        guard found > Self.periodic, scores[best - 1] <= found, scores[best + 1] <= found else {
            // Noise sounds best as it is stored.
            return Jump(frames: frames, phase: 0, resemblance: found)
        }
        let (before, behind) = (scores[best - 1], scores[best + 1])
        let curve = before + behind - 2 * found
        let shift = curve < 0 ? 0.5 * (before - behind) / curve : 0
        let phases = FractionalDelay.phaseCount
        let whole = phase + Int((shift * Float(phases)).rounded())
        let carried = whole >= phases ? 1 : whole < 0 ? -1 : 0
        return Jump(frames: frames + carried, phase: whole - carried * phases, resemblance: found)
    }
}

/// The energy of stretches each of which begins a sample beside the one before.
private struct SlidingEnergy {
    let count: Int
    private var sum = 0.0
    private var place: UnsafePointer<Float>?

    init(count: Int) { self.count = count }

    /// With as many digits as samples have, errors of sums and differences do not show.
    var value: Float { Float(max(sum, 0)) }

    mutating func move(to next: UnsafePointer<Float>) {
        defer { place = next }
        switch place.map({ next - $0 }) {
        case 1: sum += Self.square(next[count - 1]) - Self.square(next[-1])
        case -1: sum += Self.square(next[0]) - Self.square(next[count])
        default: sum = (0..<count).reduce(0) { $0 + Self.square(next[$1]) }
        }
    }

    private static func square(_ sample: Float) -> Double { Double(sample) * Double(sample) }
}
