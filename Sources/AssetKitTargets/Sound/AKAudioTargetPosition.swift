/// Which frame is heard when. An addition to AVFoundation.
public struct AKAudioTargetPosition: Hashable, Sendable {
    /// So many frames have been heard.
    public var frame: Int64
    /// At this moment of the host clock, in nanoseconds.
    public var hostTime: Int64

    /// Makes a position.
    public init(frame: Int64, hostTime: Int64) {
        (self.frame, self.hostTime) = (frame, hostTime)
    }

    /// So far a moment may lie from the present one, in nanoseconds: an hour.
    private static var farthest: Int64 { 3_600_000_000_000 }
    /// So long nobody has listened, in seconds.
    private static var longest: Int64 { 1 << 31 }

    /// Itself, or nil where no device can be: targets may be anybody's, and what they say is calculated with.
    package func plausible(now: Int64, rate: Int) -> Self? {
        let (distance, isFar) = hostTime.subtractingReportingOverflow(now)
        guard rate > 0, !isFar, (-Self.farthest...Self.farthest).contains(distance) else { return nil }
        let seconds = frame / Int64(rate)
        guard (-3600..<Self.longest).contains(seconds) else { return nil }
        return self
    }
}
