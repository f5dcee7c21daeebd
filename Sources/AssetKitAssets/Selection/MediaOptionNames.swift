internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitMedia
internal import AssetKitSources
internal import Foundation

/// What the options of one group are called, so that people can tell them apart.
final class MediaOptionNames: Sendable {
    /// What the name of one option is made of.
    struct Entry: Sendable {
        /// The container's title; nil where it has none that means anything to people.
        var title: String?
        /// The titles among the option's metadata, which may be in several languages.
        var titleItems: [AVMetadataItem] = []
        var language: MetadataLanguage?
        /// What tells the option from others in the same language, such as ` SDH`.
        var suffix = ""
    }

    private let entries: [Entry]
    /// The names in the language that was asked for last. Menus ask for all of them, one by one.
    private let latest = Protected<(locale: Locale, names: [String])?>(nil)

    init(_ entries: [Entry]) { self.entries = entries }

    /// The name of one option for somebody who reads the language of `locale`.
    func name(at index: Int, in locale: Locale) -> String {
        if let latest = latest.withLock({ $0 }), latest.locale == locale { return latest.names[index] }
        let names = Self.names(of: entries, in: locale)
        latest.withLock { $0 = (locale, names) }
        return names[index]
    }

    /// All names: a suffix where two would be alike, and a number where the suffixes are alike too.
    static func names(of entries: [Entry], in locale: Locale) -> [String] {
        let plain = entries.map { $0.name(in: locale) }
        let counts = Dictionary(plain.map { ($0, 1) }, uniquingKeysWith: +)
        var taken = Set<String>()
        var numbers: [String: Int] = [:]
        return zip(plain, entries).map { name, entry in
            let full = counts[name] == 1 ? name : name + entry.suffix
            var unique = full
            while !taken.insert(unique).inserted {
                numbers[full, default: 1] += 1
                unique = "\(full) \(numbers[full, default: 1])"
            }
            return unique
        }
    }
}

extension MediaOptionNames.Entry {
    init(_ track: AVAssetTrack) {
        let title = track.facts.title?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        self.title = title.isEmpty || Self.isHandlerName(title) ? nil : title
        titleItems = AVMetadataItem.metadataItems(
            from: track.commonMetadata,
            filteredByIdentifier: .commonIdentifierTitle
        )
        language = track.facts.language
        suffix = track.facts.nameSuffix
    }

    /// A title that names the program which is to present the track, such as `SoundHandler`. QuickTime files have that
    /// where others have a title.
    private static func isHandlerName(_ title: String) -> Bool {
        let title = title.lowercased()
        if title.hasPrefix("core media ") || title.hasPrefix("iso media file produced by") { return true }
        let kinds = ["sound", "audio", "video", "text", "subtitle", "caption", "media"]
        return title.hasSuffix("handler") && kinds.contains(where: title.contains)
    }

    /// The title, best in the reader's language; else the language's name.
    fileprivate func name(in locale: Locale) -> String {
        let items = AVMetadataItem.metadataItems(
            from: titleItems,
            filteredAndSortedAccordingToPreferredLanguages: [MetadataLanguage(locale: locale).tag]
        )
        if let text = items.lazy.compactMap(\.stringValue).first(where: { !$0.isEmpty }) { return text }
        if let title { return title }
        let tag = language?.tag ?? MetadataLanguage.undetermined
        return locale.localizedString(forIdentifier: tag) ?? tag
    }
}

extension TrackFacts {
    /// The language of the track; nil where the file names none, or says that it does not know.
    var language: MetadataLanguage? {
        for tag in [extendedLanguageTag, languageCode] {
            if let tag, let language = MetadataLanguage(storedTag: tag), !language.isUndetermined { return language }
        }
        return nil
    }

    /// What a menu says of the track beside its language. English, as on discs and in other players.
    fileprivate var nameSuffix: String {
        let all = allCharacteristics
        var suffix = ""
        if mediaType == .closedCaption {
            suffix += " CC"
        } else if !all.isDisjoint(with: [
            .transcribesSpokenDialogForAccessibility, .describesMusicAndSoundForAccessibility,
        ]) {
            suffix += " SDH"
        }
        for (characteristic, words) in Self.characteristicWords where all.contains(characteristic) {
            suffix += " (\(words))"
        }
        return suffix
    }

    private static let characteristicWords: [(AVMediaCharacteristic, String)] = [
        (.containsOnlyForcedSubtitles, "forced"),
        (.describesVideoForAccessibility, "audio description"),
        (.enhancesSpeechIntelligibility, "clear speech"),
        (.easyToRead, "easy to read"),
        (.dubbedTranslation, "dubbed"),
        (.voiceOverTranslation, "voice-over"),
        (.isAuxiliaryContent, "commentary"),
    ]
}
