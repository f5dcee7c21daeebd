public import Foundation

/// Timed media: a file, a stream, or an edit of others.
///
/// Making an asset reads nothing and never fails; `load(_:)` reads, and throws what went wrong. The older synchronous
/// properties wait for it, and have a neutral value where it fails.
///
/// SAFETY: what is stored is fixed after init; the loader synchronises itself.
open class AVAsset: NSObject, NSCopying, @unchecked Sendable {
    let loader: Loader<LoadedAsset>
    private let restrictions: AVAssetReferenceRestrictions

    /// Makes an asset that is read by `loader`.
    init(loader: Loader<LoadedAsset>, restrictions: AVAssetReferenceRestrictions) {
        self.loader = loader
        self.restrictions = restrictions
        super.init()
    }

    /// Makes an asset of bytes in memory, such as an upload. `options` are those of ``AVURLAsset``.
    public convenience init(akData data: Data, fileType: AVFileType, options: [String: Any]? = nil) {
        self.init(akSource: AKDataSource(data), fileType: fileType, options: options)
    }

    /// Makes an asset of bytes that a source of yours supplies. `options` are those of ``AVURLAsset``.
    public convenience init(akSource source: any AKByteSource, fileType: AVFileType, options: [String: Any]? = nil) {
        let options = AssetOptions(options)
        var input = MediaInput(source: source, fileType: fileType, restrictions: options.restrictions)
        input.limits = options.limits
        self.init(loader: LoadedAsset.loader(of: input, options), restrictions: options.restrictions)
    }

    /// The same asset: assets do not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Gives up the loading under way. Who waits for it hears of a cancellation.
    open func cancelLoading() { loader.cancel() }

    deinit { loader.cancel() }

    /// Which other files the media may refer to.
    open var referenceRestrictions: AVAssetReferenceRestrictions { restrictions }

    /// What has been loaded, waited for; nil where loading failed.
    var loaded: LoadedAsset? {
        guard case .success(let loaded)? = loader.waitForResult() else { return nil }
        loaded.adopt(by: self)
        return loaded
    }

    /// What has been loaded, for code that has just seen to that.
    func requireLoaded() throws -> LoadedAsset {
        guard let loaded else { throw loadingError ?? AVError(.operationCancelled, "loading was cancelled") }
        return loaded
    }

    var facts: MediaFacts? { loaded?.facts }
}

// An initialiser that answers an object of a subclass can only stand in an extension of a protocol.
extension NSCopying where Self: AVAsset {
    /// Makes an asset of a file or an address: an ``AVURLAsset``.
    public init(url: URL) {
        guard let asset = AVURLAsset(url: url, options: nil) as? Self else {
            programmerError("\(Self.self) cannot be made of a URL")
        }
        self = asset
    }
}

extension AVAsset: KeyLoading {
    static let keys: Set<String> = [
        "duration", "preferredRate", "preferredVolume", "preferredTransform", "naturalSize",
        "minimumTimeOffsetFromLive",
        "providesPreciseDurationAndTiming", "tracks", "trackGroups", "creationDate", "lyrics", "commonMetadata",
        "metadata",
        "availableMetadataFormats", "availableChapterLocales", "availableMediaCharacteristicsWithMediaSelectionOptions",
        "preferredMediaSelection", "allMediaSelections", "hasProtectedContent", "canContainFragments",
        "containsFragments",
        "overallDurationHint", "playable", "exportable", "readable", "composable", "compatibleWithSavedPhotosAlbum",
        "compatibleWithAirPlayVideo", "referenceRestrictions", "variants",
    ]

    var loadableKeys: Set<String> { Self.keys }

    func requestKeys(_ keys: [String], completion: @escaping @Sendable () -> Void) {
        loader.request(keys, completion: completion)
    }

    func loadKeys(_ keys: [String]) async throws { try await loader.load(keys) }

    func status(ofKey key: String) -> AVKeyValueStatus { loader.status(of: key) }

    var loadingError: AVError? {
        guard case .failure(let error)? = loader.result else { return nil }
        return error
    }
}
