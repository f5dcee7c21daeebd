/// A stretch of a timeline from ``start`` up to, not including, ``end``.
///
/// ```swift
/// let second = CMTime(value: 1, timescale: 1)
/// let range = CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 1))
/// range.containsTime(second)                     // true
/// range.containsTime(range.end)                  // false: neighbours touch without sharing a picture
/// range.intersection(CMTimeRange(start: CMTime(value: 8, timescale: 1), duration: .positiveInfinity)).duration  // 2/1
/// ```
///
/// With the duration ``CMTime/positiveInfinity`` it goes on to the end, wherever that is: readers and exports take it
/// so. Nothing traps: a range that makes no sense is not ``isValid``. Functions and results are Core Media's, bit for
/// bit.
@frozen
public struct CMTimeRange: Sendable {
    /// The first time of the range.
    public var start: CMTime
    /// How long the range is. Negative, or with an epoch other than 0, it makes the range invalid.
    public var duration: CMTime

    /// Makes a range whose both members are invalid.
    @inlinable
    public init() {
        self.init(start: .invalid, duration: .invalid)
    }

    /// Sets the two members as they are given, without the check of ``CMTimeRangeMake(start:duration:)``.
    @inlinable
    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// Makes the range between two times, as ``CMTimeRangeFromTimeToTime(start:end:)`` does.
    @inlinable
    public init(start: CMTime, end: CMTime) {
        self = CMTimeRangeFromTimeToTime(start: start, end: end)
    }

    /// From zero, zero long.
    @inlinable public static var zero: CMTimeRange { CMTimeRange(start: .zero, duration: .zero) }
    /// No range at all: the result of nonsense.
    @inlinable public static var invalid: CMTimeRange { CMTimeRange(start: .invalid, duration: .invalid) }

    /// Both members are valid and the duration is not negative.
    @inlinable public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0 && duration.value >= 0
    }

    /// The range is valid and one of its members is indefinite.
    @inlinable public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

    /// The range is valid and zero long.
    @inlinable public var isEmpty: Bool { isValid && CMTimeCompare(duration, .zero) == 0 }

    /// The first time after the range, as ``CMTimeRangeGetEnd(_:)`` gives it.
    @inlinable public var end: CMTime { CMTimeRangeGetEnd(self) }

    /// A valid range that set operations can work with.
    @inlinable internal var isDefinite: Bool { isValid && !isIndefinite }
}

/// The older name of ``CMTimeRange/zero``.
public let kCMTimeRangeZero = CMTimeRange.zero
/// The older name of ``CMTimeRange/invalid``.
public let kCMTimeRangeInvalid = CMTimeRange.invalid

extension CMTimeRange: Hashable {
    /// Both members are equal, as ``CMTimeRangeEqual(_:_:)`` has it.
    @inlinable
    public static func == (range1: CMTimeRange, range2: CMTimeRange) -> Bool { CMTimeRangeEqual(range1, range2) }

    /// A member is different.
    @inlinable
    public static func != (range1: CMTimeRange, range2: CMTimeRange) -> Bool { !CMTimeRangeEqual(range1, range2) }

    /// Feeds what equality looks at.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(start)
        hasher.combine(duration)
    }
}

/// Makes a range. A duration with an epoch other than 0 gives ``CMTimeRange/invalid``.
@inlinable
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    guard duration.epoch == 0 else { return .invalid }
    return CMTimeRange(start: start, duration: duration)
}

/// Makes the range between two times. With the end before the start its duration is negative and it is not valid.
@inlinable
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
    let duration = CMTimeSubtract(end, start)
    guard duration.isValid, duration.epoch == 0 else { return .invalid }
    return CMTimeRange(start: start, duration: duration)
}

/// The first time after the range; invalid for a range that is not valid.
@inlinable
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime {
    guard range.isValid else { return .invalid }
    return CMTimeAdd(range.start, range.duration)
}

/// Whether both members compare equal.
@inlinable
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
    CMTimeCompare(range1.start, range2.start) == 0 && CMTimeCompare(range1.duration, range2.duration) == 0
}

/// Whether `range` is valid.
@inlinable public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }
/// Whether `range` is not valid.
@inlinable public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }
/// Whether `range` is valid and a member of it is indefinite.
@inlinable public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }
/// Whether `range` is valid and zero long.
@inlinable public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }
