internal import Foundation

/// Gives the sound of several tracks in one, each at full volume.
///
/// It lasts as long as the longest track, or the reader's range; tracks that are shorter are silent.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
    // SAFETY: fixed after init; what changes is behind locks.
    /// The tracks that are mixed.
    public let audioTracks: [AVAssetTrack]
    private let settings: OutputSettings
    private let mix = Lock<AVAudioMix?>(nil)

    /// Makes an output of tracks of sound. Settings ask for linear PCM; without settings it is that of the first track in
    /// floating-point numbers.
    public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
        let name = "AVAssetReaderAudioMixOutput"
        require(!audioTracks.isEmpty, "\(name): there are no tracks")
        require(audioTracks.allSatisfy { $0.mediaType == .audio }, "\(name): a track is none of sound")
        self.audioTracks = audioTracks
        settings = OutputSettings(audioSettings, for: .audio)
        super.init(mediaType: .audio)
    }

    /// What was asked for.
    open var audioSettings: [String: Any]? { settings.dictionary }

    /// How the tracks are mixed. Only nil can be read as yet: with anything else starting fails, and the error says so.
    open var audioMix: AVAudioMix? {
        get { mix.withLock { $0 } }
        set {
            requireNotStarted("audioMix")
            mix.withLock { $0 = newValue }
        }
    }

    /// How sound keeps its pitch where an edit plays it faster or slower: see ``AVAssetReaderTrackOutput``.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { pitchAlgorithm }
        set { pitchAlgorithm = newValue }
    }

    override var sourceTracks: [AVAssetTrack] { audioTracks }
    override var problem: MediaProblem? { settings.problem }

    override func request(of loaded: LoadedAsset) throws -> SampleRequest {
        guard audioMix == nil else {
            let reason = "an AVAudioMix cannot be applied yet; set audioMix to nil to mix all tracks at full volume"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        var wish = LinearPCM(depth: .float32)
        if case .sound(let asked) = settings.kind { wish = asked }
        return .mix(audioTracks.map { loaded.source(of: $0) }, wish)
    }
}
