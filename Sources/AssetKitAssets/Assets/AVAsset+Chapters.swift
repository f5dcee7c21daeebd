internal import AssetKitCore
internal import AssetKitSources
internal import CMTimeLib
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
        groups(of: (facts?.chapters ?? []).filter { Locale(identifier: $0.language) == locale })
    }

    /// The chapters in the language that is wanted most; in any language where none of the wanted is there. A chapter
    /// that has no title in it comes with the title that it has.
    public func chapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String])
        -> [AVTimedMetadataGroup]
    {
        let tags = availableChapterLocales.map(\.identifier)
        let wanted = preferredLanguages.lazy.compactMap { preferred in
            tags.first { Self.language($0) == Self.language(preferred) }
        }
        guard let tag = wanted.first ?? tags.first else { return [] }
        return groups(of: chapters { Locale(identifier: $0).identifier == tag })
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
    @preconcurrency
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

    /// The chapters with titles in a language, and those of other languages that begin where none of these is.
    private func chapters(preferring isWanted: (String) -> Bool) -> [Chapter] {
        let all = (facts?.chapters ?? []).map { (chapter: $0, isWanted: isWanted($0.language)) }
        let sorted = all.enumerated().sorted { first, second in
            let (start, other) = (first.element.chapter.timeRange.start, second.element.chapter.timeRange.start)
            if start != other { return start < other }
            let (isFirst, isSecond) = (first.element.isWanted, second.element.isWanted)
            return isFirst == isSecond ? first.offset < second.offset : isFirst
        }
        var result: [Chapter] = []
        var end = CMTime.negativeInfinity
        for (_, (chapter, isWanted)) in sorted where isWanted || chapter.timeRange.start >= end {
            result.append(chapter)
            end = max(end, chapter.timeRange.end)
        }
        return result
    }

    private func groups(of chapters: [Chapter]) -> [AVTimedMetadataGroup] {
        chapters.map { chapter in
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
