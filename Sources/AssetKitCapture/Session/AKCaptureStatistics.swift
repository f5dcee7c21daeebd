/// What has become of the samples of a connection since its session started. An addition to AVFoundation.
public struct AKCaptureStatistics: Hashable, Sendable {
    /// Samples (pictures, blocks of sound) that the device produced, those that it lost among them.
    public var produced = 0
    /// Those that were delivered.
    public var delivered = 0
    /// Those that came while too many waited already.
    public var late = 0
    /// Those for which there was no memory, or that could not be decoded.
    public var outOfBuffers = 0
    /// Those that still waited for the client when the session stopped, and sound that nobody could hear.
    public var abandoned = 0
    /// Those that the device lost. Of sound, frames.
    public var lostByDevice = 0
    /// Pictures that files lack: those that the device or a busy machine lost while they were recorded, and those that are broken.
    public var missing = 0
    /// How many waited at most.
    public var highWater = 0
    /// How often the time of samples jumped.
    public var glitches = 0
    /// How long the last sample was on its way from the device, in nanoseconds.
    public var latency: Int64 = 0
    /// How long a sample was on its way at most, in nanoseconds.
    public var longestLatency: Int64 = 0

    /// Makes statistics of nothing.
    public init() {}

    /// Those that did not arrive.
    public var dropped: Int { late + outOfBuffers + abandoned + lostByDevice }
}
