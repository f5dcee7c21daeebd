// Carrying times from one range to another.

/// The time inside the range that is nearest to `time`. The end counts as inside here.
@inlinable
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard time.isValid, range.isValid, !range.isEmpty else { return .invalid }
    if CMTimeCompare(time, range.start) < 0 { return range.start }
    let end = CMTimeRangeGetEnd(range)
    return CMTimeCompare(time, end) > 0 ? end : time
}

/// Scales a duration by the ratio of two ranges' durations.
@inlinable
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard dur.isValid, fromRange.isValid, toRange.isValid else { return .invalid }
    if dur.isNumeric && dur.epoch != 0 { return .invalid }
    guard !fromRange.isEmpty, !toRange.isEmpty else { return .invalid }
    let source = fromRange.duration
    let target = toRange.duration
    if source.isPositiveInfinity && target.isPositiveInfinity { return dur }
    guard source.isCalculable, target.isCalculable else { return .invalid }
    guard dur.isCalculable else { return specialProduct(dur, flipsSign: false) }
    if CMTimeCompare(source, target) == 0 { return dur }
    if CMTimeCompare(dur, source) == 0 { return target }
    return CMTimeMultiplyByFloat64(dur, multiplier: CMTimeGetSeconds(target) / CMTimeGetSeconds(source))
}

/// Carries a time from one range to the same relative place in another. Times outside are extrapolated.
@inlinable
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard t.isValid, fromRange.isValid, toRange.isValid else { return .invalid }
    guard !fromRange.isEmpty, !toRange.isEmpty else { return .invalid }
    guard t.isCalculable, fromRange.start.isCalculable, toRange.start.isCalculable else { return .invalid }
    guard t.epoch == fromRange.start.epoch else { return .invalid }
    let offset = CMTimeSubtract(t, fromRange.start)
    if fromRange.duration.isPositiveInfinity && toRange.duration.isPositiveInfinity {
        return CMTimeAdd(offset, toRange.start)
    }
    guard fromRange.duration.isCalculable, toRange.duration.isCalculable else { return .invalid }
    if CMTimeCompare(t, fromRange.start) == 0 { return toRange.start }
    if CMTimeCompare(t, CMTimeRangeGetEnd(fromRange)) == 0 { return CMTimeRangeGetEnd(toRange) }
    let mapped = CMTimeMapDurationFromRangeToRange(offset, fromRange: fromRange, toRange: toRange)
    return CMTimeAdd(mapped, toRange.start)
}

/// Folds a time into a range that repeats without end, as a loop does.
@inlinable
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
    let start = foldRange.start
    guard time.isCalculable, foldRange.isValid, !foldRange.isEmpty else { return .invalid }
    guard start.isCalculable, foldRange.duration.isCalculable, time.epoch == start.epoch else { return .invalid }
    let offset = CMTimeSubtract(time, start)
    guard offset.isCalculable else { return .invalid }
    var timescale = offset.timescale
    if timescale != foldRange.duration.timescale {
        timescale = commonTimescale(timescale, foldRange.duration.timescale)?.timescale ?? nanosecondTimescale
    }
    let position = CMTimeConvertScale(offset, timescale: timescale, method: .default)
    let period = CMTimeConvertScale(foldRange.duration, timescale: timescale, method: .default)
    guard position.isNumeric, period.isNumeric, period.value != 0 else { return .invalid }
    let remainder = position.value % period.value
    let phase = remainder < 0 ? remainder + period.value : remainder
    guard phase != 0 else { return start }
    let isRounded = (position.flags.rawValue | period.flags.rawValue) & 2 != 0
    return CMTimeAdd(start, CMTime(numeric: phase, timescale, isRounded: isRounded))
}
