internal import AssetKitBase

/// Where the sound of a waveform comes from. Any thread may ask, several at once.
protocol WaveformSound: Sendable {
    /// Frames a second.
    var sampleRate: Int { get }
    var channelCount: Int { get }
    /// The frames of the asset's timeline from zero to the end of the sound.
    var frameCount: Int { get }
    /// Times are exact, so that every part of the sound is found without reading what lies before it, and `frameCount` is
    /// right.
    var isPrecise: Bool { get }

    /// Reads the sound of some frames of the asset's timeline, frame n being the one at n divided by the rate.
    ///
    /// Blocks arrive in order. They may begin before the range and end after it, and may leave gaps where there is no
    /// sound. Stops with the error that `receive` throws.
    func read(
        _ frames: Range<Int>,
        _ cancellation: CancellationFlag,
        _ receive: (_ firstFrame: Int, InterleavedSound) throws -> Void
    ) throws
}
