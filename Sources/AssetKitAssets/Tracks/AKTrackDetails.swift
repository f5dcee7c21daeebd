public import AssetKitBase
internal import AssetKitCore
internal import AssetKitSources
public import CMTimeLib
public import Foundation

/// What a track's headers say beyond AVFoundation's vocabulary. An addition to AVFoundation: a plain value, in the words of
/// the standards and of FFmpeg.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// for track in try await asset.load(.tracks) {
///     let details = track.akDetails
///     print(details.codecName, details.profile ?? "", details.level ?? 0)
///     if let video = details.video { print(video.bitDepth ?? 0, video.chroma ?? "", video.transfer ?? "") }
///     if let audio = details.audio { print(audio.sampleRate, audio.channelCount, audio.channelLayout ?? "") }
/// }
/// ```
///
/// What the file does not say is nil. Get it from ``AVAssetTrack/akDetails``; nothing has to be loaded for it.
public struct AKTrackDetails: Sendable, Hashable {
    /// How the bit rate of a track runs.
    public enum BitRateMode: String, Sendable, Hashable {
        /// All stretches have the same rate.
        case constant
        /// The rate follows the content.
        case variable
        /// The rate follows the content and keeps an average.
        case average
    }

    /// The four-character code that MP4 has for the codec, whatever the container; 0 where it has none.
    public var codec: FourCharCode
    /// What people call the codec: `H.264`.
    public var codecName: String
    /// The profile, such as `High 10`.
    public var profile: String?
    /// The level, such as 4.1.
    public var level: Double?
    /// The samples of the track; nil when only reading the file to its end would tell.
    public var sampleCount: Int64?
    /// The container calls the track the default one of its kind.
    public var isDefault: Bool?
    /// The container calls the track forced.
    public var isForced: Bool?
    /// The number of the group of tracks of which one at a time is meant to be played; 0 for none.
    public var alternateGroup: Int
    /// What the container calls the track.
    public var title: String?
    /// What made the track's samples.
    public var encoder: String?
    /// The timecode of the first picture, in SMPTE's notation.
    public var startTimecode: String?
    /// How the bit rate runs, where that is known.
    public var bitRateMode: BitRateMode?
    /// When the first picture is shown that can be decoded, where those stored before it cannot: the file begins within
    /// a GOP. nil where nothing is missing.
    public var firstDecodableTime: CMTime?
    /// Samples are encrypted.
    public var hasProtectedContent: Bool
    /// About pictures; nil for other tracks.
    public var video: Video?
    /// About sound; nil for other tracks.
    public var audio: Audio?

    /// What the headers say about pictures.
    public struct Video: Sendable, Hashable {
        /// The size of the coded picture.
        public var width: Int
        /// The height of the coded picture.
        public var height: Int
        /// The shape of a pixel, width to height.
        public var horizontalSpacing: Int
        /// The other part of the shape of a pixel.
        public var verticalSpacing: Int
        /// The part of the coded picture that is meant to be seen.
        public var cleanAperture: CGRect?
        /// How far the picture is to be turned clockwise, in degrees; a mirrored picture is turned after mirroring.
        public var rotation: Int
        /// 1 for progressive pictures, 2 for interlaced ones.
        public var fieldCount: Int?
        /// Of interlaced pictures, whether the upper field comes first.
        public var isTopFieldFirst: Bool?
        /// Pictures a second where they show longest and shortest; nil where all show alike, or where only reading the file
        /// to its end would tell.
        public var frameRateRange: ClosedRange<Double>?
        /// Bits of a component.
        public var bitDepth: Int?
        /// Such as `4:2:0`.
        public var chroma: String?
        /// FFmpeg's name of ``primaries``, also of those without a case.
        public var primariesName: String?
        /// FFmpeg's name of ``transfer``, also of those without a case.
        public var transferName: String?
        /// FFmpeg's name of ``matrix``, also of those without a case.
        public var matrixName: String?
        /// FFmpeg's name of ``range``.
        public var rangeName: String?
        /// `HDR10`, `HLG`, `DolbyVision`, or nil for the standard range.
        public var dynamicRange: String?
        /// How many pictures lie between two key frames, on average.
        public var keyFrameInterval: Int?
        /// There is one picture, which is shown as long as one likes: it comes from an image file.
        public var isStillImage: Bool
        /// The screen that the pictures were graded on.
        public var masteringDisplay: MasteringDisplay?
        /// How bright the pictures get.
        public var contentLightLevel: ContentLightLevel?
        /// How opaque pixels are, and what that does to their colours; nil for pictures without alpha.
        public var alpha: Alpha?
    }

