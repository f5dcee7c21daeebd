// What a time is. The order of the tests is part of the contract: valid first, then +infinity, -infinity, indefinite.

/// The five classes of times in their sorting order.
@usableFromInline
@frozen
internal enum TimeClass: Int32 {
    case negativeInfinity, numeric, indefinite, positiveInfinity, invalid
}

extension CMTime {
    /// The time is anything but ``invalid``.
    @inlinable public var isValid: Bool { flags.rawValue & 1 != 0 }

    /// The time is a number.
    ///
    /// True also for a number whose timescale is not positive. Such a time is outside the contract of every function:
    /// arithmetic with it gives ``invalid``.
    @inlinable public var isNumeric: Bool { flags.rawValue & 29 == 1 }

    /// The time is ``positiveInfinity``, whatever its other fields.
    @inlinable public var isPositiveInfinity: Bool { flags.rawValue & 5 == 5 }

    /// The time is ``negativeInfinity``, whatever its other fields.
    @inlinable public var isNegativeInfinity: Bool { flags.rawValue & 13 == 9 }

    /// The time is ``indefinite``, whatever its other fields.
    @inlinable public var isIndefinite: Bool { flags.rawValue & 29 == 17 }

    /// The time is a number that is not exact.
    @inlinable public var hasBeenRounded: Bool { isNumeric && flags.rawValue & 2 != 0 }

    /// A number that arithmetic can work with.
    @inlinable internal var isCalculable: Bool { isNumeric && timescale > 0 }

    /// The class that decides order and arithmetic: a malformed number counts as invalid.
    @inlinable internal var timeClass: TimeClass {
        if isNumeric { return timescale > 0 ? .numeric : .invalid }
        guard isValid else { return .invalid }
        if isPositiveInfinity { return .positiveInfinity }
        return isNegativeInfinity ? .negativeInfinity : .indefinite
    }

    /// A number with the valid flag and, where `isRounded`, the rounded flag.
    @inlinable
    internal init(numeric value: Int64, _ timescale: Int32, isRounded: Bool, epoch: Int64 = 0) {
        self.init(
            value: value,
            timescale: timescale,
            flags: CMTimeFlags(rawValue: isRounded ? 3 : 1),
            epoch: epoch
        )
    }

    @inlinable
    internal static func infinity(isNegative: Bool) -> CMTime {
        isNegative ? .negativeInfinity : .positiveInfinity
    }
}

/// Whether both times are numbers that arithmetic can work with; less work than asking one after the other.
@inlinable
@inline(__always)
internal func areCalculable(_ time1: CMTime, _ time2: CMTime) -> Bool {
    // (flags - 1) & 29 is 0 exactly where flags & 29 is 1, as it is for a number.
    let oddFlags = ((time1.flags.rawValue &- 1) | (time2.flags.rawValue &- 1)) & 29
    return _fastPath(oddFlags == 0) && _fastPath(time1.timescale > 0) && _fastPath(time2.timescale > 0)
}

/// Whether `time` is anything but invalid.
@inlinable public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Whether `time` is invalid.
@inlinable public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Whether `time` is a number.
@inlinable public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// Whether `time` is indefinite.
@inlinable public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Whether `time` is positive infinity.
@inlinable public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
/// Whether `time` is negative infinity.
@inlinable public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
/// Whether `time` is a number that is not exact.
@inlinable public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }
