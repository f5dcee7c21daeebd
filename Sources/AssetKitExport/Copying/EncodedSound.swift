internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// A track of sound of a new file that is encoded in one run over all clips, because the packets of one do not meet those of
/// the next, and the file can hide clips of packets at its own ends alone. A plain value.
struct EncodedSound: Sendable {
    /// What is heard of one clip.
    struct Clip: Sendable {
        /// What is open of the source.
        var session: ReadingSession
        var track: TrackSource
        /// The clip of the asset's timeline.
        var range: CMTimeRange
        /// When it begins in the new file.
        var start: CMTime
        /// What makes it longer or shorter where an edit plays it at another speed; nil where none does.
        var algorithm: AVAudioTimePitchAlgorithm?
        /// How much higher it becomes.
        var semitones = 0.0
    }

    /// The place of the track in the new file.
    var track: Int
    var encoding: SoundEncoding
    var clips: [Clip]
}

/// How tracks of sound are encoded, by their number among those of their file.
typealias SoundEncodings = [Int: SoundEncoding]