    /// How opaque pixels are.
    public struct Alpha: Sendable, Hashable {
        /// Colours are multiplied with it already, and are only to be added to what is behind them.
        public var isPremultiplied: Bool
        /// They were laid over white for that, as QuickTime's graphics mode 0x101 has it, and not over black.
        public var isOverWhite: Bool
        /// It can be decoded here. HEVC's cannot: its pictures come out without.
        public var isDecodable: Bool
    }

    /// The screen that pictures were graded on.
    public struct MasteringDisplay: Sendable, Hashable {
        /// x and y of red, green, blue and white.
        public var chromaticities: [Double]
        /// How dark its black is, in cd/m².
        public var minimumLuminance: Double
        /// How bright its white is, in cd/m².
        public var maximumLuminance: Double
    }

    /// How bright pictures get, in cd/m².
    public struct ContentLightLevel: Sendable, Hashable {
        /// The brightest pixel.
        public var maximum: Int
        /// The brightest picture, on average.
        public var maximumAverage: Int
    }

    /// What the headers say about sound.
    public struct Audio: Sendable, Hashable {
        /// Samples a second.
        public var sampleRate: Double
        /// How many channels there are.
        public var channelCount: Int
        /// FFmpeg's name of the layout, such as `5.1`.
        public var channelLayout: String?
        /// Bits of a sample, where samples have a fixed size.
        public var bitDepth: Int?
        /// Samples of the encoder's delay, which are not presented.
        public var priming: Int?
    }
}

extension AVAssetTrack {
    /// What the track's headers say beyond AVFoundation's vocabulary.
    public var akDetails: AKTrackDetails {
        AKTrackDetails(
            codec: facts.codec,
            codecName: facts.codecName,
            profile: facts.profile,
            level: facts.level,
            sampleCount: facts.sampleCount,
            isDefault: facts.isDefault,
            isForced: facts.isForced,
            alternateGroup: facts.alternateGroup,
            title: facts.title,
            encoder: facts.encoder,
            startTimecode: facts.startTimecode,
            bitRateMode: facts.bitRateMode.flatMap { AKTrackDetails.BitRateMode(rawValue: $0.rawValue) },
            firstDecodableTime: facts.lateBeginning,
            hasProtectedContent: facts.isProtected,
            video: facts.video.map(AKTrackDetails.Video.init),
            audio: facts.audio.map(AKTrackDetails.Audio.init)
        )
    }
}

extension AKTrackDetails.Video {
    init(_ facts: VideoFacts) {
        self.init(
            width: facts.codedWidth,
            height: facts.codedHeight,
            horizontalSpacing: facts.pixelAspect.horizontal,
            verticalSpacing: facts.pixelAspect.vertical,
            cleanAperture: facts.cleanAperture,
            rotation: facts.transform.clockwiseDegrees,
            fieldCount: facts.fieldCount,
            isTopFieldFirst: facts.fieldCount == 2 ? facts.isTopFieldFirst : nil,
            frameRateRange: facts.frameRateRange,
            bitDepth: facts.bitDepth,
            chroma: facts.chroma,
            primariesName: facts.primaries,
            transferName: facts.transfer,
            matrixName: facts.matrix,
            rangeName: facts.range,
            dynamicRange: facts.dynamicRange,
            keyFrameInterval: facts.keyFrameInterval,
            isStillImage: facts.isStillImage,
            masteringDisplay: facts.masteringDisplay.map {
                AKTrackDetails.MasteringDisplay(
                    chromaticities: $0.chromaticities,
                    minimumLuminance: $0.minimumLuminance,
                    maximumLuminance: $0.maximumLuminance
                )
            },
            contentLightLevel: facts.contentLight.map {
                AKTrackDetails.ContentLightLevel(maximum: $0.maximum, maximumAverage: $0.maximumAverage)
            },
            alpha: facts.alpha.map {
                AKTrackDetails.Alpha(
                    isPremultiplied: $0.isPremultiplied,
                    isOverWhite: $0.isOverWhite,
                    isDecodable: $0.isDecodable
                )
            }
        )
    }
}

extension AKTrackDetails.Audio {
    init(_ facts: AudioFacts) {
        self.init(
            sampleRate: facts.sampleRate,
            channelCount: facts.channelCount,
            channelLayout: facts.channelLayout,
            bitDepth: facts.bitDepth,
            priming: facts.priming
        )
    }
}

extension CGAffineTransform {
    /// The turn to the nearest quarter, clockwise.
    fileprivate var clockwiseDegrees: Int {
        let quarter = (atan2(b, a) / (.pi / 2)).rounded()
        return (Int(quarter) * 90 + 360) % 360
    }
}
