/// A positive fraction in lowest terms: the shape of a pixel, or pictures per second.
package struct PositiveRatio: Hashable, Sendable {
    package let numerator: Int
    package let denominator: Int

    /// `nil` unless both are positive.
    package init?(_ numerator: Int, _ denominator: Int) {
        guard numerator > 0, denominator > 0 else { return nil }
        var (divisor, rest) = (numerator, denominator)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }
}

extension PositiveRatio: CustomStringConvertible {
    package var description: String { "\(numerator):\(denominator)" }
}
