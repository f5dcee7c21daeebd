/// A sum of many times that is not rounded until it is read.
///
/// Adding up the frame durations of a long recording with `+` is exact only while every sum fits one timescale. This
/// keeps a fraction of 128-bit integers instead, so there is nothing that could drift:
///
/// ```swift
/// var total = AKTimeAccumulator()
/// let durations = [CMTime(value: 1001, timescale: 30000), CMTime(value: 1, timescale: 48000)]
/// for duration in durations { total.add(duration) }
/// total.time                                            // exact, or nil
/// total.time(timescale: 90000, rounding: .default)      // rounded once
/// ```
///
/// Nothing traps. A time that is no number, an epoch that does not belong here or a sum beyond 128 bits sets
/// ``failure``, once and for good: later additions change nothing, and there is no total. So a loop can leave the check
/// to its end.
@frozen
public struct AKTimeAccumulator: Sendable {
    /// Why there is no total.
    @frozen
    public enum Failure: Hashable, Sendable {
        /// A time was not a number.
        case notNumeric
        /// A time added had an epoch other than 0.
        case epoch
        /// The sum does not fit a fraction of two 128-bit integers.
        case overflow
    }

    /// The first thing that went wrong, or nil.
    public private(set) var failure: Failure?

    /// The epoch of the start, which the total keeps; 0 without a start.
    public let epoch: CMTimeEpoch

    /// A time had been rounded before it was added, so the total is only as exact as that.
    public private(set) var hasBeenRounded = false

    // Not in lowest terms: the denominator is the least common multiple so far, so that equal timescales just add.
    @usableFromInline internal var numerator: Int128 = 0
    @usableFromInline internal var denominator: Int128 = 1

    /// Makes an empty sum, which is zero.
    @inlinable
    public init() {
        self.init(startingAt: .zero)
    }

    /// Makes a sum that starts at a point of a timeline. Its epoch may be any; durations added to it have epoch 0.
    @inlinable
    public init(startingAt start: CMTime) {
        epoch = start.isNumeric ? start.epoch : 0
        addTerm(start, count: 1, sign: 1)
    }

    /// Adds a time of epoch 0.
    @inlinable
    public mutating func add(_ time: CMTime) {
        guard checksEpoch(of: time) else { return }
        addTerm(time, count: 1, sign: 1)
    }

    /// Adds a time of epoch 0 as many times as `count` says; a negative count takes it away.
    @inlinable
    public mutating func add(_ time: CMTime, count: Int64) {
        guard checksEpoch(of: time) else { return }
        addTerm(time, count: count, sign: 1)
    }

    /// Takes a time of epoch 0 away.
    @inlinable
    public mutating func subtract(_ time: CMTime) {
        guard checksEpoch(of: time) else { return }
        addTerm(time, count: 1, sign: -1)
    }

    /// Adds another sum of epoch 0, and its failure where it has one.
    public mutating func add(_ other: AKTimeAccumulator) {
        guard failure == nil else { return }
        hasBeenRounded = hasBeenRounded || other.hasBeenRounded
        guard let addend = other.total, other.epoch == 0 else {
            failure = other.failure ?? .epoch
            return
        }
        addFraction(addend)
    }

    /// The sum so far as an exact number of seconds; nil after a failure.
    public var total: Rational128? {
        guard failure == nil else { return nil }
        return Rational128(numerator, denominator)
    }

    /// The sum so far as a time in lowest terms; nil after a failure or when no time holds it exactly.
    public var time: CMTime? {
        guard let total, let time = CMTime(exactly: total) else { return nil }
        return marked(time)
    }

    /// The sum so far at `timescale`, rounded once as `rounding` says.
    ///
    /// Without a timescale it is exact if any time is, and else the closest time there is. After a failure it is
    /// invalid; a sum that does not fit is an infinity.
    public func time(timescale: CMTimeScale? = nil, rounding: CMTimeRoundingMethod) -> CMTime {
        guard let total else { return .invalid }
        guard let timescale else {
            return marked(CMTime(bestApproximating: total, maximumTimescale: .max, rounding: rounding))
        }
        return marked(CMTime(total, timescale: timescale, rounding: rounding))
    }

    private func marked(_ time: CMTime) -> CMTime {
        guard time.isNumeric else { return time }
        return CMTime(
            numeric: time.value,
            time.timescale,
            isRounded: hasBeenRounded || time.hasBeenRounded,
            epoch: epoch
        )
    }
}

extension AKTimeAccumulator {
    @inlinable
    internal mutating func checksEpoch(of time: CMTime) -> Bool {
        guard _slowPath(time.isCalculable && time.epoch != 0) else { return true }
        fail(.epoch)
        return false
    }

    @usableFromInline
    internal mutating func fail(_ reason: Failure) {
        if failure == nil { failure = reason }
    }

    @inlinable
    internal mutating func addTerm(_ time: CMTime, count: Int64, sign: Int128) {
        guard failure == nil else { return }
        guard time.isCalculable else {
            fail(.notNumeric)
            return
        }
        if time.flags.contains(.hasBeenRounded) { setRounded() }
        // At most 127 bits, and the sign of a count that is 1.
        let product = Int128(time.value) &* Int128(count) &* sign
        let timescale = Int128(time.timescale)
        if _fastPath(timescale == denominator) {
            let sum = numerator.addingReportingOverflow(product)
            if _fastPath(!sum.overflow && sum.partialValue != .min) {
                numerator = sum.partialValue
                return
            }
        }
        addScaled(product, over: timescale)
    }

    @usableFromInline
    internal mutating func setRounded() {
        hasBeenRounded = true
    }

    /// Adds over the least common multiple while that fits, and in lowest terms when it no longer does.
    @usableFromInline
    internal mutating func addScaled(_ product: Int128, over timescale: Int128) {
        let divisor = commonDivisor(denominator.magnitude, timescale.magnitude)
        let ownFactor = Int128(timescale.magnitude / divisor)
        let own = numerator.multipliedReportingOverflow(by: ownFactor)
        let common = denominator.multipliedReportingOverflow(by: ownFactor)
        let other = product.multipliedReportingOverflow(by: Int128(denominator.magnitude / divisor))
        let sum = own.partialValue.addingReportingOverflow(other.partialValue)
        if !own.overflow, !common.overflow, !other.overflow, !sum.overflow, sum.partialValue != .min {
            (numerator, denominator) = (sum.partialValue, common.partialValue)
            return
        }
        guard let addend = Rational128(product, timescale) else {
            fail(.overflow)
            return
        }
        addFraction(addend)
    }

    private mutating func addFraction(_ addend: Rational128) {
        guard let sum = Rational128(numerator, denominator)?.adding(addend) else {
            fail(.overflow)
            return
        }
        (numerator, denominator) = (sum.numerator, sum.denominator)
    }
}
