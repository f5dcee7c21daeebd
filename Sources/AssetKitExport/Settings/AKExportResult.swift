public import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// What an export made. An addition to AVFoundation.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// if let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough) {
///     try await session.export(to: URL(filePath: "copy.mkv"), as: .akMatroska)
///     guard let result = session.akResult else { return }
///     for track in result.tracks { print(track.mediaType, track.copiedSampleCount, track.encodedSampleCount) }
///     for warning in result.warnings { print(warning) }
/// }
/// ```
///
/// It is in ``AVAssetExportSession/akResult`` when the export is complete. Look at the warnings: a file can be complete
/// and lack what its type has no place for.
public struct AKExportResult: Sendable, Hashable {
    /// What became of one track of the file.
    public struct Track: Sendable, Hashable {
        /// The kind of media.
        public var mediaType: AVMediaType
        /// The code of the format, as MP4 has it.
        public var codec: FourCharCode
        /// How many samples were copied.
        public var copiedSampleCount: Int
        /// How many samples were encoded.
        public var encodedSampleCount: Int

        /// Sets every field, for tests of clients: exports make their own.
        public init(mediaType: AVMediaType, codec: FourCharCode, copiedSampleCount: Int, encodedSampleCount: Int) {
            self.mediaType = mediaType
            self.codec = codec
            self.copiedSampleCount = copiedSampleCount
            self.encodedSampleCount = encodedSampleCount
        }
    }

    /// The file, or the master playlist of a stream.
    public var url: URL
    /// The part of the asset's timeline that was asked for.
    public var requestedTimeRange: CMTimeRange
    /// The part that is there.
    public var actualTimeRange: CMTimeRange
    /// How long the file lasts.
    public var duration: CMTime
    /// How many bytes it has.
    public var fileLength: Int64
    /// Its tracks in their order.
    public var tracks: [Track]
    /// What could not be carried over, each a sentence.
    public var warnings: [String]
    /// The bytes of each track's samples.
    var trackByteCounts: [Int64] = []

    /// Sets every field, for tests of clients: exports make their own.
    public init(
        url: URL,
        requestedTimeRange: CMTimeRange,
        actualTimeRange: CMTimeRange,
        duration: CMTime,
        fileLength: Int64,
        tracks: [Track],
        warnings: [String] = []
    ) {
        self.url = url
        self.requestedTimeRange = requestedTimeRange
        self.actualTimeRange = actualTimeRange
        self.duration = duration
        self.fileLength = fileLength
        self.tracks = tracks
        self.warnings = warnings
    }
}
