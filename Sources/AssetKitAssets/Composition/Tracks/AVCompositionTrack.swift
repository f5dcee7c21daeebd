internal import AssetKitBase
internal import AssetKitEdits
public import AssetKitMedia
package import AssetKitSources
public import CMTimeLib
internal import Foundation

/// A track of a composition: segments of tracks of files, one behind the other.
///
/// ```swift
/// let composition = AVMutableComposition()
/// try await composition.insertTimeRange(
///     CMTimeRange(start: .zero, duration: CMTime(value: 5, timescale: 1)),
///     of: AVURLAsset(url: URL(filePath: "holiday.mov")),
///     at: .zero
/// )
/// for track in composition.tracks {
///     for segment in track.segments { print(segment.timeMapping.target, segment.sourceURL?.lastPathComponent ?? "nothing") }
/// }
/// ```
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
    // SAFETY: fixed after init; the storage synchronises itself, and what is remembered of it is behind a lock.
    let storage: CompositionStorage
    private let ownID: CMPersistentTrackID
    private let ownType: AVMediaType
    private let known = Lock<(version: Int, facts: TrackFacts)?>(nil)

    init(_ storage: CompositionStorage, _ trackID: CMPersistentTrackID, _ mediaType: AVMediaType) {
        (self.storage, ownID, ownType) = (storage, trackID, mediaType)
        super.init(facts: TrackFacts(trackID, mediaType))
    }

    /// What the track is now; empty where it has been removed.
    var state: CompositionState.Track {
        storage.state[ownID] ?? CompositionState.Track(trackID: ownID, mediaType: ownType)
    }

    open override var trackID: CMPersistentTrackID { ownID }

    open override var mediaType: AVMediaType { ownType }

    override var presentedSegments: [AVAssetTrackSegment] { compositionSegments }

    var compositionSegments: [AVCompositionTrackSegment] {
        state.segments.segments.map { AVCompositionTrackSegment($0) }
    }

    public override var timeRange: CMTimeRange { CMTimeRange(start: .zero, duration: state.segments.duration) }

    /// The segment that shows at a time, or the nearest one; nil for a track without any.
    public override func segment(forTrackTime trackTime: CMTime) -> AVCompositionTrackSegment? {
        guard trackTime.isValid else { return nil }
        return state.segments.segment(at: trackTime).map { AVCompositionTrackSegment($0) }
    }

    package override var facts: TrackFacts {
        let version = storage.version
        if let known = known.withLock({ $0 }), known.version == version { return known.facts }
        // Whoever asks has no way to hear that a file cannot be opened; loading says so.
        var assets = CompositionAssets(storage.files)
        let own = (try? ComposedFacts(state, &assets).facts) ?? TrackFacts(ownID, ownType)
        let facts = own.lasting(storage.state.minimumDuration)
        known.withLock { $0 = (version, facts) }
        return facts
    }
}

extension AVAsynchronousKeyValueLoading where Self: AVCompositionTrack {
    /// The segments, without gaps between them: where nothing shows there is an empty one.
    public var segments: [AVCompositionTrackSegment] { compositionSegments }
}
