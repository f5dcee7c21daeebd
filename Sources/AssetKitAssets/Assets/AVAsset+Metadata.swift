public import AssetKitMedia
internal import AssetKitSources
public import Foundation

// What the media say about themselves.

extension AVMetadataFormat {
    /// The format that items of a key space are stored in.
    init(_ keySpace: AVMetadataKeySpace) {
        switch keySpace {
        case .iTunes, .akITunesLongForm: self = .iTunesMetadata
        case .quickTimeMetadata: self = .quickTimeMetadata
        case .quickTimeUserData: self = .quickTimeUserData
        case .isoUserData: self = .isoUserData
        case .id3: self = .id3Metadata
        default: self.init(rawValue: keySpace.rawValue)
        }
    }

    /// The formats of these items, in the order in which they first appear.
    static func formats(of items: [AVMetadataItem]) -> [AVMetadataFormat] {
        items.compactMap { $0.keySpace.map(AVMetadataFormat.init) }.reduce(into: []) { formats, format in
            if !formats.contains(format) { formats.append(format) }
        }
    }
}

extension AVAsset {
    /// All items, in the formats of the file.
    public var metadata: [AVMetadataItem] { loaded?.metadata ?? [] }

    /// The items that have a key that all formats share, under that key.
    public var commonMetadata: [AVMetadataItem] { AVMetadataItem.commonItems(from: metadata) }

    /// The formats in which the file has items.
    public var availableMetadataFormats: [AVMetadataFormat] { AVMetadataFormat.formats(of: metadata) }

    /// The items of one format.
    public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        metadata.filter { $0.keySpace.map(AVMetadataFormat.init) == format }
    }

    /// The items of one format.
    public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
        _ = try await load(.metadata)
        return metadata(forFormat: format)
    }

    /// Calls back with the items of one format, or with why they are not known.
    @preconcurrency
    public func loadMetadata(
        for format: AVMetadataFormat,
        completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
    ) {
        answer(completionHandler) { loaded in
            loaded.metadata.filter { $0.keySpace.map(AVMetadataFormat.init) == format }
        }
    }

    /// When the media were made: what an item says, else what the container notes.
    public var creationDate: AVMetadataItem? {
        if let item = commonMetadata.first(where: { $0.commonKey == .commonKeyCreationDate }) { return item }
        guard let date = facts?.creationDate else { return nil }
        let item = AVMutableMetadataItem()
        item.identifier = .commonIdentifierCreationDate
        item.value = date as NSDate
        return item.copy() as? AVMetadataItem
    }

    /// The text of a song.
    public var lyrics: String? {
        let identifiers: [AVMetadataIdentifier] = [.iTunesMetadataLyrics, .id3MetadataUnsynchronizedLyric]
        let item = metadata.first { item in
            item.identifier.map { identifiers.contains($0) || $0.rawValue.hasSuffix("/LYRICS") } ?? false
        }
        return item?.stringValue
    }
}

extension AVPartialAsyncProperty where Root: AVAsset {
    /// Loads ``AVAsset/metadata``.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { AVAsyncProperty("metadata") { $0.metadata } }
    /// Loads ``AVAsset/commonMetadata``.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty("commonMetadata") { $0.commonMetadata }
    }
    /// Loads ``AVAsset/availableMetadataFormats``.
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        AVAsyncProperty("availableMetadataFormats") { $0.availableMetadataFormats }
    }
    /// Loads ``AVAsset/creationDate``.
    public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
        AVAsyncProperty("creationDate") { $0.creationDate }
    }
    /// Loads ``AVAsset/lyrics``.
    public static var lyrics: AVAsyncProperty<Root, String?> { AVAsyncProperty("lyrics") { $0.lyrics } }
    /// Loads ``AVAsset/availableChapterLocales``.
    public static var availableChapterLocales: AVAsyncProperty<Root, [Locale]> {
        AVAsyncProperty("availableChapterLocales") { $0.availableChapterLocales }
    }
}
