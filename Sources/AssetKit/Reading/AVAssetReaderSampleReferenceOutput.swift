internal import Foundation

/// Gives the places of a track's samples in the file instead of the samples: buffers without data, with the URL and the
/// offset attached. For files whose tables list their samples, such as MP4 and QuickTime.
open class AVAssetReaderSampleReferenceOutput: AVAssetReaderOutput, @unchecked Sendable {
    // SAFETY: fixed after init.
    /// The track whose samples are told.
    public let track: AVAssetTrack

    /// Makes an output of a track.
    public init(track: AVAssetTrack) {
        self.track = track
        super.init(mediaType: track.mediaType)
    }

    override var sourceTracks: [AVAssetTrack] { [track] }

    override func request(of loaded: LoadedAsset) throws -> SampleRequest { .references(loaded.source(of: track)) }
}
