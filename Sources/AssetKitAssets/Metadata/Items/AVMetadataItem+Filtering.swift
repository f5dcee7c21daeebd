public import AssetKitMedia
public import Foundation

extension AVMetadataItem {
    /// The items with an identifier. A common identifier also finds the native items that mean the same.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        let name = MetadataName(identifier: identifier)
        return metadataItems.filter { item in
            if item.identifier == identifier { return true }
            guard let name else { return false }
            if item.identifier.flatMap(MetadataName.init)?.folded == name.folded { return true }
            return name.keySpace == .common && item.commonKey?.rawValue == name.text
        }
    }

    /// The items with a key in a key space. Nil is any key, and any key space.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        withKey key: Any?,
        keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        metadataItems.filter { item in
            if let keySpace, item.keySpace != keySpace { return false }
            guard let key else { return true }
            return item.answers(toKey: key)
        }
    }

    /// The items in a language: the same language and script, and the same region where both have one. Items that name
    /// no language are left out.
    public class func metadataItems(from metadataItems: [AVMetadataItem], with locale: Locale) -> [AVMetadataItem] {
        let wanted = MetadataLanguage(locale: locale)
        return metadataItems.filter { item in
            guard let tag = item.extendedLanguageTag, let language = MetadataLanguage(storedTag: tag) else {
                return false
            }
            guard let distance = language.distance(to: wanted) else { return false }
            return distance < MetadataLanguage.otherRegion
        }
    }

    /// The older name of ``metadataItems(from:with:)``.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        withLocale locale: Locale
    ) -> [AVMetadataItem] {
        self.metadataItems(from: metadataItems, with: locale)
    }

    /// The items in one of the languages, those in the language that is preferred most first, and for each language
    /// those that fit best first. Items that name no language come last; items in other languages are left out.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
    ) -> [AVMetadataItem] {
        let wanted = preferredLanguages.compactMap(MetadataLanguage.init(storedTag:))
        var ranked: [(rank: [Int], item: AVMetadataItem)] = []
        for (position, item) in metadataItems.enumerated() {
            guard let rank = item.rank(among: wanted) else { continue }
            ranked.append((rank + [position], item))
        }
        return ranked.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.map(\.item)
    }

    /// The items that a filter lets pass.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredBy metadataItemFilter: AVMetadataItemFilter
    ) -> [AVMetadataItem] {
        metadataItems.filter(metadataItemFilter.lets)
    }
}

extension AVMetadataItem {
    /// Whether the item has the key, however the client spells it.
    fileprivate func answers(toKey key: Any) -> Bool {
        guard let own = self.key else { return false }
        guard let name = identifier.flatMap(MetadataName.init) else { return own.isEqual(key) }
        if MetadataName(key: key, keySpace: name.keySpace)?.folded == name.folded { return true }
        // Few keys really begin with the `@` that stands for a copyright sign elsewhere.
        return (key as? String).flatMap { MetadataName(storedKey: $0, keySpace: name.keySpace) } == name
    }

    /// Where the item stands among those in languages that are wanted; nil where it is in another one.
    fileprivate func rank(among wanted: [MetadataLanguage]) -> [Int]? {
        guard let tag = extendedLanguageTag, let language = MetadataLanguage(storedTag: tag) else { return [.max] }
        if language.isUndetermined { return [.max] }
        for (index, other) in wanted.enumerated() {
            if let distance = language.distance(to: other) { return [index, distance] }
        }
        return nil
    }
}
