public import AssetKitAssets
package import AssetKitBase
package import AssetKitCore
public import AssetKitMedia
internal import AssetKitSources
internal import Foundation

/// Gives the sound of several tracks in one: each at full volume, or as loud as an ``AVAudioMix`` says.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "film.mkv"))
/// let tracks = try await asset.loadTracks(withMediaType: .audio)
/// let reader = try AVAssetReader(asset: asset)
/// let samples = reader.outputProvider(for: AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: nil))
/// try reader.start()
/// for try await sample in samples { print(sample.presentationTimeStamp.seconds, sample.duration.seconds) }
/// ```
///
/// It lasts as long as the longest track, or the reader's range; tracks that are shorter are silent.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
    // SAFETY: fixed after init; what changes is behind locks.
    /// The tracks that are mixed.
    public let audioTracks: [AVAssetTrack]
    private let settings: OutputSettings
    private let mix = Lock<AVAudioMix?>(nil)

    /// Makes an output of tracks of sound. Settings ask for linear PCM; without settings it is that of the first track in
    /// floating-point numbers. No tracks, tracks of something else and settings for compressed sound stop the program.
    ///
    /// - Parameters:
    ///   - audioTracks: Tracks of the reader's asset, at least one.
    ///   - audioSettings: What the sound is to be like, by the keys that ``AVAssetReaderTrackOutput`` takes for sound;
    ///     nil for floating-point numbers at the first track's sample rate.
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

    /// How loud the tracks are, and when; nil for each at full volume. It is copied. Parameters of other tracks do not count.
    open var audioMix: AVAudioMix? {
        get { mix.withLock { $0 } }
        set {
            requireNotStarted("audioMix")
            let copy = newValue?.copy() as? AVAudioMix
            mix.withLock { $0 = copy }
        }
    }

    /// How sound is made longer or shorter where an edit plays it slower or faster: see ``AVAssetReaderTrackOutput``.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { pitchAlgorithm }
        set { pitchAlgorithm = newValue }
    }

    package override var sourceTracks: [AVAssetTrack] { audioTracks }
    package override var problem: MediaProblem? { settings.problem }

    package override func request(of loaded: LoadedAsset, _ flag: CancellationFlag) throws -> SampleRequest {
        var wish = LinearPCM(depth: .float32)
        if case .sound(let asked) = settings.kind { wish = asked }
        let tracks = audioTracks.map { loaded.source(of: $0) }
        guard let mixed = TrackSource(MixedTrack(tracks, audioMix)) else {
            preconditionFailure("an output of sound has a track at least")
        }
        return .sound(mixed, wish, pitchAlgorithm)
    }
}
