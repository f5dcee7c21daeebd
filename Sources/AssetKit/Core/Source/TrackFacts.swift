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
    /// FFmpeg's name of the codec, by which a decoder is found.
    var decoderName = ""
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
}

/// One description of a track's samples.
struct SampleDescriptionFacts: Sendable, Hashable {
    var codec: FourCharCode
    /// The codec's header as an MP4 box would hold it, by the four characters of that box.
    var atoms: [String: [UInt8]] = [:]
    var width: Int = 0
    var height: Int = 0
    /// The whole entry of an ISO media file, so that a copy can have it as it was.
    var entry: [UInt8]?
    /// The entry is QuickTime's, which other files of the family do not understand.
    var isQuickTimeEntry = false
}

/// What a file says about pictures.
struct VideoFacts: Sendable, Hashable {
    var codedWidth = 0
    var codedHeight = 0
    /// The pictures' size on a screen before it is turned: pixel shape and aperture applied.
    var naturalSize = CGSize.zero
    var transform = CGAffineTransform.identity
    var pixelAspect = PixelAspect(horizontal: 1, vertical: 1)
    var cleanAperture: CGRect?
    var nominalFrameRate: Double = 0
    /// Pictures a second where they show longest and shortest; nil where all show alike, or nobody has looked.
    var frameRateRange: ClosedRange<Double>?
    /// How long the shortest picture shows; invalid when it is not known.
    var minimumFrameDuration = CMTime.invalid
    /// 1 for progressive pictures, 2 for interlaced ones.
    var fieldCount: Int?
    var isTopFieldFirst: Bool?
    var bitDepth: Int?
    /// Such as `4:2:0`.
    var chroma: String?
    var primaries: String?
    var transfer: String?
    var matrix: String?
    /// `tv` for limited and `pc` for full, as FFmpeg has it.
    var range: String?
    var dynamicRange: String?
    var masteringDisplay: MasteringDisplay?
    var contentLight: ContentLight?
    var keyFrameInterval: Int?
    /// There is one picture, of an image file: it has no duration of its own.
    var isStillImage = false
    /// The codec has loss in general, and its headers say that these pictures have none.
    var isWithoutLoss = false
    /// The alpha of the pictures; nil where they are opaque.
    var alpha: Alpha?

    /// Where alpha is stored, and whether it is premultiplied.
    struct Alpha: Sendable, Hashable {
        enum Place: Sendable, Hashable {
            /// As a component of the pictures.
            case inside
            /// As a picture of its own beside each sample: Matroska's BlockAdditions, for VP8 and VP9.
            case beside
            /// As an auxiliary layer of HEVC, which no decoder here knows.
            case layer
        }

        var place = Place.inside
        /// Colours are multiplied with it.
        var isPremultiplied = false
        /// They were multiplied over white, and not over black.
        var isOverWhite = false

        var isDecodable: Bool { place != .layer }
    }

    /// The shape of a pixel: width to height.
    struct PixelAspect: Sendable, Hashable {
        var horizontal: Int
        var vertical: Int
    }

    /// The screen that the pictures were graded on.
    struct MasteringDisplay: Sendable, Hashable {
        /// x and y of red, green, blue and white.
        var chromaticities: [Double]
        var minimumLuminance: Double
        var maximumLuminance: Double
    }

    /// How bright pictures get, in cd/m².
    struct ContentLight: Sendable, Hashable {
        var maximum: Int
        var maximumAverage: Int
    }
}

/// What a file says about sound.
struct AudioFacts: Sendable, Hashable {
    var sampleRate: Double = 0
    var channelCount = 0
    /// FFmpeg's name of the layout, such as `5.1`.
    var channelLayout: String?
    /// Bits of a sample, where samples have a fixed size.
    var bitDepth: Int?
    var isFloatingPoint = false
    var isBigEndian = false
    var framesPerPacket = 0
    var bytesPerPacket = 0
    /// Samples of the encoder's delay, which are not presented.
    var priming: Int?
    var remainder: Int?
}
