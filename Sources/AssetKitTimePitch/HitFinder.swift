/// Finds where sound begins suddenly: drums, plosives, clicks. They are what people notice when it comes late or twice.
struct HitFinder {
    /// A thousandth of a second, which is how exactly a place is known.
    let hop: Int
    private var energies: [Float]
    private var number = 0
    private var previous: Float = 0
    private var lastHit = Int.min

    /// How many hops before one count, and how far apart hits are.
    private static let memory = 25
    /// So much louder than all that came before it.
    private static let rise: Float = 4
    /// Energy of a sample that nobody hears.
    private static let silence: Float = 1e-8

    init(rate: Int) {
        hop = max(1, rate / 1000)
        energies = Array(repeating: 0, count: Self.memory)
    }

    /// The number of the first sample that has not been looked at.
    var end: Int { number * hop }

    /// Looks at as many whole hops as there are, and appends the numbers of samples at which hits begin.
    mutating func look(at plane: SamplePlane, _ hits: inout [Int]) {
        while end + hop <= plane.end {
            let samples = plane[pointerTo: end]
            var energy: Float = 0
            // Differences, since low notes swell without being hits.
            for place in 0..<hop {
                let difference = samples[place] - previous
                previous = samples[place]
                energy += difference * difference
            }
            let loudest = max(energies.max() ?? 0, Self.silence * Float(hop))
            if energy > Self.rise * loudest, lastHit == .min || number - lastHit >= Self.memory {
                hits.append(end)
                lastHit = number
            }
            energies[number % Self.memory] = energy
            number += 1
        }
    }
}
