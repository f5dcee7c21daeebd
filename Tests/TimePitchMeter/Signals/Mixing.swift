internal import Glibc

/// Changes of sound that are known exactly, to hold figures against.
package enum Mixing {
    package static func sum(_ first: [Float], _ second: [Float]) -> [Float] { zip(first, second).map { $0 + $1 } }

    /// As much later as there are samples, with silence before; as long as it was.
    package static func delayed(_ samples: [Float], by count: Int) -> [Float] {
        [Float](repeating: 0, count: count) + samples.dropLast(count)
    }

    /// Takes each piece from one place in a source to one in what is made. What overlaps is added up.
    package static func moved(_ samples: [Float], pieces: [(from: Range<Int>, to: Int)], count: Int) -> [Float] {
        var result = [Float](repeating: 0, count: count)
        for (from, to) in pieces {
            for index in from
            where samples.indices.contains(index) && result.indices.contains(index - from.lowerBound + to) {
                result[index - from.lowerBound + to] += samples[index]
            }
        }
        return result
    }

    /// Noise of a power that is so many decibels below that of the samples.
    package static func noise(decibelsBelow samples: [Float], _ decibels: Double, seed: UInt64 = 7) -> [Float] {
        var noise = Noise(seed: seed)
        let raw = samples.map { _ in noise.next() }
        let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        let scale = (power / raw.reduce(0) { $0 + $1 * $1 }).squareRoot() * pow(10, -decibels / 20)
        return raw.map { Float($0 * scale) }
    }
}
