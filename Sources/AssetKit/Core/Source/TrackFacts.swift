internal import AssetKitBase
internal import AssetKitMedia
internal import Foundation

/// What a file says about one track.
struct TrackFacts: Sendable {
    /// How a track counts its bit rate.
    enum BitRateMode: String, Sendable { case constant, variable, average }

    var trackID: Int32
    /// Where FFmpeg has the track among its streams; nil when it shows none for it.
    var streamIndex: Int?
    var mediaType: AVMediaType

    /// The code that MP4 has for the codec, whatever the container.
    var codec: FourCharCode = 0
    /// What people call the codec.
    var codecName = ""
    var profile: String?
    var level: Double?
    /// What is known of the codec, and how a decoder for it is found.
    var traits = CodecTraits.unknown
    /// Every description that the track's samples use.
    var descriptions: [SampleDescriptionFacts] = []

    var isEnabled = true
    var isDefault: Bool?
    var isForced: Bool?
    var isSelfContained = true
    var isProtected = false
    var isDecodable = false
    var alternateGroup = 0
    /// As the container stores it: three letters.
    var languageCode: String?
    var extendedLanguageTag: String?
    var title: String?
    var encoder: String?
    var characteristics: Set<AVMediaCharacteristic> = []

    var timescale: CMTimeScale = 0
    var timeRange = CMTimeRange(start: .zero, duration: .indefinite)
    /// The edit list: empty mappings are gaps.
    var segments: [CMTimeMapping] = []
    var sampleCount: Int64?
    var totalByteCount: Int64?
    var estimatedDataRate: Double = 0
    var bitRateMode: BitRateMode?
    var requiresReordering = false
    /// The largest number of what Matroska keeps beside the samples; 0 where that is nothing.
    var largestAdditionNumber: UInt64 = 0
    /// The pictures carry captions (ATSC A/53).
    var hasCaptionsInside = false
    var hasSampleDependencies = false
    /// Which pictures at the beginning cannot be decoded, where there are such.
    var beginning: PictureBeginning?
    var preferredVolume: Float = 1
    /// Tracks that this one refers to, by the four characters of the reference.
    var references: [String: [Int32]] = [:]
    var startTimecode: String?
    var metadata: [MetadataEntry] = []

    var video: VideoFacts?
    var audio: AudioFacts?

    /// The codec, where it is one that the table lists.
    var knownCodec: MediaCodec? { traits.codec }
}
