public import AssetKitAssets
internal import AssetKitBase
package import AssetKitCore
internal import AssetKitMedia
internal import Foundation

/// Gives the pictures of several tracks in one, as a composition puts them together.
///
/// Nothing renders compositions yet: starting a reader with such an output fails, and the error says so.
open class AVAssetReaderVideoCompositionOutput: AVAssetReaderOutput, @unchecked Sendable {
    // SAFETY: fixed after init; what changes is behind locks.
    /// The tracks that are put together.
    public let videoTracks: [AVAssetTrack]
    private let settings: OutputSettings
    private let composition = Lock<AVVideoComposition?>(nil)

    /// Makes an output of tracks of pictures. Settings ask for a pixel format.
    public init(videoTracks: [AVAssetTrack], videoSettings: [String: Any]?) {
        let name = "AVAssetReaderVideoCompositionOutput"
        require(!videoTracks.isEmpty, "\(name): there are no tracks")
        require(videoTracks.allSatisfy { $0.mediaType == .video }, "\(name): a track is none of pictures")
        self.videoTracks = videoTracks
        settings = OutputSettings(videoSettings, for: .video)
        super.init(mediaType: .video)
    }

    /// What was asked for.
    open var videoSettings: [String: Any]? { settings.dictionary }

    /// How the pictures are put together. Must be set before the start.
    open var videoComposition: AVVideoComposition? {
        get { composition.withLock { $0 } }
        set {
            requireNotStarted("videoComposition")
            composition.withLock { $0 = newValue }
        }
    }

    /// The object that renders the composition; nil as long as none does.
    open var customVideoCompositor: (any AVVideoCompositing)? { nil }

    package override var sourceTracks: [AVAssetTrack] { videoTracks }
    package override var problem: MediaProblem? { settings.problem }

    package override func checkConfiguration() {
        require(videoComposition != nil, "AVAssetReaderVideoCompositionOutput: videoComposition is not set")
    }

    package override func request(of loaded: LoadedAsset) throws -> SampleRequest {
        let reason = "video compositions cannot be rendered yet; read the tracks with AVAssetReaderTrackOutput"
        throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
    }
}
