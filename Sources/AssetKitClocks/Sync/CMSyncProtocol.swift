public import CMTimeLib

/// What has a time that goes by: clocks and timebases. How they go with each other is asked of either.
///
/// Only `CMClock` and `CMTimebase` conform; the relation to anything else is unknown.
public protocol CMSyncProtocol: Sendable {
    /// The time now.
    var time: CMTime { get }

    /// How many seconds pass here in a second there. NaN where nothing passes there.
    func rate<T>(relativeTo relativeToClockOrTimebase: T) -> Double where T: CMSyncProtocol

    /// The rate, and two times that belong together.
    func rateAndAnchorTime<T>(
        relativeTo clockOrTimebase: T
    ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime) where T: CMSyncProtocol

    /// The time there when it is `time` here.
    func convertTime<T>(_ time: CMTime, to clockOrTimebase: T) -> CMTime where T: CMSyncProtocol

    /// The two may run apart although nobody changes their rates, because other clocks drive them.
    func mightDrift<T>(relativeTo clockOrTimebase: T) -> Bool where T: CMSyncProtocol
}

extension CMSyncProtocol {
    /// How many seconds pass here in a second there. NaN where nothing passes there.
    public func rate<T>(relativeTo relativeToClockOrTimebase: T) -> Double where T: CMSyncProtocol {
        SyncRelation.rate(of: self, relativeTo: relativeToClockOrTimebase)
    }

    /// The rate, and two times that belong together: those of now.
    ///
    /// - Throws: an error with the code `kCMSyncError_RateMustBeNonZero` where nothing passes there.
    public func rateAndAnchorTime<T>(
        relativeTo clockOrTimebase: T
    ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime) where T: CMSyncProtocol {
        try SyncRelation.rateAndAnchorTime(of: self, relativeTo: clockOrTimebase)
    }

    /// The time there when it is `time` here; invalid where there is no such time, as on the way up from what stands still.
    ///
    /// Clocks of different devices are compared over the time of the host, with the drift that was measured.
    public func convertTime<T>(_ time: CMTime, to clockOrTimebase: T) -> CMTime where T: CMSyncProtocol {
        SyncRelation.convert(time, from: self, to: clockOrTimebase)
    }

    /// The two may run apart although nobody changes their rates, because other clocks drive them.
    public func mightDrift<T>(relativeTo clockOrTimebase: T) -> Bool where T: CMSyncProtocol {
        SyncRelation.mightDrift(self, clockOrTimebase)
    }
}
