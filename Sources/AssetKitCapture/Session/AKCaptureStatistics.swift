/// What has become of the samples of a connection since it was made. An addition to AVFoundation.
///
/// A sample is a picture, a block of sound as the device delivers them, or a group of metadata: all numbers of samples count these.
/// ``produced`` is the sum of ``delivered``, ``dropped`` and ``unwanted`` and of those that are on their way, of which there are none
/// soon after the session has stopped.
public struct AKCaptureStatistics: Hashable, Sendable {
    /// Samples that the device produced, those that it lost among them.
    public var produced = 0
    /// Those that were delivered, or are at least in part in a file.
    public var delivered = 0
    /// Those that nobody wanted: there was no delegate, no photo had been asked for, nothing was recorded or the recording was paused.
    public var unwanted = 0
    /// Those that came while too many waited already, and sound that came when a recording had silence in its place.
    public var late = 0
    /// Those for which there was no room, since the client keeps too many pictures or there is no memory, or that could not be decoded.
    public var outOfBuffers = 0
    /// Those that still waited for the client when the session stopped or the recording failed, and sound that could not be heard
    /// because of an obstacle.
    public var abandoned = 0
    /// Those that the device lost. Of sound it says how many frames, which count as blocks of the size of the next one.
    public var lostByDevice = 0
    /// Pictures that files lack: those that the device or a busy machine lost while they were recorded, and those that are broken. They
    /// are counted among the others too.
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

    /// Those that were to be delivered and were not.
    public var dropped: Int { late + outOfBuffers + abandoned + lostByDevice }
}
