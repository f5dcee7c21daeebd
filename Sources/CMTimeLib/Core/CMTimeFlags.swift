/// What a ``CMTime`` is: a number, or one of the special values.
@frozen
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    /// The bits, those without a meaning included.
    public var rawValue: UInt32

    /// Takes the bits as they are given.
    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The time is valid. Without this bit no other field counts.
    @inlinable public static var valid: CMTimeFlags { CMTimeFlags(rawValue: 1) }
    /// The value is not exact: some step on the way to it rounded.
    @inlinable public static var hasBeenRounded: CMTimeFlags { CMTimeFlags(rawValue: 2) }
    /// The time is later than every number.
    @inlinable public static var positiveInfinity: CMTimeFlags { CMTimeFlags(rawValue: 4) }
    /// The time is earlier than every number.
    @inlinable public static var negativeInfinity: CMTimeFlags { CMTimeFlags(rawValue: 8) }
    /// The time exists and is not known.
    @inlinable public static var indefinite: CMTimeFlags { CMTimeFlags(rawValue: 16) }
    /// The bits that replace the number by a special value.
    @inlinable public static var impliedValueFlagsMask: CMTimeFlags { CMTimeFlags(rawValue: 28) }
}
