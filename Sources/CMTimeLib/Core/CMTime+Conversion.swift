/// Brings a time to another timescale, rounding once as `method` says.
///
/// Sets ``CMTimeFlags/hasBeenRounded`` when the value is not exact. A result that does not fit is an infinity: the
/// timescale asked for is never changed. Times that are not numbers come back as they are.
@inlinable
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    guard time.isNumeric else { return time }
    guard newTimescale > 0, time.timescale > 0 else { return .invalid }
    guard newTimescale != time.timescale else { return time }
    guard let converted = rescale(time.value, from: time.timescale, to: newTimescale, method) else {
        return .infinity(isNegative: time.value < 0)
    }
    let rounded: UInt32 = converted.isRounded ? 2 : 0
    return CMTime(
        value: converted.value,
        timescale: newTimescale,
        flags: CMTimeFlags(rawValue: time.flags.rawValue | rounded),
        epoch: time.epoch
    )
}

extension CMTime {
    /// The time at another timescale, as ``CMTimeConvertScale(_:timescale:method:)`` gives it.
    @inlinable
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        CMTimeConvertScale(self, timescale: newTimescale, method: method)
    }
}
