public import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
internal import Foundation

// The names that `load(_:)` and `status(of:)` take, and the methods that load a part.

extension AVPartialAsyncProperty where Root: AVAsset {
    /// Loads ``AVAsset/duration``.
    public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty("duration") { $0.duration } }
    /// Loads ``AVAsset/preferredRate``.
    public static var preferredRate: AVAsyncProperty<Root, Float> {
        AVAsyncProperty("preferredRate") { $0.preferredRate }
    }
    /// Loads ``AVAsset/preferredVolume``.
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        AVAsyncProperty("preferredVolume") { $0.preferredVolume }
    }
    /// Loads ``AVAsset/preferredTransform``.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty("preferredTransform") { $0.preferredTransform }
    }
    /// Loads ``AVAsset/minimumTimeOffsetFromLive``.
    public static var minimumTimeOffsetFromLive: AVAsyncProperty<Root, CMTime> {
        AVAsyncProperty("minimumTimeOffsetFromLive") { $0.minimumTimeOffsetFromLive }
    }
    /// Loads ``AVAsset/providesPreciseDurationAndTiming``.
    public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("providesPreciseDurationAndTiming") { $0.providesPreciseDurationAndTiming }
    }
    /// Loads the tracks, in the order of the container.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty("tracks") { $0.tracks } }
    /// Loads ``AVAsset/trackGroups``.
    public static var trackGroups: AVAsyncProperty<Root, [AVAssetTrackGroup]> {
        AVAsyncProperty("trackGroups") { $0.trackGroups }
    }
    /// Loads ``AVAsset/hasProtectedContent``.
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("hasProtectedContent") { $0.hasProtectedContent }
    }
    /// Loads ``AVAsset/canContainFragments``.
    public static var canContainFragments: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("canContainFragments") { $0.canContainFragments }
    }
    /// Loads ``AVAsset/containsFragments``.
    public static var containsFragments: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("containsFragments") { $0.containsFragments }
    }
    /// Loads ``AVAsset/overallDurationHint``.
    public static var overallDurationHint: AVAsyncProperty<Root, CMTime> {
        AVAsyncProperty("overallDurationHint") { $0.overallDurationHint }
    }
    /// Loads ``AVAsset/isPlayable``.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("playable") { $0.isPlayable } }
    /// Loads ``AVAsset/isExportable``.
    public static var isExportable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("exportable") { $0.isExportable } }
    /// Loads ``AVAsset/isReadable``.
    public static var isReadable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("readable") { $0.isReadable } }
    /// Loads ``AVAsset/isComposable``.
    public static var isComposable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("composable") { $0.isComposable } }
    /// Loads ``AVAsset/isCompatibleWithSavedPhotosAlbum``.
    public static var isCompatibleWithSavedPhotosAlbum: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("compatibleWithSavedPhotosAlbum") { $0.isCompatibleWithSavedPhotosAlbum }
    }
    /// Loads ``AVAsset/isCompatibleWithAirPlayVideo``.
    public static var isCompatibleWithAirPlayVideo: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("compatibleWithAirPlayVideo") { $0.isCompatibleWithAirPlayVideo }
    }
}

extension AVAsset {
    /// The tracks of one type of media.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.mediaType == mediaType }
    }

    /// Calls back with the tracks of one type of media, or with why there are none to be had.
    @preconcurrency
    public func loadTracks(
        withMediaType mediaType: AVMediaType,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { [self] _ in presentedTracks.filter { $0.mediaType == mediaType } }
    }

    /// The tracks that have a characteristic.
    public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// Calls back with the tracks that have a characteristic, or with why there are none to be had.
    @preconcurrency
    public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { [self] _ in
            presentedTracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
        }
    }

    /// The track with an identifier; nil when there is none.
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
        try await load(.tracks).first { $0.trackID == trackID }
    }

    /// Calls back with the track that has an identifier, with nil when there is none, or with why it is not known.
    @preconcurrency
    public func loadTrack(
        withTrackID trackID: CMPersistentTrackID,
        completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
    ) {
        requestKeys(["tracks"]) { [self] in
            completionHandler(loaded == nil ? nil : presentedTracks.first { $0.trackID == trackID }, loadingError)
        }
    }

    /// An identifier that no track has.
    public func findUnusedTrackID() async throws -> CMPersistentTrackID {
        _ = try await load(.tracks)
        return unusedTrackID()
    }

    /// Calls back with an identifier that no track has.
    @preconcurrency
    public func findUnusedTrackID(completionHandler: @escaping @Sendable (CMPersistentTrackID, (any Error)?) -> Void) {
        requestKeys(["tracks"]) { [self] in completionHandler(unusedTrackID(), loadingError) }
    }

    /// Calls back with a part of what is loaded, or with why it is not.
    func answer<Part>(
        _ completionHandler: @escaping @Sendable (Part?, (any Error)?) -> Void,
        _ part: @escaping @Sendable (LoadedAsset) -> Part
    ) {
        requestKeys(["tracks"]) { [self] in
            switch loader.result {
            case .success(let loaded)?:
                loaded.adopt(by: self)
                completionHandler(part(loaded), nil)
            case .failure(let error)?: completionHandler(nil, error)
            case nil: completionHandler(nil, AVError(.operationCancelled, "loading was cancelled"))
            }
        }
    }
}
