// Sums and differences. The common timescale is the least common multiple, so ordinary media times add exactly.

/// The sum of two times.
///
/// The result has the least common multiple of the timescales, or 1/1,000,000,000 s where that does not fit, or a
/// coarser one where the value would not fit; it is exact unless its rounded flag is set. Two equal epochs other
/// than 0 cancel; two different ones make the sum invalid.
@inlinable
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
    if areCalculable(lhs, rhs), _fastPath((lhs.epoch | rhs.epoch) == 0), _fastPath(lhs.timescale == rhs.timescale) {
        let sum = lhs.value.addingReportingOverflow(rhs.value)
        if _fastPath(!sum.overflow) { return exactSum(sum.partialValue, lhs.timescale, of: lhs, rhs) }
    }
    return unlikeSum(lhs, rhs, isDifference: false)
}

/// The difference of two times, by the rules of ``CMTimeAdd(_:_:)``.
@inlinable
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
    if areCalculable(lhs, rhs), _fastPath((lhs.epoch | rhs.epoch) == 0), _fastPath(lhs.timescale == rhs.timescale) {
        let difference = lhs.value.subtractingReportingOverflow(rhs.value)
        if _fastPath(!difference.overflow) { return exactSum(difference.partialValue, lhs.timescale, of: lhs, rhs) }
    }
    return unlikeSum(lhs, rhs, isDifference: true)
}

extension CMTime {
    /// The sum, as ``CMTimeAdd(_:_:)`` gives it.
    @inlinable
    public static func + (addend1: CMTime, addend2: CMTime) -> CMTime { CMTimeAdd(addend1, addend2) }

    /// The difference, as ``CMTimeSubtract(_:_:)`` gives it.
    @inlinable
    public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime { CMTimeSubtract(minuend, subtrahend) }
}

/// The sum of two numbers of epoch 0 that needed no rounding; it is inexact when one of them is.
@inlinable
@inline(__always)
internal func exactSum(_ value: Int64, _ timescale: Int32, of lhs: CMTime, _ rhs: CMTime) -> CMTime {
    let flags = CMTimeFlags(rawValue: (lhs.flags.rawValue | rhs.flags.rawValue) & 3)
    return CMTime(value: value, timescale: timescale, flags: flags, epoch: 0)
}

/// The sum of times that are not simply two numbers of one timescale. Kept out of the callers, which stay small so.
@usableFromInline
internal func unlikeSum(_ lhs: CMTime, _ rhs: CMTime, isDifference: Bool) -> CMTime {
    unroundedSum(lhs, rhs, isDifference: isDifference) ?? generalSum(lhs, rhs, isDifference: isDifference)
}

/// The sum of two numbers of epoch 0 where nothing has to be rounded; nil for all others.
@usableFromInline
internal func unroundedSum(_ lhs: CMTime, _ rhs: CMTime, isDifference: Bool) -> CMTime? {
    guard areCalculable(lhs, rhs), (lhs.epoch | rhs.epoch) == 0 else { return nil }
    var common = CommonTimescale(timescale: lhs.timescale, leftFactor: 1, rightFactor: 1)
    if lhs.timescale != rhs.timescale {
        guard let multiple = commonTimescale(lhs.timescale, rhs.timescale) else { return nil }
        common = multiple
    }
    let left = lhs.value.multipliedReportingOverflow(by: common.leftFactor)
    let right = rhs.value.multipliedReportingOverflow(by: common.rightFactor)
    let sum =
        isDifference
        ? left.partialValue.subtractingReportingOverflow(right.partialValue)
        : left.partialValue.addingReportingOverflow(right.partialValue)
    guard !left.overflow, !right.overflow, !sum.overflow else { return nil }
    return exactSum(sum.partialValue, common.timescale, of: lhs, rhs)
}

/// A least common multiple and what each value is multiplied by to reach it.
@usableFromInline
@frozen
internal struct CommonTimescale {
    @usableFromInline var timescale: Int32
    @usableFromInline var leftFactor: Int64
    @usableFromInline var rightFactor: Int64

