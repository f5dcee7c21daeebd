public import AssetKitMedia
internal import Foundation

// What a track says about itself.

extension AVAssetTrack {
    /// The track's items, in the formats of the file.
    public var metadata: [AVMetadataItem] { items }

    /// The items that have a key that all formats share, under that key.
    public var commonMetadata: [AVMetadataItem] { AVMetadataItem.commonItems(from: items) }

    /// The formats in which the track has items.
    public var availableMetadataFormats: [AVMetadataFormat] { AVMetadataFormat.formats(of: items) }

    /// The items of one format.
    public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        items.filter { $0.keySpace.map(AVMetadataFormat.init) == format }
    }

    /// The items of one format.
    public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
        metadata(forFormat: format)
    }

    /// Calls back with the items of one format.
    @preconcurrency
    public func loadMetadata(
        for format: AVMetadataFormat,
        completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
    ) {
        completionHandler(metadata(forFormat: format), nil)
    }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// Loads ``AVAssetTrack/metadata``.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { AVAsyncProperty("metadata") { $0.metadata } }
    /// Loads ``AVAssetTrack/commonMetadata``.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty("commonMetadata") { $0.commonMetadata }
    }
    /// Loads ``AVAssetTrack/availableMetadataFormats``.
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        AVAsyncProperty("availableMetadataFormats") { $0.availableMetadataFormats }
    }
}
