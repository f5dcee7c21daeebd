internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// The sound of several tracks in one, as sample buffers. Not Sendable: one thread owns it.
final class MixedSounds {
    private let mixer: SoundMixer
    private var describer = SoundDescriber()

    init(_ mixer: SoundMixer) { self.mixer = mixer }

    /// The next samples; nil at the end.
    func next() throws -> CMSampleBuffer? { try mixer.next().map { try describer.sampleBuffer($0) } }
}

extension ReadingSession {
    /// The sound of several tracks over a range, mixed. What is not asked for is as the first track has it.
    func mix(
        of tracks: [TrackSource],
        as wish: LinearPCM,
        in range: CMTimeRange,
        by algorithm: AVAudioTimePitchAlgorithm,
        _ sharing: Bool
    ) throws -> MixedSounds {
        let facts = tracks.first?.facts.audio
        let rate = wish.sampleRate ?? facts.flatMap { Int(exactly: $0.sampleRate.rounded()) } ?? 0
        let channels = wish.channels ?? SoundChannels(usualFor: max(1, facts?.channelCount ?? 2))
        guard rate > 0 else { throw MediaProblem(code: .decodeFailed, reason: "its sound has no sample rate") }
        let part = LinearPCM(sampleRate: rate, channels: channels, depth: .float32)
        let inputs = try tracks.map { track in
            let samples = try sound(of: track, as: part, in: range, by: algorithm, sharing)
            return { try samples.nextBlock() }
        }
        return MixedSounds(SoundMixer(inputs, rate: rate, channels: channels, to: wish, in: range))
    }
}
