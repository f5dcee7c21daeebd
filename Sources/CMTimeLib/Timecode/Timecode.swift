/// A frame as SMPTE timecode shows it: a number of frames at a rate that counts.
///
/// Every frame number has a timecode, and none traps: beyond a day the hours go on to 24, 25 and further, before zero
/// there is a minus in front. Ask for ``wrapped()`` to have a display that starts again at midnight.
///
/// ```swift
/// let rate = TimecodeRate("29.97 DF")!
/// Timecode(frameNumber: 1800, rate: rate).description  // 00:01:00;02, after 00:00:59;29
/// Timecode(frameNumber: -1, rate: rate).wrapped()      // 23:59:59;29
/// try Timecode("01:00:00;00", rate: rate).frameNumber  // 107892
/// ```
@frozen
public struct Timecode: Sendable, Hashable {
    /// How many frames come between 00:00:00:00 and this one; negative before it.
    public var frameNumber: Int64
    /// The rate it counts at.
    public let rate: TimecodeRate

    /// Makes the timecode of a frame.
    @inlinable
    public init(frameNumber: Int64, rate: TimecodeRate) {
        self.frameNumber = frameNumber
        self.rate = rate
    }

    /// Makes the timecode of the frame shown at `time`, frame 0 at zero; nil for a time that is not a number, and where
    /// the frame number does not fit.
    @inlinable
    public init?(containing time: CMTime, rate: TimecodeRate) {
        guard let frame = rate.frameRate.frame(containing: time) else { return nil }
        self.init(frameNumber: frame, rate: rate)
    }

    /// Makes the timecode of the frame that starts exactly at `time`; nil when none does.
    @inlinable
    public init?(exactly time: CMTime, rate: TimecodeRate) {
        guard let frame = rate.frameRate.frame(startingAt: time) else { return nil }
        self.init(frameNumber: frame, rate: rate)
    }

    /// Makes a timecode from its fields; nil for a field out of range, a number that drop-frame counting skips, and a
    /// frame number that does not fit.
    @inlinable
    public init?(_ fields: Fields, rate: TimecodeRate) {
        guard let frame = fields.frameNumber(at: rate) else { return nil }
        self.init(frameNumber: frame, rate: rate)
    }

    /// When the frame starts, exactly; nil when no time holds it. It is real time: at 29.97 an hour of drop-frame
    /// timecode is 3599.9964 s, one of non-drop 3603.6 s.
    @inlinable public var time: CMTime? { CMTime.time(ofFrame: frameNumber, at: rate.frameRate) }

    /// The timecode within the day of 24 hours, as a clock shows it: midnight follows 23:59:59:29 and precedes
    /// 00:00:00:00.
    @inlinable
    public func wrapped() -> Timecode {
        let rest = frameNumber % rate.framesPerDay
        return Timecode(frameNumber: rest < 0 ? rest + rate.framesPerDay : rest, rate: rate)
    }

    /// The numbers of the display.
    @inlinable public var fields: Fields {
        let perSecond = UInt64(rate.nominalFramesPerSecond)
        var number = frameNumber.magnitude
        let dropped = UInt64(rate.droppedFramesPerMinute)
        if dropped != 0 {
            // Nine minutes of ten skip numbers at their start; the first of the ten is longer by as many.
            let (tens, rest) = number.quotientAndRemainder(dividingBy: UInt64(rate.framesPerTenMinutes))
            let minutes = rest < dropped ? 0 : (rest - dropped) / UInt64(rate.framesPerDroppingMinute)
            number += dropped * (9 * tens + minutes)
        }
        let (seconds, frames) = number.quotientAndRemainder(dividingBy: perSecond)
        return Fields(
            isNegative: frameNumber < 0,
            hours: Int64(seconds / 3600),
            minutes: Int(seconds / 60 % 60),
            seconds: Int(seconds % 60),
            frames: Int(frames)
        )
    }
}

extension Timecode {
    /// The numbers of a display: `HH:MM:SS:FF`, with a minus before them or not.
    @frozen
    public struct Fields: Sendable, Hashable {
        /// A minus stands before the numbers.
        public var isNegative: Bool
        /// From 0 on, without an upper bound.
        public var hours: Int64
        /// 0 to 59.
        public var minutes: Int
        /// 0 to 59.
        public var seconds: Int
        /// From 0 to one below the nominal frames per second.
        public var frames: Int

        /// Takes the numbers as they are given; making a timecode of them checks them.
        @inlinable
        public init(isNegative: Bool = false, hours: Int64, minutes: Int, seconds: Int, frames: Int) {
            self.isNegative = isNegative
            self.hours = hours
            self.minutes = minutes
            self.seconds = seconds
            self.frames = frames
        }

        /// Drop-frame counting at `rate` has no such number: the first ones of a minute that is not a tenth one.
        @inlinable
        public func isDropped(at rate: TimecodeRate) -> Bool {
            seconds == 0 && minutes % 10 != 0 && frames >= 0 && frames < rate.droppedFramesPerMinute
        }

        /// The frame of this number; nil for a field out of range, a dropped number and for what does not fit.
        @inlinable
        internal func frameNumber(at rate: TimecodeRate) -> Int64? {
            guard hours >= 0, minutes >= 0, minutes < 60, seconds >= 0, seconds < 60, frames >= 0,
                frames < rate.nominalFramesPerSecond, !isDropped(at: rate)
            else { return nil }
            let totalMinutes = Int128(hours) * 60 + Int128(minutes)
            let number = (totalMinutes * 60 + Int128(seconds)) * Int128(rate.nominalFramesPerSecond) + Int128(frames)
            let skipped = Int128(rate.droppedFramesPerMinute) * (totalMinutes - totalMinutes / 10)
            return Int64(exactly: isNegative ? skipped - number : number - skipped)
        }
    }
}
