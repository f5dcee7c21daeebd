/// How many frames there are in a second, as a fraction: 25, or 30000/1001.
///
/// The time of frame `n` is computed from `n`, never by adding up durations, so it does not drift:
///
/// ```swift
/// let rate = FrameRate("29.97")!                     // 30000/1001
/// CMTime.time(ofFrame: 107_892, at: rate)            // 107999892/30000: 3.6 ms short of an hour
/// ```
@frozen
public struct FrameRate: Sendable, Hashable {
    /// The number of frames in ``denominator`` seconds; positive, in lowest terms.
    public let numerator: Int32
    /// The number of seconds in which there are ``numerator`` frames; positive, in lowest terms.
    public let denominator: Int32

    /// Makes a rate of `numerator / denominator` frames in a second; nil unless both are positive.
    @inlinable
    public init?(_ numerator: Int32, _ denominator: Int32 = 1) {
        guard numerator > 0, denominator > 0 else { return nil }
        let divisor = Int32(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    /// Makes a rate of `framesPerSecond`; nil unless it is positive and both terms fit 32 bits.
    @inlinable
    public init?(_ framesPerSecond: Rational128) {
        guard let top = Int32(exactly: framesPerSecond.numerator),
            let bottom = Int32(exactly: framesPerSecond.denominator)
        else { return nil }
        self.init(top, bottom)
    }

    /// Makes the rate at which every frame lasts `duration`; nil unless that is a positive number whose lowest terms
    /// fit 32 bits.
    @inlinable
    public init?(frameDuration duration: CMTime) {
        guard let rate = duration.exactSeconds?.reciprocal else { return nil }
        self.init(rate)
    }

    /// The exact number of frames in a second.
    @inlinable public var framesPerSecond: Rational128 {
        Rational128(reduced: Int128(numerator), over: Int128(denominator))
    }

    /// How long a frame lasts: the denominator at a timescale of the numerator.
    @inlinable public var frameDuration: CMTime {
        CMTime(numeric: Int64(denominator), numerator, isRounded: false)
    }

    /// The number of the frame shown at `time`: the last one that starts at or before it, frame 0 at zero.
    ///
    /// Nil for a time that is not a number, and where the number does not fit. The epoch does not count. Before zero
    /// the numbers are negative: just before zero comes frame -1.
    @inlinable
    public func frame(containing time: CMTime) -> Int64? {
        frame(at: time, .roundTowardNegativeInfinity)
    }

    /// The number of the frame whose start is nearest to `time`, of two the one farther from frame 0.
    @inlinable
    public func frame(nearestTo time: CMTime) -> Int64? {
        frame(at: time, .roundHalfAwayFromZero)
    }

    /// The number of the frame that starts exactly at `time`; nil when none does.
    @inlinable
    public func frame(startingAt time: CMTime) -> Int64? {
        guard let frame = frame(containing: time), CMTime.time(ofFrame: frame, at: self) == time else { return nil }
        return frame
    }

    @inlinable
    internal func frame(at time: CMTime, _ method: CMTimeRoundingMethod) -> Int64? {
        guard time.isCalculable else { return nil }
        let fraction = TimeFraction(time, times: 1, over: Int64(denominator))
        let decision = RoundingDecision(method, isNegative: fraction.isNegative, isCoarser: true)
        return roundedProduct(fraction.magnitude, over: fraction.denominator, timescale: numerator, decision)?.value
    }
}

extension FrameRate: CustomStringConvertible {
    /// `25`, or `30000/1001`.
    public var description: String { framesPerSecond.description }
}

extension CMTime {
    /// When frame `frame` starts, exactly; frame 0 starts at zero. Nil when no time holds it.
    ///
    /// The timescale is the numerator of the rate, or lowest terms where only they fit.
    @inlinable
    public static func time(ofFrame frame: Int64, at rate: FrameRate) -> CMTime? {
        rate.frameDuration.multiplying(exactlyBy: frame)
    }

    /// The number of the frame shown at this time, as ``FrameRate/frame(containing:)`` gives it.
    @inlinable
    public func frame(at rate: FrameRate) -> Int64? {
        rate.frame(containing: self)
    }
}
