internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// Decodes the sound of an item for a target. One worker owns it.
final class SoundReader: @unchecked Sendable {
    // SAFETY: the jobs of one worker alone touch it, one after the other.
    private let media: ItemMedia
    private let track: TrackSource
    private let wish: LinearPCM
    private var samples: SoundSamples?

    init?(_ media: ItemMedia, rate: Int, channelCount: Int) {
        guard let track = media.sound else { return nil }
        (self.media, self.track) = (media, track)
        let channels = SoundChannels(usualFor: channelCount)
        wish = LinearPCM(sampleRate: rate, channels: channels, depth: .float32, isInterleaved: false)
    }

    /// Goes to a place.
    func open(from start: CMTime, until end: CMTime, by algorithm: AVAudioTimePitchAlgorithm) throws {
        samples = nil
        let range = CMTimeRange(start: start, end: end)
        samples = try media.session.sound(of: track, as: wish, in: range, by: algorithm, false)
    }

    /// The next block; nil at the end.
    func next() throws -> SoundBlock? { try samples?.nextBlock() }
}
