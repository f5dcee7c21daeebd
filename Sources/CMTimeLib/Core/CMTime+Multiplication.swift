// Products. A product that does not fit makes the timescale coarser, by halves, until it does.

/// The time multiplied by an integer.
@inlinable
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
    guard time.isCalculable else { return specialProduct(time, flipsSign: multiplier < 0) }
    let product = time.value.multipliedReportingOverflow(by: Int64(multiplier))
    guard product.overflow else {
        return CMTime(
            value: product.partialValue,
            timescale: time.timescale,
            flags: CMTimeFlags(rawValue: time.flags.rawValue & 3),
            epoch: time.epoch
        )
    }
    return coarsened(
        Int128(time.value) &* Int128(multiplier),
        over: Int128(time.timescale),
        from: time.timescale,
        of: time
    )
}

/// The time multiplied by `multiplier / divisor`, exactly where a CMTime can hold the result.
///
/// Only the ratio itself is reduced: 1/2 times 2/3 is 2/6.
@inlinable
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    guard time.isCalculable else {
        guard multiplier != 0 || divisor != 0 else { return .invalid }
        return specialProduct(time, flipsSign: (multiplier < 0) != (divisor < 0))
    }
    guard divisor != 0 else {
        guard multiplier != 0, time.value != 0 else { return .invalid }
        return .infinity(isNegative: (time.value < 0) != (multiplier < 0))
    }
    // Magnitudes go up to 2^31, which Int32 does not hold.
    let common = greatestCommonDivisor(multiplier.magnitude, divisor.magnitude)
    let magnitude = Int64(multiplier.magnitude / common)
    let factor = (multiplier < 0) != (divisor < 0) ? -magnitude : magnitude
    let denominator = Int64(time.timescale) * Int64(divisor.magnitude / common)
    let product = time.value.multipliedReportingOverflow(by: factor)
    if _fastPath(!product.overflow && denominator <= 0x7fff_ffff) {
        return CMTime(
            value: product.partialValue,
            timescale: Int32(truncatingIfNeeded: denominator),
            flags: CMTimeFlags(rawValue: time.flags.rawValue & 3),
            epoch: time.epoch
        )
    }
    return reducedProduct(Int128(time.value) &* Int128(factor), over: Int128(denominator), of: time)
}

/// The time multiplied by a binary64 number, at 1/1,000,000,000 s where its own timescale is below 65536.
@inlinable
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
    guard time.isCalculable else {
        guard !multiplier.isNaN || time.isIndefinite else { return .invalid }
        return specialProduct(time, flipsSign: multiplier < 0)
    }
    guard !multiplier.isNaN else { return .invalid }
    let isNegative = (time.value < 0) != (multiplier < 0)
    guard multiplier.isFinite else { return time.value == 0 ? .invalid : .infinity(isNegative: isNegative) }
    var timescale = time.timescale < 65536 ? nanosecondTimescale : time.timescale
    while true {
        if let promoted = rescale(time.value, from: time.timescale, to: timescale, .default) {
            let product = Float64(promoted.value) * multiplier
            let nearest = product.rounded(.toNearestOrAwayFromZero)
            if let value = Int64(truncating: nearest) {
                return CMTime(
                    numeric: value,
                    timescale,
                    isRounded: time.flags.rawValue & 2 != 0 || promoted.isRounded || nearest != product,
                    epoch: time.epoch
                )
            }
        }
        guard timescale > 1 else { return .infinity(isNegative: isNegative) }
        timescale /= 2
    }
}

/// A product with a time that is not a calculable number.
@inlinable
internal func specialProduct(_ time: CMTime, flipsSign: Bool) -> CMTime {
    switch time.timeClass {
    case .positiveInfinity: .infinity(isNegative: flipsSign)
    case .negativeInfinity: .infinity(isNegative: !flipsSign)
    case .indefinite: .indefinite
    case .invalid, .numeric: .invalid
    }
}

/// `numerator / denominator` in lowest terms where that fits, else rounded at a timescale that gives way.
@usableFromInline
internal func reducedProduct(_ numerator: Int128, over denominator: Int128, of time: CMTime) -> CMTime {
    let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    let (numerator, denominator) = (numerator / divisor, denominator / divisor)
    let timescale = Int32(exactly: denominator)
    if let timescale, let value = Int64(exactly: numerator) {
        return CMTime(numeric: value, timescale, isRounded: time.flags.rawValue & 2 != 0, epoch: time.epoch)
    }
    return coarsened(numerator, over: denominator, from: timescale ?? nanosecondTimescale, of: time)
}

/// The fraction `numerator / denominator` at the finest timescale that holds it among `start`, `start / 2`, …
///
/// The numerator has at most 95 bits, so its product with a timescale stays inside Int128.
@usableFromInline
internal func coarsened(_ numerator: Int128, over denominator: Int128, from start: Int32, of time: CMTime) -> CMTime {
    var timescale = start
    while true {
        if let product = roundedQuotient(numerator * Int128(timescale), by: denominator) {
            return CMTime(
                numeric: product.value,
                timescale,
                isRounded: time.flags.rawValue & 2 != 0 || product.isRounded,
                epoch: time.epoch
            )
        }
        guard timescale > 1 else { return .infinity(isNegative: numerator < 0) }
        timescale /= 2
    }
}