    @inlinable
    init(timescale: Int32, leftFactor: Int64, rightFactor: Int64) {
        self.timescale = timescale
        self.leftFactor = leftFactor
        self.rightFactor = rightFactor
    }
}

/// The least common multiple of two different positive timescales; nil when it is too large for a timescale.
@inlinable
@inline(__always)
internal func commonTimescale(_ left: Int32, _ right: Int32) -> CommonTimescale? {
    let first = UInt32(bitPattern: left)
    let second = UInt32(bitPattern: right)
    // One timescale dividing the other is the everyday case, and one division settles it.
    let (larger, smaller) = first > second ? (first, second) : (second, first)
    let (ratio, remainder) = larger.quotientAndRemainder(dividingBy: smaller)
    if remainder == 0 {
        return CommonTimescale(
            timescale: Int32(bitPattern: larger),
            leftFactor: first > second ? 1 : Int64(ratio),
            rightFactor: first > second ? Int64(ratio) : 1
        )
    }
    let divisor = greatestCommonDivisor(smaller, remainder)
    let leftFactor = second / divisor
    let rightFactor = first / divisor
    let multiple = UInt64(first) &* UInt64(leftFactor)
    guard multiple <= 0x7fff_ffff else { return nil }
    return CommonTimescale(
        timescale: Int32(truncatingIfNeeded: multiple),
        leftFactor: Int64(leftFactor),
        rightFactor: Int64(rightFactor)
    )
}

/// The whole rule: special values, epochs, and timescales that have to give way.
internal func generalSum(_ lhs: CMTime, _ rhs: CMTime, isDifference: Bool) -> CMTime {
    let left = lhs.timeClass
    let right = isDifference ? rhs.timeClass.negated : rhs.timeClass
    guard left != .invalid, right != .invalid else { return .invalid }
    guard left == .numeric, right == .numeric else { return specialSum(left, right) }
    guard lhs.epoch == 0 || rhs.epoch == 0 || lhs.epoch == rhs.epoch else { return .invalid }
    let epoch = lhs.epoch == rhs.epoch ? 0 : lhs.epoch | rhs.epoch

    var timescale = lhs.timescale
    if lhs.timescale != rhs.timescale {
        timescale = commonTimescale(lhs.timescale, rhs.timescale)?.timescale ?? nanosecondTimescale
    }
    let isInexact = (lhs.flags.rawValue | rhs.flags.rawValue) & 2 != 0
    while true {
        if let first = rescale(lhs.value, from: lhs.timescale, to: timescale, .default),
            let second = rescale(rhs.value, from: rhs.timescale, to: timescale, .default)
        {
            let sum =
                isDifference
                ? first.value.subtractingReportingOverflow(second.value)
                : first.value.addingReportingOverflow(second.value)
            if !sum.overflow {
                return CMTime(
                    numeric: sum.partialValue,
                    timescale,
                    isRounded: isInexact || first.isRounded || second.isRounded,
                    epoch: epoch
                )
            }
            // Two operands overflow only in the direction of the left one.
            guard timescale > 1 else { return .infinity(isNegative: first.value < 0) }
        }
        // Every value fits at one unit a second, so a timescale of 1 never gets here.
        timescale /= 2
    }
}

/// The sum of two valid times of which at least one is not a number.
@inlinable
internal func specialSum(_ left: TimeClass, _ right: TimeClass) -> CMTime {
    let leftIsInfinite = left == .positiveInfinity || left == .negativeInfinity
    let rightIsInfinite = right == .positiveInfinity || right == .negativeInfinity
    if leftIsInfinite && rightIsInfinite && left != right { return .invalid }
    if leftIsInfinite { return .infinity(isNegative: left == .negativeInfinity) }
    if rightIsInfinite { return .infinity(isNegative: right == .negativeInfinity) }
    return .indefinite
}

extension TimeClass {
    /// The class of a negated time.
    @inlinable var negated: TimeClass {
        switch self {
        case .positiveInfinity: .negativeInfinity
        case .negativeInfinity: .positiveInfinity
        case .numeric, .indefinite, .invalid: self
        }
    }
}
