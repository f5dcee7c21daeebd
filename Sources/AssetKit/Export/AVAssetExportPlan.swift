public import CMTimeLib
internal import Foundation

/// What an export would do, found out without doing it. An addition to AVFoundation.
public struct AVAssetExportPlan: Codable, Sendable, Hashable {
    /// What happens to samples.
    public enum Action: String, Codable, Sendable, Hashable {
        /// They are copied.
        case copy
        /// They are decoded and encoded again.
        case encode
    }

    /// A stretch of a track that is treated in one way.
    public struct Piece: Codable, Sendable, Hashable {
        /// The track of the asset.
        public var trackID: CMPersistentTrackID
        /// Its kind, as ``AVMediaType`` has it.
        public var mediaType: String
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

        /// Makes one of its parts.
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
            self.mediaType = mediaType.rawValue
            self.action = action
            self.codec = codec
            _range = CodableCMTimeRange(wrappedValue: range)
            self.sampleCount = sampleCount
            self.why = why
        }
    }

    /// The type of the file, as ``AVFileType`` has it.
    public var fileType: String
    /// The part of the asset's timeline.
    @CodableCMTimeRange public var range: CMTimeRange
    /// What happens to the tracks, in the order of the file.
    public var pieces: [Piece]
    /// The parts of pictures that are worked on independently of each other.
    public var chunks: [CodableCMTimeRange]
    /// What cannot be carried over, each a sentence.
    public var warnings: [String]

    /// Makes one of its parts.
    public init(
        fileType: AVFileType,
        range: CMTimeRange,
        pieces: [Piece],
        chunks: [CMTimeRange] = [],
        warnings: [String] = []
    ) {
        self.fileType = fileType.rawValue
        _range = CodableCMTimeRange(wrappedValue: range)
        self.pieces = pieces
        self.chunks = chunks.map { CodableCMTimeRange(wrappedValue: $0) }
        self.warnings = warnings
    }
}
