/// What people call a piece of metadata, whatever its file calls it. An addition to AVFoundation.
public struct AVMetadataItemDetails: Sendable, Hashable {
    /// The usual name, such as `album_artist`, of those in ``AVAssetExportOptions/usualMetadataNames``.
    public let name: String
    /// The words for people, such as `album artist`.
    public let title: String
}

extension AVMetadataItem {
    /// What people call it; nil where that is no more than its key.
    public var details: AVMetadataItemDetails? {
        guard let name = identifier.flatMap(MetadataName.init), let key = name.text else { return nil }
        let entry = MetadataEntry(
            keySpace: name.keySpace,
            key: key,
            value: .text(""),
            info: extraAttributes?[.info] as? String
        )
        if entry.isArtwork { return AVMetadataItemDetails(name: "cover", title: "cover") }
        return entry.usualName.map { AVMetadataItemDetails(name: $0.name, title: $0.title) }
    }
}
