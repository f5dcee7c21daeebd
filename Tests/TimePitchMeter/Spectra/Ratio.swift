internal import Glibc

/// How much more one thing is than another, on the scales of those who hear.
enum Ratio {
    /// Of powers.
    static func decibels(_ power: Double, to reference: Double) -> Double {
        10 * log10(max(power, .leastNormalMagnitude) / max(reference, .leastNormalMagnitude))
    }

    /// Of frequencies.
    static func cents(_ frequency: Double, above reference: Double) -> Double { 1200 * log2(frequency / reference) }
}
