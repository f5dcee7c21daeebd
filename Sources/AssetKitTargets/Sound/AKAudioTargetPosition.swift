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
}
