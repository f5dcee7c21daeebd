public import AssetKitBase
internal import AssetKitContainers
public import AssetKitMedia
public import CMTimeLib
public import Foundation

// A track exists only when its asset is loaded, so all of these are there at once.

extension AVAssetTrack: KeyLoading {
    static let keys: Set<String> = [
        "formatDescriptions", "playable", "decodable", "enabled", "selfContained", "totalSampleDataLength",
        "mediaCharacteristics", "timeRange", "naturalTimeScale", "estimatedDataRate", "languageCode",
        "extendedLanguageTag", "naturalSize", "preferredTransform", "preferredVolume", "hasAudioSampleDependencies",
        "nominalFrameRate", "minFrameDuration", "requiresFrameReordering", "segments", "commonMetadata", "metadata",
        "availableMetadataFormats", "availableTrackAssociationTypes", "canProvideSampleCursors", "akDetails",
    ]

    var loadableKeys: Set<String> { Self.keys }

    func requestKeys(_ keys: [String], completion: @escaping @Sendable () -> Void) { completion() }

    func loadKeys(_ keys: [String]) async throws { try Task.checkCancellation() }

    func status(ofKey key: String) -> AVKeyValueStatus { .loaded }

    var loadingError: AVError? { nil }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// Loads ``AVAssetTrack/formatDescriptions``.
    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
        AVAsyncProperty("formatDescriptions") { $0.sampleFormats }
    }
    /// Loads ``AVAssetTrack/isPlayable``.
    public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("playable") { $0.isPlayable } }
    /// Loads ``AVAssetTrack/isDecodable``.
    public static var isDecodable: AVAsyncProperty<Root, Bool> { AVAsyncProperty("decodable") { $0.isDecodable } }
    /// Loads ``AVAssetTrack/isEnabled``.
    public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty("enabled") { $0.isEnabled } }
    /// Loads ``AVAssetTrack/isSelfContained``.
    public static var isSelfContained: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("selfContained") { $0.isSelfContained }
    }
    /// Loads ``AVAssetTrack/totalSampleDataLength``.
    public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
        AVAsyncProperty("totalSampleDataLength") { $0.totalSampleDataLength }
    }
    /// Loads ``AVAssetTrack/mediaCharacteristics``.
    public static var mediaCharacteristics: AVAsyncProperty<Root, [AVMediaCharacteristic]> {
        AVAsyncProperty("mediaCharacteristics") { $0.mediaCharacteristics }
    }
    /// Loads ``AVAssetTrack/timeRange``.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty("timeRange") { $0.timeRange } }
    /// Loads ``AVAssetTrack/naturalTimeScale``.
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
        AVAsyncProperty("naturalTimeScale") { $0.naturalTimeScale }
    }
    /// Loads ``AVAssetTrack/estimatedDataRate``.
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
        AVAsyncProperty("estimatedDataRate") { $0.estimatedDataRate }
    }
    /// Loads ``AVAssetTrack/languageCode``.
    public static var languageCode: AVAsyncProperty<Root, String?> {
        AVAsyncProperty("languageCode") { $0.languageCode }
    }
    /// Loads ``AVAssetTrack/extendedLanguageTag``.
    public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
        AVAsyncProperty("extendedLanguageTag") { $0.extendedLanguageTag }
    }
    /// Loads ``AVAssetTrack/naturalSize``.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty("naturalSize") { $0.naturalSize } }
    /// Loads ``AVAssetTrack/preferredTransform``.
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        AVAsyncProperty("preferredTransform") { $0.preferredTransform }
    }
    /// Loads ``AVAssetTrack/preferredVolume``.
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        AVAsyncProperty("preferredVolume") { $0.preferredVolume }
    }
    /// Loads ``AVAssetTrack/hasAudioSampleDependencies``.
    public static var hasAudioSampleDependencies: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("hasAudioSampleDependencies") { $0.hasAudioSampleDependencies }
    }
    /// Loads ``AVAssetTrack/nominalFrameRate``.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
        AVAsyncProperty("nominalFrameRate") { $0.nominalFrameRate }
    }
    /// Loads ``AVAssetTrack/minFrameDuration``.
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
        AVAsyncProperty("minFrameDuration") { $0.minFrameDuration }
    }
    /// Loads ``AVAssetTrack/requiresFrameReordering``.
    public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty("requiresFrameReordering") { $0.requiresFrameReordering }
    }
    /// Loads the segments that make up the track.
    public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> {
        AVAsyncProperty("segments") { $0.segments }
    }
    /// Loads ``AVAssetTrack/availableTrackAssociationTypes``.
    public static var availableTrackAssociationTypes: AVAsyncProperty<Root, [AVAssetTrack.AssociationType]> {
        AVAsyncProperty("availableTrackAssociationTypes") { $0.availableTrackAssociationTypes }
    }
    /// Loads ``AVAssetTrack/akDetails``. An addition to AVFoundation.
    public static var akDetails: AVAsyncProperty<Root, AKTrackDetails> { AVAsyncProperty("akDetails") { $0.akDetails } }
}
