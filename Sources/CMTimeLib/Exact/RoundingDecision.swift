/// What is lost when a number is cut to an integer, as far as a rounding has to know it.
@usableFromInline
@frozen
internal enum LostFraction {
    case nothing, belowHalf, halfOrMore

    /// The class of `remainder / divisor`, which is below 1.
    @inlinable
    init(_ remainder: UInt128, of divisor: UInt128) {
        guard remainder != 0 else {
            self = .nothing
            return
        }
        self = remainder < divisor - remainder ? .belowHalf : .halfOrMore
    }
}

/// The facts besides the lost part that a rounding method may ask for.
@usableFromInline
@frozen
internal struct RoundingDecision {
    @usableFromInline var method: CMTimeRoundingMethod
    @usableFromInline var isNegative: Bool
    /// The new timescale is coarser than the one the number came with; only `quickTime` asks.
    @usableFromInline var isCoarser: Bool

    @inlinable
    init(_ method: CMTimeRoundingMethod, isNegative: Bool, isCoarser: Bool) {
        self.method = method
        self.isNegative = isNegative
        self.isCoarser = isCoarser
    }

    /// Whether the magnitude goes up by one.
    @inlinable
    func goesUp(_ lost: LostFraction, quotientIsZero: Bool) -> Bool {
        roundingStep(
            isInexact: lost == .nothing ? 0 : 1,
            isHalfOrMore: lost == .halfOrMore ? 1 : 0,
            isNegative: isNegative,
            quotientIsZero: quotientIsZero,
            isCoarser: isCoarser,
            method
        ) != 0
    }
}

/// `magnitude * timescale / denominator` with a sign, rounded once; nil when it does not fit Int64.
///
/// The denominator is positive and at most 2^127, so the remainder times the timescale divides to less than 2^31.
@inlinable
internal func roundedProduct(
    _ magnitude: UInt128,
    over denominator: UInt128,
    timescale: Int32,
    _ decision: RoundingDecision
) -> Rescaled? {
    let factor = UInt128(truncatingIfNeeded: timescale)
    let (whole, part) = magnitude.quotientAndRemainder(dividingBy: denominator)
    // Nothing beyond 2^64 comes back into Int64, and below it the products have room.
    guard whole <= UInt128(UInt64.max) else { return nil }
    let fine: (quotient: UInt128, remainder: UInt128)
    let product = part.multipliedReportingOverflow(by: factor)
    if _fastPath(!product.overflow) {
        fine = product.partialValue.quotientAndRemainder(dividingBy: denominator)
    } else {
        fine = denominator.dividingFullWidth(part.multipliedFullWidth(by: factor))
    }
    var quotient = whole &* factor &+ fine.quotient
    let lost = LostFraction(fine.remainder, of: denominator)
    if decision.goesUp(lost, quotientIsZero: quotient == 0) { quotient &+= 1 }
    guard let small = UInt64(exactly: quotient), let value = signed(small, isNegative: decision.isNegative) else {
        return nil
    }
    return Rescaled(value: value, isRounded: lost != .nothing)
}
