public import AssetKitMedia
public import CMTimeLib
internal import Foundation

/// What an export would do, found out without doing it. An addition to AVFoundation.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// if let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough) {
///     session.akTrimMode = .smart
///     session.timeRange = CMTimeRange(start: CMTime(value: 6, timescale: 5), end: CMTime(value: 5, timescale: 2))
///     session.outputFileType = .mp4
///     let plan = try await session.akPlan()
///     for stretch in plan.stretches { print(stretch.trackID, stretch.action, stretch.range.start.seconds, stretch.why) }
///     print(plan.warnings, plan.expectedByteCount ?? 0)
///     print(String(decoding: try JSONEncoder().encode(plan), as: UTF8.self))
/// }
/// ```
///
/// It is a plain value. Get it from ``AVAssetExportSession/akPlan()``; `assettool export --dry-run` prints it.
public struct AKExportPlan: Codable, Sendable, Hashable {
    /// What happens to samples.
    public enum Action: String, Codable, Sendable, Hashable {
        /// They are copied.
        case copy
        /// They are decoded and encoded again.
        case encode
    }

    /// How samples are encoded.
    public struct Encoding: Codable, Sendable, Hashable {
        /// Bits a second; nil where a quality decides.
        public var bitRate: Int?
        /// From 0 to 1, on the scale of `AVVideoQualityKey`.
        public var quality: Double?
        /// On the encoder's own scale.
        public var constantRateFactor: Double?
        /// What comes out of it is what went in.
        public var isLossless = false
        /// The size of pictures as they are stored.
        public var width: Int?
        /// The size of pictures as they are stored.
        public var height: Int?
        /// Pictures in a second.
        public var frameRate: Double?
        /// Channels of sound.
        public var channelCount: Int?
        /// Frames of sound in a second.
        public var sampleRate: Int?

        /// Makes one that says nothing.
        public init() {}
    }

    /// A stretch of a track that is treated in one way.
    public struct Stretch: Codable, Sendable, Hashable {
        /// The track of the asset.
        public var trackID: CMPersistentTrackID
        /// Its kind.
        public var mediaType: AVMediaType
        /// What happens to it.
        public var action: Action
        /// The format that comes out, in words.
        public var codec: String
        /// The part of the asset's timeline.
        @CodableCMTimeRange public var range: CMTimeRange
        /// How many samples it has in the source, as far as that is known.
        public var sampleCount: Int?
        /// The reason.
        public var why: String
        /// How it is encoded; nil for what is copied.
        public var encoding: Encoding?
        /// About how many bytes it takes; nil where nothing tells.
        public var expectedByteCount: Int64?

        /// Sets every field, for tests of clients: exports make their own.
        public init(
            trackID: CMPersistentTrackID,
            mediaType: AVMediaType,
            action: Action,
            codec: String,
            range: CMTimeRange,
            sampleCount: Int? = nil,
            why: String
        ) {
            self.trackID = trackID
            self.mediaType = mediaType
            self.action = action
            self.codec = codec
            _range = CodableCMTimeRange(wrappedValue: range)
            self.sampleCount = sampleCount
            self.why = why
        }
    }

    /// The type of the file.
    public var fileType: AVFileType
    /// The part of the asset's timeline.
    @CodableCMTimeRange public var range: CMTimeRange
    /// How many seconds of the asset's timeline pass in one of the file, rounded; 1 is the asset's own speed.
    public var speed = 1.0
    /// How long the file will be, as far as headers tell.
    @CodableCMTime public var duration: CMTime
    /// What happens to the tracks, in the order of the file.
    public var stretches: [Stretch]
    /// The parts of pictures that are worked on independently of each other.
    public var chunks: [CodableCMTimeRange]
    /// About how many bytes the file will have; nil where nothing tells.
    public var expectedByteCount: Int64?
    /// From how many to how many bytes it has as a rule, where the expected number is a rough guess: pictures of a
    /// quality, and sound without loss, take what they need. nil where rates and copies decide.
    public var expectedByteRange: ClosedRange<Int64>?
    /// What cannot be carried over, each a sentence.
    public var warnings: [String]

    /// Sets every field, for tests of clients: exports make their own.
    public init(
        fileType: AVFileType,
        range: CMTimeRange,
        stretches: [Stretch],
        chunks: [CMTimeRange] = [],
        warnings: [String] = []
    ) {
        self.fileType = fileType
        _range = CodableCMTimeRange(wrappedValue: range)
        _duration = CodableCMTime(wrappedValue: range.duration)
        self.stretches = stretches
        self.chunks = chunks.map { CodableCMTimeRange(wrappedValue: $0) }
        self.warnings = warnings
    }
}
