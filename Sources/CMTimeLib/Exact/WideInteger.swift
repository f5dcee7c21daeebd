/// An unsigned integer of 256 bits: the product of two magnitudes, before it is divided again.
@usableFromInline
@frozen
internal struct WideInteger {
    @usableFromInline var high: UInt128
    @usableFromInline var low: UInt128

    @inlinable
    init(high: UInt128, low: UInt128) {
        self.high = high
        self.low = low
    }

    /// The exact product of two magnitudes.
    @inlinable
    init(_ first: UInt128, times second: UInt128) {
        (high, low) = first.multipliedFullWidth(by: second)
    }

    @inlinable var isZero: Bool { high == 0 && low == 0 }

    @inlinable
    static func isLess(_ left: WideInteger, than right: WideInteger) -> Bool {
        left.high < right.high || (left.high == right.high && left.low < right.low)
    }

    /// The sum. The operands are products of numbers below 2^127, so there is room for it.
    @inlinable
    func adding(_ other: WideInteger) -> WideInteger {
        let sum = low.addingReportingOverflow(other.low)
        return WideInteger(high: high &+ other.high &+ (sum.overflow ? 1 : 0), low: sum.partialValue)
    }

    /// The difference, where `other` is not larger.
    @inlinable
    func subtracting(_ other: WideInteger) -> WideInteger {
        let difference = low.subtractingReportingOverflow(other.low)
        return WideInteger(
            high: high &- other.high &- (difference.overflow ? 1 : 0),
            low: difference.partialValue
        )
    }

    /// What is left of a division by a number that is not zero.
    @inlinable
    func remainder(dividingBy divisor: UInt128) -> UInt128 {
        divisor.dividingFullWidth((high % divisor, low)).remainder
    }

    /// The quotient and the remainder; nil when the quotient has more than 128 bits. The divisor is not zero.
    @inlinable
    func quotientAndRemainder(dividingBy divisor: UInt128) -> (quotient: UInt128, remainder: UInt128)? {
        guard high != 0 else { return low.quotientAndRemainder(dividingBy: divisor) }
        guard high < divisor else { return nil }
        return divisor.dividingFullWidth((high, low))
    }
}

/// The integer with this magnitude and sign; nil outside -(2^127 - 1) ... 2^127 - 1.
@inlinable
internal func signed(_ magnitude: UInt128, isNegative: Bool) -> Int128? {
    guard let number = Int128(exactly: magnitude) else { return nil }
    return isNegative ? -number : number
}
