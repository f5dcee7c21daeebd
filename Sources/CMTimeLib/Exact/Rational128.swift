/// An exact fraction of two 128-bit integers, always in lowest terms.
///
/// It is what exact time arithmetic is done in: every numeric ``CMTime`` is one, and so are sums and products of many
/// of them. Operations that can leave the range return nil instead of rounding or trapping, so there are methods in
/// place of operators:
///
/// ```swift
/// let third = Rational128(1, 3)!
/// third.adding(Rational128(1, 6)!)            // 1/2
/// Rational128(.max, 1)?.adding(1)             // nil: does not fit
/// ```
@frozen
public struct Rational128: Sendable, Hashable {
    /// The part above the line; it carries the sign and is never `Int128.min`, so that it can be negated.
    public let numerator: Int128
    /// The part below the line, always positive.
    public let denominator: Int128

    /// Takes over two integers that are already in lowest terms, the denominator positive.
    @inlinable
    internal init(reduced numerator: Int128, over denominator: Int128) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Makes a whole number.
    @inlinable
    public init(_ integer: Int64) {
        self.init(reduced: Int128(integer), over: 1)
    }

    /// Makes `numerator / denominator` in lowest terms.
    ///
    /// Nil for a denominator of zero, and for the few fractions whose lowest terms do not fit, such as
    /// `Int128.min / 1`.
    @inlinable
    public init?(_ numerator: Int128, _ denominator: Int128) {
        self.init(
            numerator.magnitude,
            over: denominator.magnitude,
            isNegative: (numerator < 0) != (denominator < 0)
        )
    }

    /// Reduces two magnitudes; nil when the denominator is zero or lowest terms do not fit.
    @inlinable
    internal init?(_ numerator: UInt128, over denominator: UInt128, isNegative: Bool) {
        guard denominator != 0 else { return nil }
        let divisor = commonDivisor(numerator, denominator)
        guard let top = signed(numerator / divisor, isNegative: isNegative),
            let bottom = Int128(exactly: denominator / divisor)
        else { return nil }
        self.init(reduced: top, over: bottom)
    }

    /// 0/1.
    @inlinable public static var zero: Rational128 { Rational128(reduced: 0, over: 1) }
    /// 1/1.
    @inlinable public static var one: Rational128 { Rational128(reduced: 1, over: 1) }

    /// The number has no fractional part.
    @inlinable public var isInteger: Bool { denominator == 1 }
    /// The number is below zero.
    @inlinable public var isNegative: Bool { numerator < 0 }
}

extension Rational128: ExpressibleByIntegerLiteral {
    /// Makes a whole number from a literal.
    @inlinable
    public init(integerLiteral value: Int64) {
        self.init(value)
    }
}

extension Rational128: Comparable {
    /// Compares exactly, whatever the size of the terms.
    @inlinable
    public static func < (left: Rational128, right: Rational128) -> Bool {
        if left.denominator == right.denominator { return left.numerator < right.numerator }
        guard left.isNegative == right.isNegative else { return left.isNegative }
        let leftProduct = WideInteger(left.numerator.magnitude, times: right.denominator.magnitude)
        let rightProduct = WideInteger(right.numerator.magnitude, times: left.denominator.magnitude)
        return left.isNegative
            ? WideInteger.isLess(rightProduct, than: leftProduct)
            : WideInteger.isLess(leftProduct, than: rightProduct)
    }
}

/// The greatest common divisor of two numbers of which at least one is not zero, in 64 bits where they suffice.
@inlinable
internal func commonDivisor(_ first: UInt128, _ second: UInt128) -> UInt128 {
    if let small = UInt64(exactly: first), let other = UInt64(exactly: second) {
        return UInt128(greatestCommonDivisor(small, other))
    }
    // One Euclidean step brings a large number beside a small one down to size before the binary algorithm starts.
    guard second != 0 else { return first }
    return greatestCommonDivisor(second, first % second)
}
