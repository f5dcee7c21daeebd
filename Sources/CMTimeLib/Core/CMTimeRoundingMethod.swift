/// How a value that does not fit a timescale exactly is brought to it.
@frozen
public enum CMTimeRoundingMethod: UInt32, Hashable, Sendable, CaseIterable {
    /// To the nearest integer; exactly one half goes away from zero.
    case roundHalfAwayFromZero = 1
    /// Cuts the fraction off.
    case roundTowardZero = 2
    /// To the next integer of larger magnitude, unless the value is exact.
    case roundAwayFromZero = 3
    /// Toward zero when the timescale becomes coarser, away from zero when it becomes finer,
    /// and never from a negative value to zero.
    case quickTime = 4
    /// Up: to the smallest integer that is not below the value.
    case roundTowardPositiveInfinity = 5
    /// Down: to the largest integer that is not above the value.
    case roundTowardNegativeInfinity = 6

    /// ``roundHalfAwayFromZero``.
    @inlinable public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}
