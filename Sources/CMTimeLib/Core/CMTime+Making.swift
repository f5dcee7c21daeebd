// Times from integers and seconds, and back.

/// Makes `value / timescale`. Nothing is reduced; a timescale that is not positive gives ``CMTime/invalid``.
@inlinable
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
    CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: 0)
}

/// Makes `value / timescale` on the timeline numbered `epoch`.
@inlinable
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    guard timescale > 0 else { return .invalid }
    return CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}

/// Makes a time from binary64 seconds at `preferredTimescale`, **truncating** toward zero.
///
/// `CMTimeMakeWithSeconds(0.3333, preferredTimescale: 3)` is 0/3. Where truncation is not what you want, use
/// ``CMTime/init(seconds:preferredTimescale:rounding:)``. A product that does not fit halves the timescale until it does.
@inlinable
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    guard preferredTimescale > 0 else { return .invalid }
    guard !seconds.isNaN else { return CMTime(numeric: 0, preferredTimescale, isRounded: true) }
    guard seconds.isFinite else { return .infinity(isNegative: seconds < 0) }
    var timescale = preferredTimescale
    while true {
        let product = seconds * Float64(timescale)
        if let value = Int64(truncating: product) {
            return CMTime(numeric: value, timescale, isRounded: Float64(value) / Float64(timescale) != seconds)
        }
        guard timescale > 1 else { return .infinity(isNegative: seconds < 0) }
        timescale /= 2
    }
}

/// The time in seconds: NaN for invalid and indefinite times, an infinity for infinite ones. The epoch does not count.
@inlinable
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 {
    if time.isNumeric { return Float64(time.value) / Float64(time.timescale) }
    if time.isPositiveInfinity { return .infinity }
    return time.isNegativeInfinity ? -.infinity : .nan
}

extension CMTime {
    /// Makes `value / timescale`, as ``CMTimeMake(value:timescale:)`` does.
    @inlinable
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self = CMTimeMake(value: value, timescale: timescale)
    }

    /// Makes a time from seconds, truncating, as ``CMTimeMakeWithSeconds(_:preferredTimescale:)`` does.
    @inlinable
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        self = CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
    }

    /// The time in seconds, as ``CMTimeGetSeconds(_:)`` gives it.
    @inlinable public var seconds: Double { CMTimeGetSeconds(self) }
}

extension Int64 {
    /// The integer part of a binary64 number; nil when it does not fit, and for NaN and infinities.
    @inlinable
    internal init?(truncating number: Float64) {
        // -2^63 and 2^63 are binary64 numbers; everything between them truncates into Int64.
        guard number >= -0x1p63, number < 0x1p63 else { return nil }
        self.init(number)
    }
}
