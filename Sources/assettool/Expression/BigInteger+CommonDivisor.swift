extension BigInteger {
    /// The greatest common divisor of the magnitudes, of which at least one is not zero.
    ///
    /// Lehmer's way (Knuth, volume 2, 4.5.2, algorithm L): Euclid's quotients depend on the leading bits almost always,
    /// so runs of about 30 steps are found in machine words and carried out on the long numbers at once.
    static func commonDivisor(_ first: BigInteger, _ second: BigInteger) -> BigInteger {
        var (larger, smaller) = (first.magnitude, second.magnitude)
        if larger < smaller { swap(&larger, &smaller) }
        while smaller.limbs.count > 2 {
            let steps = EuclideanSteps(larger, smaller)
            guard steps.isNotEmpty else {
                (larger, smaller) = (smaller, larger.quotientAndRemainder(dividingBy: smaller).remainder)
                continue
            }
            (larger, smaller) = (
                larger * BigInteger(steps.upper.0) + smaller * BigInteger(steps.upper.1),
                larger * BigInteger(steps.lower.0) + smaller * BigInteger(steps.lower.1)
            )
        }
        guard !smaller.isZero else { return larger }
        // From here on both fit machine words.
        var word = smaller.bits(above: 0)
        var rest = larger.quotientAndRemainder(dividingBy: smaller).remainder.bits(above: 0)
        while rest != 0 { (word, rest) = (rest, word % rest) }
        return BigInteger(word)
    }
}

/// The steps of Euclid's algorithm that the leading bits of two numbers decide, as one linear map: each number becomes
/// a sum of multiples of both.
private struct EuclideanSteps {
    var upper: (Int64, Int64) = (1, 0)
    var lower: (Int64, Int64) = (0, 1)

    var isNotEmpty: Bool { upper.1 != 0 }

    /// Looks at the leading 60 bits of two numbers, the first of which is not smaller.
    init(_ larger: BigInteger, _ smaller: BigInteger) {
        let hidden = larger.bitWidth - 60
        var dividend = Int64(larger.bits(above: hidden))
        var divisor = Int64(smaller.bits(above: hidden))
        // The hidden bits can make each number up to one unit larger. Where both extremes agree on the quotient, it is
        // right; where they do not, the run ends.
        while divisor + lower.0 != 0, divisor + lower.1 != 0 {
            let quotient = (dividend + upper.0) / (divisor + lower.0)
            guard quotient == (dividend + upper.1) / (divisor + lower.1) else { return }
            (upper, lower) = (lower, (upper.0 - quotient * lower.0, upper.1 - quotient * lower.1))
            (dividend, divisor) = (divisor, dividend - quotient * divisor)
        }
    }
}
