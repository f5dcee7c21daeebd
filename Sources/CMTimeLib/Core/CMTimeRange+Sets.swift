// Ranges as sets of times.

/// Whether `time` lies in the range. The end does not; an empty, invalid or indefinite range contains nothing.
@inlinable
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
    guard range.isDefinite, !range.isEmpty, time.isValid else { return false }
    if time.isNumeric && range.start.isNumeric && time.epoch != range.start.epoch { return false }
    return CMTimeCompare(range.start, time) <= 0 && CMTimeCompare(time, CMTimeRangeGetEnd(range)) < 0
}

/// Whether the whole of `otherRange` lies in the range. An empty one does where its start does, and an empty range
/// contains nothing, not even itself.
@inlinable
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    guard range.isDefinite, otherRange.isDefinite, range.start.epoch == otherRange.start.epoch else { return false }
    guard !range.isEmpty else { return false }
    guard !otherRange.isEmpty else { return CMTimeRangeContainsTime(range, time: otherRange.start) }
    return CMTimeCompare(range.start, otherRange.start) <= 0
        && CMTimeCompare(CMTimeRangeGetEnd(otherRange), CMTimeRangeGetEnd(range)) <= 0
}

/// The smallest range that holds both, gaps covered.
@inlinable
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    guard range.isDefinite, otherRange.isDefinite, range.start.epoch == otherRange.start.epoch else { return .invalid }
    return CMTimeRangeFromTimeToTime(
        start: CMTimeMinimum(range.start, otherRange.start),
        end: CMTimeMaximum(CMTimeRangeGetEnd(range), CMTimeRangeGetEnd(otherRange))
    )
}

/// What both ranges share: ``CMTimeRange/zero`` where that is nothing.
@inlinable
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    guard range.isDefinite, otherRange.isDefinite, range.start.epoch == otherRange.start.epoch else { return .invalid }
    let start = CMTimeMaximum(range.start, otherRange.start)
    let end = CMTimeMinimum(CMTimeRangeGetEnd(range), CMTimeRangeGetEnd(otherRange))
    guard CMTimeCompare(start, end) < 0 else { return .zero }
    return CMTimeRangeFromTimeToTime(start: start, end: end)
}

extension CMTimeRange {
    /// The smallest range that holds both.
    @inlinable
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        CMTimeRangeGetUnion(self, otherRange: otherRange)
    }

    /// What both ranges share: ``zero`` where that is nothing.
    @inlinable
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        CMTimeRangeGetIntersection(self, otherRange: otherRange)
    }

    /// Whether `time` lies in the range; the end does not.
    @inlinable
    public func containsTime(_ time: CMTime) -> Bool {
        CMTimeRangeContainsTime(self, time: time)
    }

    /// Whether the whole of `range` lies in this one.
    @inlinable
    public func containsTimeRange(_ range: CMTimeRange) -> Bool {
        CMTimeRangeContainsTimeRange(self, otherRange: range)
    }
}
