internal import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// Ranges of other assets on a timeline of its own: what an edit is.
///
/// A composition holds no media. It is an asset like a file: it is loaded, read, drawn from and exported in the same way, and
/// what shows is taken from its sources when its turn has come. ``AVMutableComposition`` is the one to edit; this one does
/// not change.
///
/// ```swift
/// let edit = AVMutableComposition()
/// let film = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// let second = CMTime(value: 1, timescale: 1)
/// try await edit.insertTimeRange(CMTimeRange(start: second, duration: second), of: film, at: .zero)
/// if let finished = edit.copy() as? AVComposition { print(try await finished.load(.duration).seconds) }
/// ```
///
/// Its duration is the end of its longest track. Of several tracks of pictures the first one that is enabled shows; all
/// enabled tracks of sound are heard.
open class AVComposition: AVAsset, NSMutableCopying, @unchecked Sendable {
    // SAFETY: fixed after init; the storage synchronises itself, and tracks are behind a lock.
    let storage: CompositionStorage
    private let handles = Lock<[CMPersistentTrackID: AVCompositionTrack]>([:])
    /// The options that files are opened with which segments only name.
    public let urlAssetInitializationOptions: [String: Any]

    init(_ state: CompositionState, _ files: CompositionFiles, _ options: [String: Any]) {
        storage = CompositionStorage(state, files)
        urlAssetInitializationOptions = options
        super.init(loader: CompositionLoading(storage), restrictions: files.options.restrictions)
    }

    /// A composition that does not change, of what this one is now.
    open override func copy(with zone: NSZone? = nil) -> Any {
        AVComposition(storage.state, storage.files, urlAssetInitializationOptions)
    }

    /// A composition that can be edited, of what this one is now.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableComposition(storage.state, storage.files, urlAssetInitializationOptions)
    }

    public override var duration: CMTime { storage.state.duration }

    package override var presentedTracks: [AVAssetTrack] { compositionTracks }

    /// The tracks in the order in which they were added, each always the same object.
    var compositionTracks: [AVCompositionTrack] {
        let tracks = storage.state.tracks
        return handles.withLock { handles in
            tracks.map { track in
                if let known = handles[track.trackID] { return known }
                let fresh = makeTrack(track.trackID, track.mediaType)
                fresh.adopt(by: self)
                handles[track.trackID] = fresh
                return fresh
            }
        }
    }

    func makeTrack(_ trackID: CMPersistentTrackID, _ mediaType: AVMediaType) -> AVCompositionTrack {
        AVCompositionTrack(storage, trackID, mediaType)
    }
}

extension AVAsynchronousKeyValueLoading where Self: AVComposition {
    /// All tracks, in the order in which they were added.
    public var tracks: [AVCompositionTrack] { compositionTracks }

    /// The track with this identifier.
    public func track(withTrackID trackID: CMPersistentTrackID) -> AVCompositionTrack? {
        tracks.first { $0.trackID == trackID }
    }

    /// The tracks of one type of media.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVCompositionTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The tracks that have a characteristic.
    public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVCompositionTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// The tracks of one type of media.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVCompositionTrack] {
        tracks(withMediaType: mediaType)
    }

    /// The tracks that have a characteristic.
    public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) async throws -> [AVCompositionTrack] {
        tracks(withMediaCharacteristic: mediaCharacteristic)
    }

    /// The track with an identifier; nil when there is none.
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVCompositionTrack? {
        track(withTrackID: trackID)
    }

    /// Calls back with the tracks of one type of media.
    @preconcurrency
    public func loadTracks(
        withMediaType mediaType: AVMediaType,
        completionHandler: @escaping @Sendable ([AVCompositionTrack]?, (any Error)?) -> Void
    ) {
        completionHandler(tracks(withMediaType: mediaType), nil)
    }

    /// Calls back with the tracks that have a characteristic.
    @preconcurrency
    public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
        completionHandler: @escaping @Sendable ([AVCompositionTrack]?, (any Error)?) -> Void
    ) {
        completionHandler(tracks(withMediaCharacteristic: mediaCharacteristic), nil)
    }

    /// Calls back with the track that has an identifier, and with nil when there is none.
    @preconcurrency
    public func loadTrack(
        withTrackID trackID: CMPersistentTrackID,
        completionHandler: @escaping @Sendable (AVCompositionTrack?, (any Error)?) -> Void
    ) {
        completionHandler(track(withTrackID: trackID), nil)
    }
}
