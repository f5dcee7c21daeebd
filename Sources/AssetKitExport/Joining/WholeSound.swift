internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// The sound of a new file whose pictures are copied clip by clip, and that is encoded in one run: what a mix makes of all
/// tracks. A plain value.
struct WholeSound: Sendable {
    /// What is open of the source.
    let session: ReadingSession
    let track: TrackSource
    /// Of the timeline of the track; it is the new file's from its start on.
    let range: CMTimeRange
    let encoding: SoundEncoding
    /// What makes it longer or shorter where it plays at another speed.
    let algorithm: AVAudioTimePitchAlgorithm?
    /// Why it is encoded, a sentence.
    let why: String

    /// Makes it a track of a file that has none of sound.
    func append(to plan: inout CopyPlan, _ encoders: EncoderHeaders) throws {
        let header = try encoders.sound(of: encoding)
        var track = SinkTrack(
            mediaType: .audio,
            formats: [header.format],
            timescale: CMTimeScale(encoding.codedRate)
        )
        track.priming = header.priming
        track.describe(self.track.facts)
        track.metadata = []
        let place = plan.sink.tracks.count
        plan.sink.tracks.append(track)
        plan.edits.append(nil)
        plan.texts.append(nil)
        plan.encodedSounds.append(
            EncodedSound(
                track: place,
                encoding: encoding,
                clips: [.init(session: session, track: self.track, range: range, start: .zero, algorithm: algorithm)]
            )
        )
    }
}
