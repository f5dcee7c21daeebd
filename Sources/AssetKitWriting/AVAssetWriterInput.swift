internal import AssetKitAssets
internal import AssetKitBase
public import AssetKitMedia
internal import CMTimeLib
public import Foundation

/// Takes the samples of one track of a new file: encodes them as its settings say or, without settings, stores them as they
/// come.
///
/// Add it to a writer, start, and append as long as ``isReadyForMoreMediaData`` holds. What describes the track cannot change
/// once the writer has started.
///
/// ```swift
/// let writer = try AVAssetWriter(url: URL(filePath: "talk.m4a"), fileType: .m4a)
/// let input = AVAssetWriterInput(mediaType: .audio, outputSettings: [
///     AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
///     AVEncoderBitRateKey: 128_000,
/// ])
/// input.extendedLanguageTag = "en"
/// guard writer.canAdd(input) else { throw AVError(.unsupportedOutputSettings) }
/// let sound = writer.inputReceiver(for: input)
/// try writer.start()
/// writer.startSession(atSourceTime: .zero)
/// let source = AVURLAsset(url: URL(filePath: "talk.wav"))
/// guard let track = try await source.loadTracks(withMediaType: .audio).first else { throw AVError(.noSourceTrack) }
/// let reader = try AVAssetReader(asset: source)
/// let settings = [AVFormatIDKey: kAudioFormatLinearPCM]
/// let samples = reader.outputProvider(for: AVAssetReaderTrackOutput(track: track, outputSettings: settings))
/// try reader.start()
/// for try await sample in samples { try await sound.append(sample) }
/// sound.finish()
/// await writer.finishWriting()
/// ```
///
/// An input is not ready while it is up to a second ahead of the slowest unfinished one, or while its encoder is busy.
/// So memory stays the same however long the film is. To wait for readiness, let a receiver do it
/// (``SampleBufferReceiver``, ``PixelBufferReceiver``, ``MetadataReceiver``), or have a block called on a queue.
///
/// Other than in AVFoundation, the encoder never asks for a second pass, and references to samples in other files are
/// not written. An input without settings needs a format hint in all files but QuickTime movies.
///
/// SAFETY: everything that changes is behind locks.
open class AVAssetWriterInput: NSObject, @unchecked Sendable {
    /// Where the samples of a track lie in a file.
    public struct MediaDataLocation: _StringBackedConstant {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Among those of the other tracks.
        public static let interleavedWithMainMediaData = Self(
            rawValue: "AVAssetWriterInputMediaDataLocationInterleavedWithMainMediaData"
        )
        /// Before those of the other tracks. Kept, and without effect here: all tracks are interleaved.
        public static let beforeMainMediaDataNotInterleaved = Self(
            rawValue: "AVAssetWriterInputMediaDataLocationBeforeMainMediaDataNotInterleaved"
        )
    }

    /// What kind of media the samples hold.
    public let mediaType: AVMediaType
    /// How samples are encoded; nil stores them as they come.
    public let outputSettings: [String: Any]?
    /// What samples will be like; needed where a container has to know it before the first one.
    public let sourceFormatHint: CMFormatDescription?
    let setup: Lock<Setup>
    let live = Lock(Live())

    /// What can be set before the start.
    struct Setup: Sendable {
        weak var writer: AVAssetWriter?
        var isAttached = false
        var hasAdaptor = false
        var expectsMediaDataInRealTime = false
        var metadata: [AVMetadataItem] = []
        var transform = CGAffineTransform.identity
        var naturalSize = CGSize.zero
        var languageCode: String?
        var extendedLanguageTag: String?
        var marksOutputTrackAsEnabled = true
        var mediaTimeScale: CMTimeScale = 0
        var preferredVolume: Float = 1
        var preferredMediaChunkDuration = CMTime.invalid
        var preferredMediaChunkAlignment = 0
        var sampleReferenceBaseURL: URL?
        var mediaDataLocation = MediaDataLocation.interleavedWithMainMediaData
        var performsMultiPassEncodingIfSupported = false
        var associations: [Association] = []
    }

    /// Another input's track that this one refers to.
    struct Association: Sendable {
        let type: String
        let input: AVAssetWriterInput
    }

    /// Makes an input whose settings say all that is needed.
    public convenience init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
        self.init(mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: nil)
    }

    /// Makes an input. Settings that ask for nothing that can be done are found out when it is added.
    ///
    /// Sound needs a format, a sample rate and a number of channels; pictures need a codec, a width and a height.
    ///
    /// - Parameters:
    ///   - mediaType: What kind of media the samples hold.
    ///   - outputSettings: How they are encoded, by the keys `AVVideo…` or `AVFormatIDKey` and its like; nil stores
    ///     samples as they come. Media that cannot be encoded must have none: anything else stops the program.
    ///   - sourceFormatHint: What samples will be like, of the same media type.
    public init(mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription?) {
        require(
            outputSettings == nil || mediaType == .audio || mediaType == .video,
            "AVAssetWriterInput: media of the type '\(mediaType)' cannot be encoded, so there must be no settings"
        )
        require(
            sourceFormatHint.map { mediaType.holds($0) } ?? true,
            "AVAssetWriterInput: the format hint is not of the media type '\(mediaType)'"
        )
        self.mediaType = mediaType
        self.outputSettings = outputSettings
        self.sourceFormatHint = sourceFormatHint
        setup = Lock(Setup())
        super.init()
    }

    func value<Value: Sendable>(_ path: any KeyPath<Setup, Value> & Sendable) -> Value {
        setup.withLock { $0[keyPath: path] }
    }

    /// Sets what is fixed once writing has started.
    func set<Value: Sendable>(
        _ name: String,
        _ path: any WritableKeyPath<Setup, Value> & Sendable,
        _ value: Value
    ) {
        let writer = setup.withLock { $0.writer }
        require(
            writer.map { !$0.hasStarted } ?? true,
            "AVAssetWriterInput.\(name): writing has started"
        )
        setup.withLock { $0[keyPath: path] = value }
    }
}

extension AVMediaType {
    /// Whether samples of a format are media of this type.
    func holds(_ format: CMFormatDescription) -> Bool {
        let words: [CMMediaType] = [kCMMediaType_Text, kCMMediaType_Subtitle]
        if format.type.letters == rawValue { return true }
        return (self == .text || self == .subtitle) && words.contains(format.type)
    }
}
