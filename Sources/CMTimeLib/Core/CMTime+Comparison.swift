// A total order over every bit pattern: -infinity < numbers < indefinite < +infinity < invalid.

/// -1, 0 or 1 as the first time is earlier than, equal to or later than the second.
///
/// Numbers compare exactly, first by epoch; flags such as ``CMTimeFlags/hasBeenRounded`` do not count.
@inlinable
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    guard areCalculable(time1, time2), _fastPath(time1.epoch == time2.epoch) else {
        return compareSpecial(time1, time2)
    }
    // Both products are exact: 63 + 31 bits. Comparing them takes no branch, which would be hard to predict.
    let left = Int128(time1.value) &* Int128(time2.timescale)
    let right = Int128(time2.value) &* Int128(time1.timescale)
    return (left > right ? 1 : 0) - (left < right ? 1 : 0)
}

/// Compares where a class or an epoch decides.
@usableFromInline
internal func compareSpecial(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    let first = time1.timeClass.rawValue
    let second = time2.timeClass.rawValue
    if first != second { return first < second ? -1 : 1 }
    guard time1.timeClass == .numeric, time1.epoch != time2.epoch else { return 0 }
    return time1.epoch < time2.epoch ? -1 : 1
}

/// The earlier of two times; the first when they are equal.
@inlinable
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
    CMTimeCompare(time1, time2) <= 0 ? time1 : time2
}

/// The later of two times; the first when they are equal.
@inlinable
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
    CMTimeCompare(time1, time2) >= 0 ? time1 : time2
}

/// The time without its sign.
@inlinable
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    if time.isNegativeInfinity { return .positiveInfinity }
    guard time.isNumeric else { return time }
    guard time.timescale > 0 else { return .invalid }
    guard time.value < 0 else { return time }
    var result = time
    guard time.value != .min else {
        return coarsened(-Int128(time.value), over: Int128(time.timescale), from: time.timescale, of: time)
    }
    result.value = -time.value
    return result
}

extension CMTime: Comparable {
    /// The first time is earlier.
    @inlinable
    public static func < (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) < 0 }

    /// The first time is earlier, or the two are equal.
    @inlinable
    public static func <= (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) <= 0 }

    /// The first time is later.
    @inlinable
    public static func > (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) > 0 }

    /// The first time is later, or the two are equal.
    @inlinable
    public static func >= (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) >= 0 }

    /// The times mean the same: `1/2` equals `300/600`, and the rounded flag does not count.
    @inlinable
    public static func == (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) == 0 }

    /// The times mean something different.
    @inlinable
    public static func != (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) != 0 }
}

extension CMTime: Hashable {
    /// Feeds what ``CMTimeCompare(_:_:)`` looks at: the class, and for numbers the epoch and the fraction in lowest terms.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(timeClass.rawValue)
        guard timeClass == .numeric else { return }
        let divisor = greatestCommonDivisor(value.magnitude, UInt64(timescale.magnitude))
        hasher.combine(epoch)
        hasher.combine(value / Int64(divisor))
        hasher.combine(timescale / Int32(truncatingIfNeeded: divisor))
    }
}
