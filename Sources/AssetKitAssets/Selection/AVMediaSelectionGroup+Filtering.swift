public import AssetKitMedia
public import Foundation

// Filters keep the order of what they are given, except for the one that sorts.

extension AVMediaSelectionGroup {
    /// The options that can be played.
    public class func playableMediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption]
    ) -> [AVMediaSelectionOption] {
        mediaSelectionOptions.filter(\.isPlayable)
    }

    /// The options in one of the languages, those in the language that is preferred most first, and for each language
    /// those that fit best first. Options in other languages, and those that name none, are left out.
    public class func mediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption],
        filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
    ) -> [AVMediaSelectionOption] {
        let wanted = preferredLanguages.compactMap(MetadataLanguage.init(storedTag:))
        var ranked: [(rank: [Int], option: AVMediaSelectionOption)] = []
        for (position, option) in mediaSelectionOptions.enumerated() {
            guard let rank = option.rank(among: wanted) else { continue }
            ranked.append((rank + [position], option))
        }
        return ranked.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.map(\.option)
    }

    /// The options in a language: the same language and script, and the same region where both have one. Options that
    /// name no language are left out.
    public class func mediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption],
        with locale: Locale
    ) -> [AVMediaSelectionOption] {
        let wanted = MetadataLanguage(locale: locale)
        return mediaSelectionOptions.filter { option in
            guard let distance = option.track.facts.language?.distance(to: wanted) else { return false }
            return distance < MetadataLanguage.otherRegion
        }
    }

    /// The options that have all of the characteristics.
    public class func mediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption],
        withMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
    ) -> [AVMediaSelectionOption] {
        mediaSelectionOptions.filter { mediaCharacteristics.allSatisfy($0.hasMediaCharacteristic) }
    }

    /// The options that have none of the characteristics.
    public class func mediaSelectionOptions(
        from mediaSelectionOptions: [AVMediaSelectionOption],
        withoutMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
    ) -> [AVMediaSelectionOption] {
        mediaSelectionOptions.filter { !mediaCharacteristics.contains(where: $0.hasMediaCharacteristic) }
    }
}

extension AVMediaSelectionOption {
    /// Where the option stands among those in languages that are wanted; nil where it is in no such language.
    fileprivate func rank(among wanted: [MetadataLanguage]) -> [Int]? {
        guard let language = track.facts.language else { return nil }
        for (index, other) in wanted.enumerated() {
            if let distance = language.distance(to: other) { return [index, distance] }
        }
        return nil
    }
}
