internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitISOMedia
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// What a new file says about itself. Reads what headers only point to.
struct ExportMetadata {
    let loaded: LoadedAsset
    let settings: ExportSettings

    private var options: AKExportOptions { settings.options }

    /// The client's items, or those of the asset that its filter lets pass; and on top of them what the options say.
    func entries() throws -> [MetadataEntry] {
        var entries = try basis()
        for change in options.metadata {
            let new = change.entry
            entries.removeAll { $0.means(the: new) }
            if case .text("") = new.value { continue }
            entries.append(new)
        }
        if let cover = options.cover {
            entries.removeAll(where: \.isArtwork)
            entries.append(MetadataEntry(keySpace: .akFFmpeg, key: "cover", value: .data(Array(cover))))
        }
        return entries
    }

    private func basis() throws -> [MetadataEntry] {
        if let items = settings.metadata { return items.compactMap(Self.entry) }
        guard !options.stripsMetadata else { return [] }
        let filter = settings.metadataItemFilter
        return try Self.carried(loaded) { filter?.lets($0) ?? true }
    }

    /// What of an asset's metadata is true of another file with the same content: not what has made it.
    static func carried(_ loaded: LoadedAsset, _ lets: (AVMetadataItem) -> Bool = { _ in true }) throws
        -> [MetadataEntry]
    {
        var entries: [MetadataEntry] = []
        for (item, entry) in zip(loaded.metadata, loaded.facts.metadata) where lets(item) {
            guard !entry.isOfEncoder, !entry.isTechnical else { continue }
            entries.append(try Self.loaded(entry, from: loaded.input))
        }
        if let date = loaded.facts.creationDate, !entries.contains(where: { $0.usualName?.name == "creation_time" }) {
            entries.append(MetadataCreation.entry(date))
        }
        return entries
    }

    private static func loaded(_ entry: MetadataEntry, from input: MediaInput) throws -> MetadataEntry {
        guard case .stored(let range) = entry.value else { return entry }
        var entry = entry
        entry.value = .data(try input.bytes(range))
        return entry
    }

    /// An item in a container's words; nil for one without a name or a value.
    static func entry(_ item: AVMetadataItem) -> MetadataEntry? {
        guard let name = item.identifier.flatMap(MetadataName.init), let key = name.text, let value = value(of: item)
        else {
            return nil
        }
        var entry = MetadataEntry(keySpace: name.keySpace, key: key, value: value)
        entry.commonKey = item.commonKey?.rawValue
        entry.dataType = item.dataType
        entry.language = item.extendedLanguageTag
        entry.info = item.extraAttributes?[.info] as? String
        return entry
    }

    private static func value(of item: AVMetadataItem) -> MetadataEntry.Value? {
        switch item.value {
        case let text as NSString: return .text(String._unconditionallyBridgeFromObjectiveC(text))
        case let number as NSNumber:
            let double = number.doubleValue
            return Int64(exactly: double).map { .integer($0) } ?? .number(double)
        case let data as NSData: return .data(Array(Data._unconditionallyBridgeFromObjectiveC(data)))
        default: return item.stringValue.map { .text($0) }
        }
    }

    // MARK: Chapters

    /// The chapters of the new file, which has this range of the asset's timeline.
    func chapters(in range: CMTimeRange) -> [Chapter] {
        ownChapters(until: settings.speed.target(range.duration))
            ?? Self.chapters(of: loaded.facts, in: range).map { chapter in
                var chapter = chapter
                chapter.timeRange = settings.speed.target(chapter.timeRange)
                return chapter
            }
    }

    /// The chapters that the options say, of a file that ends then; nil where they say nothing.
    func ownChapters(until end: CMTime) -> [Chapter]? { options.chapters.map { Self.chapters($0, until: end) } }

    /// The chapters within a range of the asset's timeline, on that of the new file.
    static func chapters(of facts: MediaFacts, in range: CMTimeRange) -> [Chapter] {
        facts.chapters.compactMap { chapter in
            let kept = chapter.timeRange.intersection(range)
            guard kept.duration.isNumeric, kept.duration > .zero else { return nil }
            var chapter = chapter
            chapter.timeRange = CMTimeRange(start: kept.start - range.start, duration: kept.duration)
            return chapter
        }
    }

    /// A chapter without an end lasts to the next one, and the last to the end.
    private static func chapters(_ chapters: [AKExportOptions.Chapter], until end: CMTime) -> [Chapter] {
        let sorted = chapters.filter { isWithin($0, end) }.sorted { $0.timeRange.start < $1.timeRange.start }
        return sorted.enumerated().map { number, chapter in
            let next = number + 1 < sorted.count ? sorted[number + 1].timeRange.start : end
            let own = chapter.timeRange.end
            let stop = own.isNumeric && own > chapter.timeRange.start ? own : next
            let shown = end.isNumeric ? CMTimeMinimum(stop, end) : stop
            return Chapter(
                title: chapter.title,
                timeRange: CMTimeRange(
                    start: chapter.timeRange.start,
                    end: shown.isNumeric ? shown : chapter.timeRange.start
                )
            )
        }
    }

    private static func isWithin(_ chapter: AKExportOptions.Chapter, _ end: CMTime) -> Bool {
        !end.isNumeric || chapter.timeRange.start < end
    }

