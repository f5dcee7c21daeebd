internal import AssetKitMedia
internal import AssetKitSinks

/// How sound is made and encoded. A plain value.
struct SoundRendering: Codable, Sendable, Hashable {
    var encoding: SoundEncoding
    /// What makes it longer or shorter, by the name of the ``AVAudioTimePitchAlgorithm``; nil where all of it plays at its own
    /// speed.
    var algorithm: String?
    /// How much higher it becomes.
    var semitones = 0.0
    /// The tracks whose sum it is; nil for the one track.
    var mix: SoundMix?

    var timePitchAlgorithm: AVAudioTimePitchAlgorithm? { algorithm.map { AVAudioTimePitchAlgorithm(rawValue: $0) } }
}
