internal import Foundation

/// Gives the samples of one track.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    // SAFETY: fixed after init; what changes is behind the lock of the superclass.
    /// The track that is read.
    public let track: AVAssetTrack
    private let settings: OutputSettings

    /// Makes an output. Settings for sound ask for linear PCM, settings for pictures for a pixel format; anything else is a
    /// mistake that stops the program. Without settings samples come as they are stored.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        self.track = track
        settings = OutputSettings(outputSettings, for: track.mediaType)
        super.init(mediaType: track.mediaType)
    }

    /// What was asked for; nil for samples as they are stored.
    open var outputSettings: [String: Any]? { settings.dictionary }

    /// How sound keeps its pitch where an edit plays it faster or slower: only compositions do so, which nothing reads yet.
    /// The few files with such edits sound as a tape would.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { pitchAlgorithm }
        set { pitchAlgorithm = newValue }
    }

    override var sourceTracks: [AVAssetTrack] { [track] }

    override func request(of loaded: LoadedAsset) throws -> SampleRequest {
        let source = loaded.source(of: track)
        switch settings.kind {
        case .stored: return .stored(source)
        case .sound(let wish): return .sound(source, wish)
        case .pictures(let request): return .pictures(source, request)
        }
    }
}

/// What an output is asked for.
///
/// SAFETY: the dictionary is a client's, who does not change it after handing it over.
struct OutputSettings: @unchecked Sendable {
    enum Kind {
        case stored
        case sound(LinearPCM)
        case pictures(PictureRequest)
    }

    let dictionary: [String: Any]?
    let kind: Kind

    init(_ dictionary: [String: Any]?, for mediaType: AVMediaType) {
        self.dictionary = dictionary
        guard let dictionary else {
            kind = .stored
            return
        }
        switch mediaType {
        case .audio: kind = .sound(AudioOutputSettings.linearPCM(dictionary, of: "AVAssetReaderTrackOutput"))
        case .video: kind = .pictures(VideoOutputSettings.pictures(dictionary, of: "AVAssetReaderTrackOutput"))
        default: programmerError("AVAssetReaderTrackOutput: a track of \(mediaType.rawValue) has no settings")
        }
    }
}
