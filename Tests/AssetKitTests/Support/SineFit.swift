import Foundation

/// The sine of a known period that is nearest to sound.
struct SineFit {
    var signalToNoise: Double
    /// How much higher the sound is than the period says, in hundredths of a semitone.
    var centsOff: Double

    init(_ sound: [Float], _ part: Range<Int>, period: Double) {
        let middle = (part.lowerBound + part.upperBound) / 2
        let phases = [part.lowerBound..<middle, middle..<part.upperBound].map { Self.fit(sound, $0, period).phase }
        // What the phase gains from the middle of one half to that of the other.
        var gain = (phases[1] - phases[0]).remainder(dividingBy: 2 * .pi)
        gain /= 2 * .pi * Double(part.count) / 2 / period
        centsOff = 1200 * log2(1 + gain)
        let exact = period / (1 + gain)
        let whole = Self.fit(sound, part, exact)
        signalToNoise = 10 * log10(whole.power / max(whole.rest, 1e-30))
    }

    private static func fit(_ sound: [Float], _ part: Range<Int>, _ period: Double) -> (
        phase: Double, power: Double, rest: Double
    ) {
        // Least squares on a sine and a cosine.
        var (ss, sc, cc, ys, yc) = (0.0, 0.0, 0.0, 0.0, 0.0)
        func angle(_ index: Int) -> Double { 2 * .pi * Double(index) / period }
        for index in part {
            let (s, c, y) = (sin(angle(index)), cos(angle(index)), Double(sound[index]))
            (ss, sc, cc, ys, yc) = (ss + s * s, sc + s * c, cc + c * c, ys + y * s, yc + y * c)
        }
        let determinant = ss * cc - sc * sc
        let (a, b) = ((ys * cc - yc * sc) / determinant, (yc * ss - ys * sc) / determinant)
        var (power, rest) = (0.0, 0.0)
        for index in part {
            let model = a * sin(angle(index)) + b * cos(angle(index))
            power += model * model
            rest += (Double(sound[index]) - model) * (Double(sound[index]) - model)
        }
        return (atan2(b, a), power, rest)
    }
}
