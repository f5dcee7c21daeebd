public import AssetKitAssets
package import AssetKitBase
package import AssetKitCore
internal import AssetKitMedia
internal import Foundation

/// Gives the pictures of several tracks in one, as an ``AVVideoComposition`` puts them together.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "film.mov"))
/// let tracks = try await asset.loadTracks(withMediaType: .video)
/// let reader = try AVAssetReader(asset: asset)
/// let output = AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: nil)
/// output.videoComposition = try await AVVideoComposition.videoComposition(withPropertiesOf: asset)
/// let pictures = reader.outputProvider(for: output)
/// try reader.start()
/// for try await picture in pictures { print(picture.presentationTimeStamp.seconds) }
/// ```
///
/// Layers of other tracks than the output's do not show, and compositors of a client's own are not given their pictures.
open class AVAssetReaderVideoCompositionOutput: AVAssetReaderOutput, @unchecked Sendable {
    // SAFETY: fixed after init; what changes is behind locks.
    /// The tracks that are put together.
    public let videoTracks: [AVAssetTrack]
    private let settings: OutputSettings
    private let composition = Lock<CompositionUse?>(nil)

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
        get { composition.withLock { $0?.composition } }
        set {
            requireNotStarted("videoComposition")
            newValue?.requireUsable(by: "AVAssetReaderVideoCompositionOutput.videoComposition")
            let use = CompositionUse(newValue, after: composition.withLock { $0 })
            composition.withLock { $0 = use }
        }
    }

    /// The compositor of a client's own that ``videoComposition`` names, made when that was set; nil where it names none.
    open var customVideoCompositor: (any AVVideoCompositing)? { composition.withLock { $0 }?.compositor?.compositor }

    package override var sourceTracks: [AVAssetTrack] { videoTracks }
    package override var problem: MediaProblem? { settings.problem }

    package override func checkConfiguration() {
        require(videoComposition != nil, "AVAssetReaderVideoCompositionOutput: videoComposition is not set")
    }

    package override func request(of loaded: LoadedAsset, _ flag: CancellationFlag) throws -> SampleRequest {
        let use = composition.withLock { $0 }
        guard let use else { preconditionFailure("the configuration has been checked") }
        let shown = try loaded.showing(use, only: Set(videoTracks.map(\.trackID)), timedUntil: flag)
        guard let track = shown.tracks.first(where: { $0.mediaType == .video }) else {
            preconditionFailure("what a composition shows is a track of pictures")
        }
        switch settings.kind {
        case .pictures(let request): return .pictures(shown.source(of: track), request)
        case .refused(let problem): throw problem
        case .stored, .sound:
            return .pictures(shown.source(of: track), try VideoOutputSettings.pictures([:], of: "output"))
        }
    }
}
