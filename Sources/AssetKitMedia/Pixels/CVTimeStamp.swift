/// A time of a display: on the host clock, and in units of its own.
public struct CVTimeStamp: Sendable {
    /// The version of this structure, which is 0.
    public var version: UInt32
    /// How many units of the display's time a second has.
    public var videoTimeScale: Int32
    /// The beginning of a picture of the display, in its units.
    public var videoTime: Int64
    /// The same on the host clock, in the units of the system's clock: nanoseconds.
    public var hostTime: UInt64
    /// How fast the display is: its real rate over the nominal one.
    public var rateScalar: Double
    /// How long a picture of the display lasts, in its units.
    public var videoRefreshPeriod: Int64
    /// The same time as hours, minutes, seconds and frames.
    public var smpteTime: CVSMPTETime
    /// Which of the fields mean something: ``CVTimeStampFlags``.
    public var flags: UInt64
    /// Not used.
    public var reserved: UInt64

    /// Makes a time stamp of fields.
    public init(
        version: UInt32 = 0,
        videoTimeScale: Int32 = 0,
        videoTime: Int64 = 0,
        hostTime: UInt64 = 0,
        rateScalar: Double = 0,
        videoRefreshPeriod: Int64 = 0,
        smpteTime: CVSMPTETime = CVSMPTETime(),
        flags: UInt64 = 0,
        reserved: UInt64 = 0
    ) {
        (self.version, self.videoTimeScale, self.videoTime) = (version, videoTimeScale, videoTime)
        (self.hostTime, self.rateScalar, self.videoRefreshPeriod) = (hostTime, rateScalar, videoRefreshPeriod)
        (self.smpteTime, self.flags, self.reserved) = (smpteTime, flags, reserved)
    }
}

/// Which fields of a ``CVTimeStamp`` mean something.
public struct CVTimeStampFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// ``CVTimeStamp/videoTime`` and its timescale mean something.
    public static let videoTimeValid = CVTimeStampFlags(rawValue: 1 << 0)
    /// ``CVTimeStamp/hostTime`` means something.
    public static let hostTimeValid = CVTimeStampFlags(rawValue: 1 << 1)
    /// ``CVTimeStamp/smpteTime`` means something.
    public static let smpteTimeValid = CVTimeStampFlags(rawValue: 1 << 2)
    /// ``CVTimeStamp/videoRefreshPeriod`` means something.
    public static let videoRefreshPeriodValid = CVTimeStampFlags(rawValue: 1 << 3)
    /// ``CVTimeStamp/rateScalar`` means something.
    public static let rateScalarValid = CVTimeStampFlags(rawValue: 1 << 4)
    /// It is the time of a top field.
    public static let topField = CVTimeStampFlags(rawValue: 1 << 16)
    /// It is the time of a bottom field.
    public static let bottomField = CVTimeStampFlags(rawValue: 1 << 17)
    /// The display's time and the host's mean something.
    public static let videoHostTimeValid: CVTimeStampFlags = [.videoTimeValid, .hostTimeValid]
    /// It is the time of a field.
    public static let isInterlaced: CVTimeStampFlags = [.topField, .bottomField]
}

/// A time as hours, minutes, seconds and frames.
public struct CVSMPTETime: Hashable, Sendable {
    /// How many parts of the frame have passed.
    public var subframes: Int16
    /// How many parts a frame has.
    public var subframeDivisor: Int16
    /// How many frames have passed in all.
    public var counter: UInt32
    /// The kind of the time.
    public var type: UInt32
    /// Whether it is valid and running.
    public var flags: UInt32
    /// Whole hours.
    public var hours: Int16
    /// Minutes of the hour.
    public var minutes: Int16
    /// Seconds of the minute.
    public var seconds: Int16
    /// Frames of the second.
    public var frames: Int16

    /// Makes a time of fields.
    public init(
        subframes: Int16 = 0,
        subframeDivisor: Int16 = 0,
        counter: UInt32 = 0,
        type: UInt32 = 0,
        flags: UInt32 = 0,
        hours: Int16 = 0,
        minutes: Int16 = 0,
        seconds: Int16 = 0,
        frames: Int16 = 0
    ) {
        (self.subframes, self.subframeDivisor, self.counter) = (subframes, subframeDivisor, counter)
        (self.type, self.flags) = (type, flags)
        (self.hours, self.minutes, self.seconds, self.frames) = (hours, minutes, seconds, frames)
    }
}
