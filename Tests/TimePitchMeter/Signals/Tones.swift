internal import Glibc

/// Steady sound.
package enum Tones {
    /// An A major chord over five octaves, with two notes that are not of it.
    package static let chord = [220, 277.18, 329.63, 554.37, 1318.51, 3520]

    package static func sine(
        rate: Double,
        seconds: Double,
        frequency: Double = 440,
        level: Double = 0.5,
        phase: Double = 0
    ) -> [Float] {
        let step = 2 * Double.pi * frequency / rate
        return (0..<Int(rate * seconds)).map { Float(level * sin(phase + step * Double($0))) }
    }

    /// Tones of equal level. Each begins where it would be after a while, so that their tops do not meet at the start.
    package static func chord(
        rate: Double,
        seconds: Double,
        frequencies: [Double] = chord,
        level: Double = 0.12,
        phase: Double = 0
    ) -> [Float] {
        var sum = [Float](repeating: 0, count: Int(rate * seconds))
        for (index, frequency) in frequencies.enumerated() {
            let own = phase + Double(index * index)
            let tone = sine(rate: rate, seconds: seconds, frequency: frequency, level: level, phase: own)
            for place in sum.indices { sum[place] += tone[place] }
        }
        return sum
    }

    /// A tone whose pitch rises evenly.
    package static func glide(
        rate: Double,
        seconds: Double,
        from first: Double = 110,
        to last: Double = 1760,
        level: Double = 0.5
    ) -> [Float] {
        let growth = log(last / first) / seconds
        return (0..<Int(rate * seconds)).map { index in
            let time = Double(index) / rate
            return Float(level * sin(2 * Double.pi * first * (exp(growth * time) - 1) / growth))
        }
    }

    /// As loud as can be, with sharp edges: what overshoots shows.
    package static func square(rate: Double, seconds: Double, frequency: Double = 100) -> [Float] {
        (0..<Int(rate * seconds)).map { index in
            let turns = Double(index) / rate * frequency
            return turns - turns.rounded(.down) < 0.5 ? 1 : -1
        }
    }

    package static func constant(rate: Double, seconds: Double, level: Float) -> [Float] {
        [Float](repeating: level, count: Int(rate * seconds))
    }
}
