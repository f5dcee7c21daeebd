internal import Foundation

extension AVAssetTrack {
    /// Whether the track is in a language, in two letters, in three of either kind, or as an extended tag: `fr`, `fra`,
    /// `fre` and `fr-CA`. A region or a script counts only where it is asked for. An addition to AVFoundation.
    public func akIsInLanguage(_ language: String) -> Bool {
        // What is no language is not the one that nobody has determined.
        guard let wanted = MetadataLanguage(storedTag: language),
            wanted.tag != MetadataLanguage.undetermined || language.lowercased() == MetadataLanguage.undetermined
        else { return false }
        return [extendedLanguageTag, languageCode].contains { stored in
            stored.flatMap(MetadataLanguage.init(storedTag:))?.answers(wanted) ?? false
        }
    }
}

extension MetadataLanguage {
    /// Whether this is what `wanted` names: the same language, and the same script and region where it names them.
    fileprivate func answers(_ wanted: MetadataLanguage) -> Bool {
        let own = Locale.Language(identifier: tag)
        let asked = Locale.Language.Components(identifier: wanted.tag)
        guard own.languageCode == asked.languageCode else { return false }
        return (asked.script == nil || asked.script == own.script)
            && (asked.region == nil || asked.region == own.region)
    }
}
