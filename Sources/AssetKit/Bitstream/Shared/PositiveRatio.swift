/// A positive fraction in lowest terms: the shape of a pixel, or pictures per second.
struct PositiveRatio: Hashable, Sendable {
    let numerator: Int
    let denominator: Int

    /// `nil` unless both are positive.
    init?(_ numerator: Int, _ denominator: Int) {
        guard numerator > 0, denominator > 0 else { return nil }
        var (divisor, rest) = (numerator, denominator)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }
}

extension PositiveRatio: CustomStringConvertible {
    var description: String { "\(numerator):\(denominator)" }
}
