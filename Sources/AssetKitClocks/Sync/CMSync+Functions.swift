public import AssetKitBase
public import CMTimeLib

/// A clock or a timebase.
public typealias CMClockOrTimebase = CFTypeRef

/// A function result: an argument is missing.
public let kCMSyncError_MissingRequiredParameter: OSStatus = -12752
/// A function result: an argument makes no sense, or a clock is invalidated.
public let kCMSyncError_InvalidParameter: OSStatus = -12753
/// A function result: there is not enough memory.
public let kCMSyncError_AllocationFailed: OSStatus = -12754
/// A function result: what stands still has no relation to what moves.
public let kCMSyncError_RateMustBeNonZero: OSStatus = -12755

/// How many seconds pass in the first in a second of the other. NaN where nothing passes in the other.
public func CMSyncGetRelativeRate(
    _ ofClockOrTimebase: CMClockOrTimebase,
    relativeTo relativeToClockOrTimebase: CMClockOrTimebase
) -> Float64 {
    SyncRelation.rate(of: ofClockOrTimebase, relativeTo: relativeToClockOrTimebase)
}

/// The rate, and two times that belong together.
@discardableResult
public func CMSyncGetRelativeRateAndAnchorTime(
    _ ofClockOrTimebase: CMClockOrTimebase,
    relativeTo relativeToClockOrTimebase: CMClockOrTimebase,
    relativeRateOut outRelativeRate: UnsafeMutablePointer<Float64>?,
    anchorTimeOut outOfClockOrTimebaseAnchorTime: UnsafeMutablePointer<CMTime>?,
    relativeToAnchorTimeOut outRelativeToClockOrTimebaseAnchorTime: UnsafeMutablePointer<CMTime>?
) -> OSStatus {
    clockStatus {
        let relation = try SyncRelation.rateAndAnchorTime(
            of: ofClockOrTimebase,
            relativeTo: relativeToClockOrTimebase
        )
        outRelativeRate?.pointee = relation.rate
        outOfClockOrTimebaseAnchorTime?.pointee = relation.anchorTime
        outRelativeToClockOrTimebaseAnchorTime?.pointee = relation.referenceTime
    }
}

/// The time in the second when it is `time` in the first; invalid where there is no such time.
public func CMSyncConvertTime(
    _ time: CMTime,
    from fromClockOrTimebase: CMClockOrTimebase,
    to toClockOrTimebase: CMClockOrTimebase
) -> CMTime {
    SyncRelation.convert(time, from: fromClockOrTimebase, to: toClockOrTimebase)
}

/// The two may run apart although nobody changes their rates, because other clocks drive them.
public func CMSyncMightDrift(
    _ clockOrTimebase1: CMClockOrTimebase,
    _ clockOrTimebase2: CMClockOrTimebase
) -> Bool {
    SyncRelation.mightDrift(clockOrTimebase1, clockOrTimebase2)
}

/// The time of a clock or a timebase now.
public func CMSyncGetTime(_ clockOrTimebase: CMClockOrTimebase) -> CMTime { SyncRelation.time(of: clockOrTimebase) }
