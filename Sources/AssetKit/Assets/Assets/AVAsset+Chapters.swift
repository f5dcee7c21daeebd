public import Foundation

// Chapters: groups of items with a title each, one after the other on the timeline.

extension AVAsset {
    /// The languages in which chapters have titles; `und` where the file does not say.
    public var availableChapterLocales: [Locale] {
        var tags: [String] = []
        for chapter in facts?.chapters ?? [] where !tags.contains(chapter.language) { tags.append(chapter.language) }
        return tags.map(Locale.init(identifier:))
    }

    /// The chapters whose titles are in a language; empty for a language that no title is in.
    public func chapterMetadataGroups(
        withTitleLocale locale: Locale,
        containingItemsWithCommonKeys commonKeys: [AVMetadataKey]? = nil
    ) -> [AVTimedMetadataGroup] {
        groups { Locale(identifier: $0) == locale }
    }

    /// The chapters in the language that is wanted most; in any language where none of the wanted is there.
    public func chapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String])
        -> [AVTimedMetadataGroup]
    {
        let tags = availableChapterLocales.map(\.identifier)
        let wanted = preferredLanguages.lazy.compactMap { preferred in
            tags.first { Self.language($0) == Self.language(preferred) }
        }
        guard let tag = wanted.first ?? tags.first else { return [] }
        return groups { Locale(identifier: $0).identifier == tag }
    }

    /// The chapters whose titles are in a language.
    public func loadChapterMetadataGroups(
        withTitleLocale locale: Locale,
        containingItemsWithCommonKeys commonKeys: [AVMetadataKey] = []
    ) async throws -> [AVTimedMetadataGroup] {
        _ = try await load(.availableChapterLocales)
        return chapterMetadataGroups(withTitleLocale: locale, containingItemsWithCommonKeys: commonKeys)
    }

    /// The chapters in the language that is wanted most.
    public func loadChapterMetadataGroups(
        bestMatchingPreferredLanguages preferredLanguages: [String]
    ) async throws -> [AVTimedMetadataGroup] {
        _ = try await load(.availableChapterLocales)
        return chapterMetadataGroups(bestMatchingPreferredLanguages: preferredLanguages)
    }

    /// Calls back with the chapters in the language that is wanted most, or with why they are not known.
    public func loadChapterMetadataGroups(
        bestMatchingPreferredLanguages preferredLanguages: [String],
        completionHandler: @escaping @Sendable ([AVTimedMetadataGroup]?, (any Error)?) -> Void
    ) {
        requestKeys(["availableChapterLocales"]) { [self] in
            let groups =
                loadingError == nil
                ? chapterMetadataGroups(bestMatchingPreferredLanguages: preferredLanguages) : nil
            completionHandler(groups, loadingError)
        }
    }

    private static func language(_ tag: String) -> String? { Locale(identifier: tag).language.languageCode?.identifier }

    private func groups(inLanguage isWanted: (String) -> Bool) -> [AVTimedMetadataGroup] {
        (facts?.chapters ?? []).filter { isWanted($0.language) }.map { chapter in
            let title = AVMutableMetadataItem()
            title.identifier = .commonIdentifierTitle
            title.value = chapter.title as NSString
            title.extendedLanguageTag = chapter.language
            title.time = chapter.timeRange.start
            title.duration = chapter.timeRange.duration
            let items = [title.copy() as? AVMetadataItem].compactMap { $0 }
            return AVTimedMetadataGroup(items: items, timeRange: chapter.timeRange)
        }
    }
}
