import AssetKit

/// An exact fraction in lowest terms, as large as ``maximumBitWidth`` lets it be: what the calculator calculates in.
///
/// Operations answer nil for a result whose terms would be larger, so no input can take unbounded time or memory.
struct BigRational: Hashable, Sendable {
    /// Carries the sign.
    let numerator: BigInteger
    /// Always positive.
    let denominator: BigInteger

    /// How many bits each of the two terms may have: room for 30,102 decimal digits.
    static let maximumBitWidth = 100_000

    static let zero = BigRational(0)

    /// Takes over terms that have no common divisor, the lower one positive.
    private init(reduced numerator: BigInteger, over denominator: BigInteger) {
        self.numerator = numerator
        self.denominator = denominator
    }

    init(_ number: some FixedWidthInteger) { self.init(reduced: BigInteger(number), over: .one) }

    init(_ number: Rational128) {
        self.init(reduced: BigInteger(number.numerator), over: BigInteger(number.denominator))
    }

    /// The fraction of two integers, in lowest terms; nil when those are too large. The denominator is positive.
    init?(_ numerator: BigInteger, over denominator: BigInteger) {
        let divisor = denominator.isOne ? .one : BigInteger.commonDivisor(numerator, denominator)
        self.init(reduced: numerator.divided(exactlyBy: divisor), over: denominator.divided(exactlyBy: divisor))
        guard isWithinLimit else { return nil }
    }

    var isInteger: Bool { denominator.isOne }
    var isNegative: Bool { numerator.isNegative }

    /// The largest integer that is not above the number.
    var floor: BigInteger { numerator.floored(dividingBy: denominator) }

    private var isWithinLimit: Bool {
        max(numerator.bitWidth, denominator.bitWidth) <= Self.maximumBitWidth
    }
}

extension BigRational {
    static prefix func - (number: BigRational) -> BigRational {
        BigRational(reduced: -number.numerator, over: number.denominator)
    }

    /// The sum; nil when it is too large.
    func adding(_ other: BigRational) -> BigRational? {
        // Long denominators rarely share anything with short ones, and then the sum is in lowest terms as it comes.
        let shared = BigInteger.commonDivisor(denominator, other.denominator)
        let factor = other.denominator.divided(exactlyBy: shared)
        let otherFactor = denominator.divided(exactlyBy: shared)
        let sum = numerator * factor + other.numerator * otherFactor
        // Whatever the sum has in common with the common denominator it has with `shared` (Knuth, volume 2, 4.5.1).
        let divisor = shared.isOne ? .one : BigInteger.commonDivisor(sum, shared)
        let result = BigRational(
            reduced: sum.divided(exactlyBy: divisor),
            over: (denominator * factor).divided(exactlyBy: divisor)
        )
        return result.isWithinLimit ? result : nil
    }

    /// The difference; nil when it is too large.
    func subtracting(_ other: BigRational) -> BigRational? { adding(-other) }

    /// The product; nil when it is too large.
    func multiplied(by other: BigRational) -> BigRational? {
        // Reduced crosswise first, the products are in lowest terms.
        let first = BigInteger.commonDivisor(numerator, other.denominator)
        let second = BigInteger.commonDivisor(other.numerator, denominator)
        let result = BigRational(
            reduced: numerator.divided(exactlyBy: first) * other.numerator.divided(exactlyBy: second),
            over: denominator.divided(exactlyBy: second) * other.denominator.divided(exactlyBy: first)
        )
        return result.isWithinLimit ? result : nil
    }

    /// The quotient; nil when it is too large. The divisor is not zero.
    func divided(by other: BigRational) -> BigRational? {
        precondition(!other.numerator.isZero, "division by zero")
        let reciprocal = BigRational(reduced: other.denominator, over: other.numerator.magnitude)
        return multiplied(by: other.isNegative ? -reciprocal : reciprocal)
    }
}

extension BigRational: Comparable {
    static func < (left: BigRational, right: BigRational) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.numerator * right.denominator < right.numerator * left.denominator
    }
}

extension BigInteger {
    /// The quotient by a divisor that leaves nothing.
    fileprivate func divided(exactlyBy divisor: BigInteger) -> BigInteger {
        divisor.isOne ? self : quotientAndRemainder(dividingBy: divisor).quotient
    }
}
