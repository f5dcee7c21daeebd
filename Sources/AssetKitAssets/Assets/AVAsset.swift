public import AssetKitBase
internal import AssetKitCore
public import AssetKitMedia
package import AssetKitSources
public import CMTimeLib
public import Foundation

/// Timed media: a file, a stream, or bytes in memory.
///
/// An asset is where everything begins: it tells what media holds, and readers, image generators and export sessions
/// are made for one.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// let (duration, tracks) = try await asset.load(.duration, .tracks)
/// print(duration.seconds, tracks.map(\.mediaType.rawValue))
/// ```
///
/// Making an asset reads nothing and never fails; `load(_:)` reads, once for everybody, and throws what went wrong. The
/// older synchronous properties wait for it on the thread that asks, and have a neutral value where it fails: zero,
/// invalid or empty. What could be opened and is not as it should be stands in ``AKAssetDetails/loadingWarnings``.
///
/// An asset does not change, may be used from any number of tasks, and ends its loading when nobody holds it any more.
/// There is a subclass for files and addresses, ``AVURLAsset``; bytes in memory and sources of your own make an asset
/// of this class. As an addition to AVFoundation, ``akDetails`` tells the file's type, its container and its length.
///
/// SAFETY: what is stored is fixed after init; the loader synchronises itself.
open class AVAsset: NSObject, NSCopying, @unchecked Sendable {
    private let loaders: any AssetLoading
    private let restrictions: AVAssetReferenceRestrictions

    /// Makes an asset that is read by `loader`.
    init(loader: any AssetLoading, restrictions: AVAssetReferenceRestrictions) {
        loaders = loader
        self.restrictions = restrictions
        super.init()
    }

    /// Makes an asset of bytes in memory, such as an upload. An addition to AVFoundation.
    ///
    /// ```swift
    /// let upload = try Data(contentsOf: URL(filePath: "upload.bin"))
    /// print(try await AVAsset(akData: upload, fileType: .mp4).load(.isPlayable))
    /// ```
    ///
    /// - Parameters:
    ///   - data: All of the media.
    ///   - fileType: What kind of file it is, as the ending of a name would say. Where the bytes say otherwise, they
    ///     count.
    ///   - options: Those of ``AVURLAsset``; the name for servers has no meaning here.
    public convenience init(akData data: Data, fileType: AVFileType, options: [String: Any]? = nil) {
        self.init(akSource: AKDataSource(data), fileType: fileType, options: options)
    }

    /// Makes an asset of bytes that a source of yours supplies. An addition to AVFoundation.
    ///
    /// - Parameters:
    ///   - source: What is read from, on threads of AssetKit's; the asset holds it.
    ///   - fileType: What kind of file it is, as the ending of a name would say. Where the bytes say otherwise, they
    ///     count.
    ///   - options: Those of ``AVURLAsset``; the name for servers has no meaning here.
    public convenience init(akSource source: any AKByteSource, fileType: AVFileType, options: [String: Any]? = nil) {
        let options = AssetOptions(options)
        var input = MediaInput(source: source, fileType: fileType, restrictions: options.restrictions)
        input.limits = options.limits
        self.init(loader: LoadedAsset.loader(of: input, options), restrictions: options.restrictions)
    }

    /// The same asset: assets do not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Gives up the loading under way. Who waits for it hears of a cancellation; who asks later makes it load again.
    open func cancelLoading() { loaders.cancel() }

    deinit { loaders.cancel() }

    /// What reads the asset as it is now.
    package var loader: Loader<LoadedAsset> { loaders.loader }

    /// The tracks that clients see; none where loading failed.
    package var presentedTracks: [AVAssetTrack] { loaded?.tracks ?? [] }

    /// From zero to the end of the longest track; indefinite when it is not known, invalid when loading failed.
    public var duration: CMTime { facts?.duration ?? .invalid }

    /// The size of the largest pictures before they are turned; zero without pictures. A composition has that of its first
    /// track of pictures.
    public var naturalSize: CGSize {
        guard let facts else { return .zero }
        let sizes = facts.tracks.compactMap { $0.video?.naturalSize }
        return facts.naturalSize ?? sizes.max { $0.width * $0.height < $1.width * $1.height } ?? .zero
    }

    /// Which other files the media may refer to.
    open var referenceRestrictions: AVAssetReferenceRestrictions { restrictions }

    /// What has been loaded, waited for; nil where loading failed.
    var loaded: LoadedAsset? {
        guard case .success(let loaded)? = loader.waitForResult() else { return nil }
        loaded.adopt(by: self)
        return loaded
    }

    /// What has been loaded, for code that has just seen to that.
    package func requireLoaded() throws -> LoadedAsset {
        guard let loaded else { throw loadingError ?? AVError(.operationCancelled, "loading was cancelled") }
        return loaded
    }

    package var facts: MediaFacts? { loaded?.facts }
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
