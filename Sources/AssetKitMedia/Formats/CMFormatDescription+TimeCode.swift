public import CMTimeLib

extension CMFormatDescription {
    /// Names of time codes.
    public struct TimeCode {
        /// How a time code counts.
        public struct Flag: OptionSet, Hashable, Sendable {
            public let rawValue: UInt32

            public init(rawValue: UInt32) {
                self.rawValue = rawValue
            }

            /// Some numbers are left out, to keep pace with the clock.
            public static let dropFrame = Flag(rawValue: 1)
            /// It starts again after 24 hours.
            public static let twentyFourHourMax = Flag(rawValue: 2)
            /// It may be negative.
            public static let negTimesOK = Flag(rawValue: 4)
        }
    }

    /// Makes a description of time codes: how long a frame is, and how many frames are counted in a second.
    public convenience init(
        timeCodeFormatType: MediaSubType,
        frameDuration: CMTime,
        frameQuanta: Int,
        flags: CMTimeCodeFormatDescription.TimeCode.Flag,
        extensions: Extensions? = nil
    ) throws {
        guard let quanta = UInt32(exactly: frameQuanta), frameDuration.isNumeric, frameDuration > .zero else {
            throw Error.invalidParameter
        }
        self.init(
            type: kCMMediaType_TimeCode,
            subtype: timeCodeFormatType.rawValue,
            extensions: extensions?.values ?? [:],
            timeCode: TimeCodeDetails(frameDuration: frameDuration, frameQuanta: quanta, flags: flags.rawValue)
        )
    }

    /// How long a frame is; invalid for other media.
    public var frameDuration: CMTime { timeCodeDetails?.frameDuration ?? .invalid }
    /// How many frames are counted in a second; 0 for other media.
    public var frameQuanta: UInt32 { timeCodeDetails?.frameQuanta ?? 0 }
    /// How the time code counts.
    public var timeCodeFlags: TimeCode.Flag { TimeCode.Flag(rawValue: timeCodeDetails?.flags ?? 0) }
}

/// A time code counts with some numbers left out.
public let kCMTimeCodeFlag_DropFrame: UInt32 = 1
/// A time code starts again after 24 hours.
public let kCMTimeCodeFlag_24HourMax: UInt32 = 2
/// A time code may be negative.
public let kCMTimeCodeFlag_NegTimesOK: UInt32 = 4
