internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// The sound of a new file whose pictures are copied clip by clip, and that is encoded in one run: what a mix makes of all
/// tracks. A plain value.
struct WholeSound: Sendable {
    /// What is heard, as the only clip.
    let clip: EncodedSound.Clip
    let encoding: SoundEncoding
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
        track.describe(clip.track.facts)
        track.metadata = []
        let place = plan.sink.tracks.count
        plan.sink.tracks.append(track)
        plan.edits.append(nil)
        plan.texts.append(nil)
        plan.encodedSounds.append(EncodedSound(track: place, encoding: encoding, clips: [clip]))
    }
}
