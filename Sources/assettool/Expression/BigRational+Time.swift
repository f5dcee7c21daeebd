import AssetKit

extension BigRational {
    /// A fraction of 128-bit terms that becomes the same ``CMTime`` as this one, whatever the timescale and the method.
    ///
    /// It is the number itself where that fits. Where it does not, no time holds it exactly, and how it rounds depends
    /// only on which fractions lie below it and which above. Those that matter have denominators of at most twice the
    /// square of the largest timescale: the times themselves, and the points half-way between two neighbours. So any
    /// fraction will do that none of them separates from the number.
    var forTime: Rational128 {
        if let top: Int128 = numerator.exactly(), let bottom: Int128 = denominator.exactly(),
            let fraction = Rational128(top, bottom)
        {
            return fraction
        }
        let whole = numerator.magnitude.quotientAndRemainder(dividingBy: denominator).quotient
        let neighbour: Rational128?
        if whole.bitWidth > 64 {
            // An infinity at every timescale.
            neighbour = Rational128(1 << 64, 1)
        } else if whole.bitWidth > 62 {
            // Only timescales 1 and 2 can hold such a number; the others make it an infinity.
            neighbour = unseparated(byDenominatorsUpTo: 8)
        } else {
            let largest = Int128(kCMTimeMaxTimescale)
            neighbour = unseparated(byDenominatorsUpTo: 2 * largest * largest)
        }
        guard let neighbour else { preconditionFailure("the neighbour of \(self) has no more than 127 bits") }
        return isNegative ? -neighbour : neighbour
    }

    /// The first fraction on the way to the magnitude whose denominator exceeds `limit`.
    ///
    /// The way is its continued fraction. Two fractions in a row on it enclose the number, and what lies between them
    /// has a denominator of at least the sum of theirs (Hardy and Wright, chapter X). The number has a denominator
    /// above the limit itself, so the way leads there.
    private func unseparated(byDenominatorsUpTo limit: Int128) -> Rational128? {
        var (previous, current): (Terms, Terms) = ((0, 1), (1, 0))
        var (dividend, divisor) = (numerator.magnitude, denominator)
        while current.bottom <= limit, !divisor.isZero {
            let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
            // Part of a large quotient is enough to get past the limit, and keeps the terms short.
            let enough = current.bottom == 0 ? Int128.max : (limit - previous.bottom) / current.bottom + 1
            let steps = min(quotient.exactly(Int128.self) ?? .max, enough)
            (previous, current) = (
                current, (previous.top + steps * current.top, previous.bottom + steps * current.bottom)
            )
            (dividend, divisor) = (divisor, remainder)
        }
        return Rational128(current.top, current.bottom)
    }

    private typealias Terms = (top: Int128, bottom: Int128)
}
