package import AssetKitBase
package import AssetKitCore
package import AssetKitMedia
package import CMTimeLib
internal import Foundation

/// What a file says about one track.
package struct TrackFacts: Sendable {
    /// How a track counts its bit rate.
    package enum BitRateMode: String, Sendable { case constant, variable, average }

    package var trackID: Int32
    /// Where FFmpeg has the track among its streams; nil when it shows none for it.
    package var streamIndex: Int?
    package var mediaType: AVMediaType

    /// The code that MP4 has for the codec, whatever the container.
    package var codec: FourCharCode = 0
    /// What people call the codec.
    package var codecName = ""
    package var profile: String?
    package var level: Double?
    /// What is known of the codec, and how a decoder for it is found.
    package var traits = CodecTraits.unknown
    /// Every description that the track's samples use.
    package var descriptions: [SampleDescriptionFacts] = []

    package var isEnabled = true
    package var isDefault: Bool?
    package var isForced: Bool?
    package var isSelfContained = true
    package var isProtected = false
    package var isDecodable = false
    package var alternateGroup = 0
    /// As the container stores it: three letters.
    package var languageCode: String?
    package var extendedLanguageTag: String?
    package var title: String?
    package var encoder: String?
    package var characteristics: Set<AVMediaCharacteristic> = []

    package var timescale: CMTimeScale = 0
    package var timeRange = CMTimeRange(start: .zero, duration: .indefinite)
    /// The edit list: empty mappings are gaps.
    package var segments: [CMTimeMapping] = []
    package var sampleCount: Int64?
    package var totalByteCount: Int64?
    package var estimatedDataRate: Double = 0
    package var bitRateMode: BitRateMode?
    package var requiresReordering = false
    /// The largest number of what Matroska keeps beside the samples; 0 where that is nothing.
    package var largestAdditionNumber: UInt64 = 0
    /// The pictures carry captions (ATSC A/53).
    package var hasCaptionsInside = false
    package var hasSampleDependencies = false
    /// Which pictures at the beginning cannot be decoded, where there are such.
    package var beginning: PictureBeginning?
    package var preferredVolume: Float = 1
    /// Tracks that this one refers to, by the four characters of the reference.
    package var references: [String: [Int32]] = [:]
    package var startTimecode: String?
    package var metadata: [MetadataEntry] = []

    package var video: VideoFacts?
    package var audio: AudioFacts?

    /// The codec, where it is one that the table lists.
    package var knownCodec: MediaCodec? { traits.codec }
}

extension TrackFacts {
    /// A track of which nothing else is known.
    package init(_ trackID: Int32, _ mediaType: AVMediaType) { self.init(trackID: trackID, mediaType: mediaType) }
}
