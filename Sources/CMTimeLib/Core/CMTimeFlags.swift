/// What a ``CMTime`` is: a number, or one of the special values.
@frozen
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The time is valid. Without this bit no other field counts.
    @inlinable public static var valid: CMTimeFlags { CMTimeFlags(rawValue: 1) }
    /// The value is not exact: some step on the way to it rounded.
    @inlinable public static var hasBeenRounded: CMTimeFlags { CMTimeFlags(rawValue: 2) }
    @inlinable public static var positiveInfinity: CMTimeFlags { CMTimeFlags(rawValue: 4) }
    @inlinable public static var negativeInfinity: CMTimeFlags { CMTimeFlags(rawValue: 8) }
    @inlinable public static var indefinite: CMTimeFlags { CMTimeFlags(rawValue: 16) }
    /// The bits that replace the number by a special value.
    @inlinable public static var impliedValueFlagsMask: CMTimeFlags { CMTimeFlags(rawValue: 28) }
}

/// How a value that does not fit a timescale exactly is brought to it.
@frozen
public enum CMTimeRoundingMethod: UInt32, Hashable, Sendable, CaseIterable {
    /// To the nearest integer; exactly one half goes away from zero.
    case roundHalfAwayFromZero = 1
    case roundTowardZero = 2
    case roundAwayFromZero = 3
    /// Toward zero when the timescale becomes coarser, away from zero when it becomes finer,
    /// and never from a negative value to zero.
    case quickTime = 4
    case roundTowardPositiveInfinity = 5
    case roundTowardNegativeInfinity = 6

    /// ``roundHalfAwayFromZero``.
    @inlinable public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}