    // MARK: What a file cannot hold

    /// What is not carried into a file of a type, which has this range of the asset's timeline, each a sentence. Throws where
    /// something is asked for that such a file has no place for.
    func losses(in type: AVFileType, _ range: CMTimeRange) throws -> [String] {
        try losses(in: type, chapters(in: range), length: settings.speed.target(range.duration))
    }

    /// The same for a file of this length with these chapters.
    func losses(in type: AVFileType, _ chapters: [Chapter], length: CMTime) throws -> [String] {
        try checkRequests(type)
        var sentences = try MetadataRoom.losses(try entries(), chapters, in: type) + freeTexts(in: type)
        for chapter in options.chapters ?? [] where !Self.isWithin(chapter, length) {
            sentences.append("the chapter '\(chapter.title)' begins behind the end and is left out")
        }
        let fragments = options.fragmentInterval != nil || options.streamSegmentDuration != nil
        if fragments, type == .mov, !chapters.isEmpty {
            let reason = "a QuickTime movie in fragments has no place for chapters"
            guard options.chapters == nil else {
                throw MediaProblem(code: .unsupportedOutputSettings, reason: reason)
            }
            sentences.append(reason + ", so they are left out")
        }
        return sentences
    }

    /// Files of subtitles say nothing about themselves, and nobody misses there what a film says.
    func refuseForSubtitles() throws {
        let asked = [
            ("metadata", !options.metadata.isEmpty), ("a cover", options.cover != nil),
            ("chapters", options.chapters?.isEmpty == false),
        ]
        guard let (what, _) = asked.first(where: { $0.1 }) else { return }
        let reason = "a file of subtitles has no place for \(what)"
        throw MediaProblem(code: .unsupportedOutputSettings, reason: reason)
    }

    private func checkRequests(_ type: AVFileType) throws {
        let (room, title) = (MetadataRoom(type), MediaSinks.title(of: type))
        func refuse(_ reason: String) -> MediaProblem { MediaProblem(code: .unsupportedOutputSettings, reason: reason) }
        if let cover = options.cover {
            guard room.holdsCovers else { throw refuse("\(title) has no place for a cover") }
            guard cover.starts(with: [0xFF, 0xD8]) || cover.starts(with: [0x89, 0x50, 0x4E, 0x47]) else {
                throw refuse("a cover is a picture in JPEG or PNG, and what was given is neither")
            }
        }
        if let chapters = options.chapters, !chapters.isEmpty {
            guard room.holdsChapters else { throw refuse("\(title) has no place for chapters") }
            guard chapters.allSatisfy({ $0.timeRange.start.isNumeric && $0.timeRange.start >= .zero }) else {
                throw refuse("a chapter begins at a time from zero on")
            }
        }
        guard options.metadata.allSatisfy({ !$0.name.isEmpty }) else { throw refuse("metadata need a name") }
        if let garbage = options.metadata.first(where: { $0.isCreationTime && !$0.value.isEmpty && $0.moment == nil }) {
            throw refuse("creation_time is a moment such as 2024-02-29T12:34:56Z, and '\(garbage.value)' is none")
        }
    }

    /// What a kind of file would have a number or a flag for, and the words given are none.
    private func freeTexts(in type: AVFileType) -> [String] {
        guard [.mp4, .m4v, .m4a].contains(type) else { return [] }
        return options.metadata.compactMap { change in
            guard let usual = change.entry.usualName, usual.key(in: .iTunes) != nil, !change.value.isEmpty,
                ISOMetadataEntry.value(change.value, usual.kind) == nil
            else { return nil }
            let place = MediaSinks.title(of: type)
            return "'\(change.value)' is no \(usual.title) as \(place) has it, so it is kept as a free text"
        }
    }
}

extension MetadataEntry {
    /// It says the same as another would: under the same usual name, or the same word.
    fileprivate func means(the other: MetadataEntry) -> Bool {
        if keySpace == other.keySpace, key == other.key { return true }
        if let name = usualName?.name ?? other.usualName?.name {
            return name == other.usualName?.name && name == usualName?.name
        }
        return plainName.lowercased() == other.plainName.lowercased()
    }
}

extension AKExportOptions.MetadataChange {
    /// The name as it is meant: an identifier, a usual name in any spelling, or a word of the client's own.
    fileprivate var entry: MetadataEntry {
        if name.contains("/"), let name = MetadataName(identifier: AVMetadataIdentifier(rawValue: name)),
            let key = name.text
        {
            return MetadataEntry(keySpace: name.keySpace, key: key, value: .text(value))
        }
        return MetadataEntry(keySpace: .akFFmpeg, key: TagNames.typed(name)?.name ?? name, value: .text(statedValue))
    }

    fileprivate var isCreationTime: Bool { entry.usualName?.name == "creation_time" }

    /// The moment that is meant: a day is its beginning, in universal time.
    fileprivate var moment: Date? { MetadataCreation.date(value) ?? MetadataDate.date(from: value) }

    /// A moment in the spelling that files read; anything else as it was given.
    private var statedValue: String {
        guard TagNames.typed(name)?.name == "creation_time", MetadataCreation.date(value) == nil, let moment else {
            return value
        }
        return MetadataCreation.text(moment)
    }
}
