// The spellings of Swift 2 and 3, without labels, for old code.

/// The older spelling of ``CMTimeMake(value:timescale:)``.
@available(*, deprecated, renamed: "CMTimeMake(value:timescale:)")
public func CMTimeMake(_ value: Int64, _ timescale: Int32) -> CMTime {
    CMTimeMake(value: value, timescale: timescale)
}

/// The older spelling of ``CMTimeMakeWithEpoch(value:timescale:epoch:)``.
@available(*, deprecated, renamed: "CMTimeMakeWithEpoch(value:timescale:epoch:)")
public func CMTimeMakeWithEpoch(_ value: Int64, _ timescale: Int32, _ epoch: Int64) -> CMTime {
    CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: epoch)
}

/// The older spelling of ``CMTimeMakeWithSeconds(_:preferredTimescale:)``.
@available(*, deprecated, renamed: "CMTimeMakeWithSeconds(_:preferredTimescale:)")
public func CMTimeMakeWithSeconds(_ seconds: Float64, _ preferredTimescale: Int32) -> CMTime {
    CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
}

/// The older spelling of ``CMTimeConvertScale(_:timescale:method:)``.
@available(*, deprecated, renamed: "CMTimeConvertScale(_:timescale:method:)")
public func CMTimeConvertScale(_ time: CMTime, _ newTimescale: Int32, _ method: CMTimeRoundingMethod) -> CMTime {
    CMTimeConvertScale(time, timescale: newTimescale, method: method)
}

/// The older spelling of ``CMTimeMultiply(_:multiplier:)``.
@available(*, deprecated, renamed: "CMTimeMultiply(_:multiplier:)")
public func CMTimeMultiply(_ time: CMTime, _ multiplier: Int32) -> CMTime {
    CMTimeMultiply(time, multiplier: multiplier)
}

/// The older spelling of ``CMTimeMultiplyByFloat64(_:multiplier:)``.
@available(*, deprecated, renamed: "CMTimeMultiplyByFloat64(_:multiplier:)")
public func CMTimeMultiplyByFloat64(_ time: CMTime, _ multiplier: Float64) -> CMTime {
    CMTimeMultiplyByFloat64(time, multiplier: multiplier)
}

/// The older spelling of ``CMTimeMultiplyByRatio(_:multiplier:divisor:)``.
@available(*, deprecated, renamed: "CMTimeMultiplyByRatio(_:multiplier:divisor:)")
public func CMTimeMultiplyByRatio(_ time: CMTime, _ multiplier: Int32, _ divisor: Int32) -> CMTime {
    CMTimeMultiplyByRatio(time, multiplier: multiplier, divisor: divisor)
}

/// The older spelling of ``CMTimeRangeMake(start:duration:)``.
@available(*, deprecated, renamed: "CMTimeRangeMake(start:duration:)")
public func CMTimeRangeMake(_ start: CMTime, _ duration: CMTime) -> CMTimeRange {
    CMTimeRangeMake(start: start, duration: duration)
}

/// The older spelling of ``CMTimeRangeFromTimeToTime(start:end:)``.
@available(*, deprecated, renamed: "CMTimeRangeFromTimeToTime(start:end:)")
public func CMTimeRangeFromTimeToTime(_ start: CMTime, _ end: CMTime) -> CMTimeRange {
    CMTimeRangeFromTimeToTime(start: start, end: end)
}

/// The older spelling of ``CMTimeRangeGetUnion(_:otherRange:)``.
@available(*, deprecated, renamed: "CMTimeRangeGetUnion(_:otherRange:)")
public func CMTimeRangeGetUnion(_ range: CMTimeRange, _ otherRange: CMTimeRange) -> CMTimeRange {
    CMTimeRangeGetUnion(range, otherRange: otherRange)
}

/// The older spelling of ``CMTimeRangeGetIntersection(_:otherRange:)``.
@available(*, deprecated, renamed: "CMTimeRangeGetIntersection(_:otherRange:)")
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, _ otherRange: CMTimeRange) -> CMTimeRange {
    CMTimeRangeGetIntersection(range, otherRange: otherRange)
}

/// The older spelling of ``CMTimeRangeContainsTime(_:time:)``.
@available(*, deprecated, renamed: "CMTimeRangeContainsTime(_:time:)")
public func CMTimeRangeContainsTime(_ range: CMTimeRange, _ time: CMTime) -> Bool {
    CMTimeRangeContainsTime(range, time: time)
}

/// The older spelling of ``CMTimeRangeContainsTimeRange(_:otherRange:)``.
@available(*, deprecated, renamed: "CMTimeRangeContainsTimeRange(_:otherRange:)")
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, _ otherRange: CMTimeRange) -> Bool {
    CMTimeRangeContainsTimeRange(range, otherRange: otherRange)
}

/// The older spelling of ``CMTimeClampToRange(_:range:)``.
@available(*, deprecated, renamed: "CMTimeClampToRange(_:range:)")
public func CMTimeClampToRange(_ time: CMTime, _ range: CMTimeRange) -> CMTime {
    CMTimeClampToRange(time, range: range)
}
