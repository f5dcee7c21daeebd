/// What sound is like that a target takes: interleaved floating-point numbers. An addition to AVFoundation.
public struct AKAudioTargetFormat: Hashable, Sendable {
    /// Frames a second.
    public var sampleRate: Int
    /// Samples of a frame.
    public var channelCount: Int

    /// Makes a format.
    public init(sampleRate: Int, channelCount: Int) {
        (self.sampleRate, self.channelCount) = (sampleRate, channelCount)
    }
}
