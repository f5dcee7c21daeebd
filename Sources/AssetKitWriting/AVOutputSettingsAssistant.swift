internal import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// Finds settings for an input by name, fitted to what the source is like.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// guard let track = try await asset.loadTracks(withMediaType: .video).first else { throw AVError(.noSourceTrack) }
/// if let assistant = AVOutputSettingsAssistant(preset: .preset1280x720) {
///     assistant.sourceVideoFormat = try await track.load(.formatDescriptions).first
///     let pictures = AVAssetWriterInput(mediaType: .video, outputSettings: assistant.videoSettings)
///     let sound = AVAssetWriterInput(mediaType: .audio, outputSettings: assistant.audioSettings)
///     print(pictures.outputSettings ?? [:], sound.outputSettings ?? [:])
/// }
/// ```
///
/// Pictures fit into the preset's size, keep the source's shape, and are never enlarged. Bit rates follow the size and
/// the source's rate; they need not be those of Apple's systems.
///
/// SAFETY: everything that changes is behind a lock.
open class AVOutputSettingsAssistant: NSObject, @unchecked Sendable {
    private let ladder: Step
    private let state = Lock(State())

    private struct State: Sendable {
        var videoFormat: CMVideoFormatDescription?
        var audioFormat: CMAudioFormatDescription?
        var averageFrameDuration = CMTime(value: 1, timescale: 30)
        var minimumFrameDuration = CMTime(value: 1, timescale: 30)
    }

    /// A size and what goes with it.
    private struct Step {
        let width: Int
        let height: Int
        /// Bits a second at 30 pictures a second.
        let bitRate: Int
        let codec: AVVideoCodecType
    }

    private static let steps: [AVOutputSettingsPreset: Step] = [
        .preset640x480: Step(width: 640, height: 480, bitRate: 3_000_000, codec: .h264),
        .preset960x540: Step(width: 960, height: 540, bitRate: 5_000_000, codec: .h264),
        .preset1280x720: Step(width: 1280, height: 720, bitRate: 10_000_000, codec: .h264),
        .preset1920x1080: Step(width: 1920, height: 1080, bitRate: 16_000_000, codec: .h264),
        .preset3840x2160: Step(width: 3840, height: 2160, bitRate: 45_000_000, codec: .h264),
        // HEVC needs about 60 % of that.
        .hevc1920x1080: Step(width: 1920, height: 1080, bitRate: 9_600_000, codec: .hevc),
        .hevc3840x2160: Step(width: 3840, height: 2160, bitRate: 27_000_000, codec: .hevc),
        .hevc7680x4320: Step(width: 7680, height: 4320, bitRate: 81_000_000, codec: .hevc),
    ]

    /// The presets there are settings for. Transparency and two views are not among them: no encoder here makes those.
    open class func availableOutputSettingsPresets() -> [AVOutputSettingsPreset] {
        steps.keys.sorted { (steps[$0]?.bitRate ?? 0, $0.rawValue) < (steps[$1]?.bitRate ?? 0, $1.rawValue) }
    }

    /// Makes an assistant; nil for a name that is not available.
    public init?(preset presetIdentifier: AVOutputSettingsPreset) {
        guard let step = Self.steps[presetIdentifier] else { return nil }
        ladder = step
        super.init()
    }

    /// The type of file that the settings are meant for: a QuickTime movie.
    open var outputFileType: AVFileType { .mov }

    /// What the source's pictures are like; nil where nobody knows.
    open var sourceVideoFormat: CMVideoFormatDescription? {
        get { state.withLock { $0.videoFormat } }
        set { state.withLock { $0.videoFormat = newValue } }
    }

    /// What the source's sound is like; nil where nobody knows.
    open var sourceAudioFormat: CMAudioFormatDescription? {
        get { state.withLock { $0.audioFormat } }
        set { state.withLock { $0.audioFormat = newValue } }
    }

    /// How long the source's pictures last on average: a 30th of a second unless set.
    open var sourceVideoAverageFrameDuration: CMTime {
        get { state.withLock { $0.averageFrameDuration } }
        set {
            require(
                newValue.isNumeric && newValue > .zero,
                "AVOutputSettingsAssistant.sourceVideoAverageFrameDuration: \(newValue) is no duration"
            )
            state.withLock { $0.averageFrameDuration = newValue }
        }
    }

    /// How long the source's shortest picture lasts: a 30th of a second unless set.
    open var sourceVideoMinFrameDuration: CMTime {
        get { state.withLock { $0.minimumFrameDuration } }
        set {
            require(
                newValue.isNumeric && newValue > .zero,
                "AVOutputSettingsAssistant.sourceVideoMinFrameDuration: \(newValue) is no duration"
            )
            state.withLock { $0.minimumFrameDuration = newValue }
        }
    }

    /// Settings of an input of pictures. They fit into the preset's size, keep the source's shape, and never enlarge it.
    open var videoSettings: [String: Any]? {
        let state = state.withLock { $0 }
        let (width, height) = size(for: state.videoFormat?.videoDimensions)
        let rate = CMTime(value: 1, timescale: 1).seconds / state.averageFrameDuration.seconds
        // Half as many bits for the pictures beyond 30 a second: they differ less from each other.
        let factor = min(max(rate, 5) / 30, 1) + max(0, rate - 30) / 60
        let share = Double(width * height) / Double(ladder.width * ladder.height)
        var compression: [String: Any] = [
            AVVideoAverageBitRateKey: Int((Double(ladder.bitRate) * factor * share / 1000).rounded()) * 1000,
            AVVideoExpectedSourceFrameRateKey: Int(rate.rounded()),
        ]
        if ladder.codec == .h264 { compression[AVVideoProfileLevelKey] = AVVideoProfileLevelH264HighAutoLevel }
        return [
            AVVideoCodecKey: ladder.codec,
            AVVideoWidthKey: width,
            AVVideoHeightKey: height,
            AVVideoCompressionPropertiesKey: compression,
        ]
    }

    /// Settings of an input of sound: AAC with at most two channels, 64 kb/s each.
    open var audioSettings: [String: Any]? {
        let basic = sourceAudioFormat?.audioStreamBasicDescription
        let channels = basic.map { min(max(Int($0.mChannelsPerFrame), 1), 2) } ?? 2
        // Rates that AAC knows and that are usual; others become the usual one.
        let rate = basic.map(\.mSampleRate).flatMap { [32_000, 44_100, 48_000].contains($0) ? $0 : nil } ?? 44_100
        return [
            AVFormatIDKey: kAudioFormatMPEG4AAC,
            AVSampleRateKey: rate,
            AVNumberOfChannelsKey: channels,
            AVEncoderBitRateKey: channels * 64_000,
        ]
    }

    /// The preset's size with the source's shape, in even numbers.
    private func size(for source: CMVideoDimensions?) -> (width: Int, height: Int) {
        guard let source, source.width > 0, source.height > 0 else { return (ladder.width, ladder.height) }
        let (width, height) = (Int(source.width), Int(source.height))
        // An upright source fits into the upright size.
        let (most, least) = (max(ladder.width, ladder.height), min(ladder.width, ladder.height))
        let limit = width >= height ? (most, least) : (least, most)
        guard width > limit.0 || height > limit.1 else { return (max(2, width & ~1), max(2, height & ~1)) }
        if width * limit.1 > height * limit.0 { return (limit.0, max(2, (height * limit.0 / width + 1) & ~1)) }
        return (max(2, (width * limit.1 / height + 1) & ~1), limit.1)
    }
}
