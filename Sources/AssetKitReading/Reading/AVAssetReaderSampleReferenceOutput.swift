package import AssetKitBase
public import AssetKitAssets
internal import Foundation

/// Gives the places of a track's samples in the file instead of the samples: buffers without data, with the URL and the
/// offset attached. For files whose tables list their samples, such as MP4 and QuickTime.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// guard let track = try await asset.loadTracks(withMediaType: .video).first else { throw AVError(.noSourceTrack) }
/// let reader = try AVAssetReader(asset: asset)
/// let output = AVAssetReaderSampleReferenceOutput(track: track)
/// reader.add(output)
/// try reader.start()
/// while let sample = output.copyNextSampleBuffer() {
///     let key = kCMSampleBufferAttachmentKey_SampleReferenceByteOffset
///     let offset = CMGetAttachment(sample, key: key, attachmentModeOut: nil) as? NSNumber
///     print(offset?.int64Value ?? 0, sample.totalSampleSize)
/// }
/// ```
open class AVAssetReaderSampleReferenceOutput: AVAssetReaderOutput, @unchecked Sendable {
    // SAFETY: fixed after init.
    /// The track whose samples are told.
    public let track: AVAssetTrack

    /// Makes an output of a track.
    public init(track: AVAssetTrack) {
        self.track = track
        super.init(mediaType: track.mediaType)
    }

    package override var sourceTracks: [AVAssetTrack] { [track] }

    package override func request(of loaded: LoadedAsset, _ flag: CancellationFlag) throws -> SampleRequest {
        .references(loaded.source(of: track))
    }
}
