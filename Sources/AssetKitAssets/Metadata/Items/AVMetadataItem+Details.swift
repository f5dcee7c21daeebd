internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitMedia

/// What people call a piece of metadata, whatever its file calls it. An addition to AVFoundation.
public struct AKMetadataItemDetails: Sendable, Hashable {
    /// The usual name, such as `album_artist`, of those in ``AKExportOptions/usualMetadataNames``.
    public let name: String
    /// The words for people, such as `album artist`.
    public let title: String
    /// The value as people say it, where a file says it in another way: `3/12` for the bytes that iTunes has for that, the
    /// genre for its number, `yes` and `no`. nil elsewhere, and where the value has not been read yet.
    public let text: String?
}

extension AVMetadataItem {
    /// What people call it; nil where that is no more than its key.
    public var akDetails: AKMetadataItemDetails? {
        guard let name = identifier.flatMap(MetadataName.init), let key = name.text else { return nil }
        var entry = MetadataEntry(
            keySpace: name.keySpace,
            key: key,
            value: .text(""),
            info: extraAttributes?[.info] as? String
        )
        if entry.isArtwork { return AKMetadataItemDetails(name: "cover", title: "cover", text: nil) }
        guard let usual = entry.usualName else { return nil }
        let known = state.withLock { $0.knownValue }
        if let value = known.flatMap(MetadataEntry.Value.of) { entry.value = value }
        return AKMetadataItemDetails(name: usual.name, title: usual.title, text: entry.spokenValue)
    }
}

extension MetadataEntry {
    /// The value in people's words, where those are not the file's.
    fileprivate var spokenValue: String? {
        switch value {
        case .integer(let number) where usualName?.kind == .flag && (0...1).contains(number): number == 1 ? "yes" : "no"
        case .integer where key == "gnre": textValue
        case .data: textValue
        case .integer, .text, .number, .stored: nil
        }
    }
}
