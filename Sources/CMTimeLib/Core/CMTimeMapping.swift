/// A range of a source and the range of a timeline that shows it; their durations' ratio is the speed.
///
/// ```swift
/// let second = CMTime(value: 1, timescale: 1)
/// let slow = CMTimeMapping(
///     source: CMTimeRange(start: .zero, duration: second),
///     target: CMTimeRange(start: CMTime(value: 5, timescale: 1), duration: CMTime(value: 2, timescale: 1))
/// )
/// let moment = CMTime(value: 6, timescale: 1)
/// CMTimeMapTimeFromRangeToRange(moment, fromRange: slow.target, toRange: slow.source).seconds  // 0.5
/// ```
@frozen
public struct CMTimeMapping: Sendable {
    /// What is shown. A range without a numeric start shows nothing.
    public var source: CMTimeRange
    /// Where it is shown.
    public var target: CMTimeRange

    /// Makes a mapping whose both ranges are invalid.
    @inlinable
    public init() {
        self.init(source: .invalid, target: .invalid)
    }

    /// Sets the two ranges as they are given, without the check of ``CMTimeMappingMake(source:target:)``.
    @inlinable
    public init(source: CMTimeRange, target: CMTimeRange) {
        self.source = source
        self.target = target
    }

    /// No mapping at all.
    @inlinable public static var invalid: CMTimeMapping { CMTimeMapping(source: .invalid, target: .invalid) }

    /// The target is valid.
    @inlinable public var isValid: Bool { target.isValid }

    /// The mapping is valid and shows nothing: its source has no numeric start.
    @inlinable public var isEmpty: Bool { !source.start.isNumeric && target.isValid }
}

/// The older name of ``CMTimeMapping/invalid``.
public let kCMTimeMappingInvalid = CMTimeMapping.invalid

extension CMTimeMapping: Hashable {
    /// Both ranges are equal.
    @inlinable
    public static func == (mapping1: CMTimeMapping, mapping2: CMTimeMapping) -> Bool {
        mapping1.source == mapping2.source && mapping1.target == mapping2.target
    }

    /// Feeds what equality looks at.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(source)
        hasher.combine(target)
    }
}

/// Makes a mapping. A duration with an epoch other than 0 gives ``CMTimeMapping/invalid``.
@inlinable
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
    guard source.duration.epoch == 0, target.duration.epoch == 0 else { return .invalid }
    return CMTimeMapping(source: source, target: target)
}

/// Makes a mapping that shows nothing for the length of `target`.
@inlinable
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
    guard target.duration.epoch == 0 else { return .invalid }
    return CMTimeMapping(source: .invalid, target: target)
}
