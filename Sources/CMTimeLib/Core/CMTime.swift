/// The numerator of a ``CMTime``.
public typealias CMTimeValue = Int64
/// The denominator of a ``CMTime``: how many units make one second.
public typealias CMTimeScale = Int32
/// The number of a timeline, such as a loop count; normally 0.
public typealias CMTimeEpoch = Int64

/// The largest timescale that a result is given.
public var kCMTimeMaxTimescale: Int { 0x7fff_ffff }

/// A point on a timeline or a duration, as the fraction `value / timescale` of a second.
///
/// ```swift
/// let frame = CMTime(value: 1001, timescale: 30000)
/// let minute = CMTime(value: 60, timescale: 1)
/// frame + minute                                 // 1801001/30000
/// CMTimeMultiply(frame, multiplier: 300).seconds // 10.01
/// CMTime(value: 1, timescale: 2) == CMTime(value: 300, timescale: 600)  // true
/// max(frame, .zero).isNumeric                    // true
/// ```
///
/// Besides numbers a time can be invalid, indefinite, or infinite in either direction; ``flags`` tells which.
/// Every bit pattern is a legal argument everywhere: nonsense yields ``invalid``, never a trap.
///
/// Equality and order are by meaning, not by bits: `1/2` equals `300/600`. A sum has a timescale that holds both terms
/// exactly where one fits, else it is rounded and ``flags`` say so: results are those of Core Media, bit for bit. What
/// answers nil instead of rounding is an addition: ``adding(exactly:)`` and its like.
@frozen
public struct CMTime: Sendable {
    /// The numerator: how many units of 1/``timescale`` second. It counts for numbers only.
    public var value: CMTimeValue
    /// The denominator: how many units make a second. A number whose timescale is not positive is ``invalid`` to
    /// arithmetic.
    public var timescale: CMTimeScale
    /// Whether the time is valid, a number or one of the special values, and exact.
    public var flags: CMTimeFlags
    /// The number of the timeline, such as a loop count. Numbers compare by epoch first, and add where the epochs are
    /// equal or one of them is 0.
    public var epoch: CMTimeEpoch

    /// Makes an all-zero time, which is invalid.
    @inlinable
    public init() {
        self.init(value: 0, timescale: 0, flags: [], epoch: 0)
    }

    /// Sets the four fields as they are given, without any check.
    @inlinable
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }
}

extension CMTime {
    /// No time at all: the result of nonsense.
    @inlinable public static var invalid: CMTime { CMTime(value: 0, timescale: 0, flags: [], epoch: 0) }
    /// A time that exists but is not known, such as the duration of a live stream.
    @inlinable public static var indefinite: CMTime {
        CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    }
    /// Later than every number.
    @inlinable public static var positiveInfinity: CMTime {
        CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    }
    /// Earlier than every number.
    @inlinable public static var negativeInfinity: CMTime {
        CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
    }
    /// 0/1.
    @inlinable public static var zero: CMTime { CMTime(value: 0, timescale: 1, flags: .valid, epoch: 0) }
}

/// The older name of ``CMTime/invalid``.
public let kCMTimeInvalid = CMTime.invalid
/// The older name of ``CMTime/indefinite``.
public let kCMTimeIndefinite = CMTime.indefinite
/// The older name of ``CMTime/positiveInfinity``.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
/// The older name of ``CMTime/negativeInfinity``.
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity
/// The older name of ``CMTime/zero``.
public let kCMTimeZero = CMTime.zero
