internal import CMTimeLib
internal import Foundation

/// What a new file says about itself. Reads what headers only point to.
struct ExportMetadata {
    let loaded: LoadedAsset
    let settings: ExportSettings

    /// The client's items, or those of the asset that its filter lets pass.
    func entries() throws -> [MetadataEntry] {
        if let items = settings.metadata { return items.compactMap(Self.entry) }
        let pairs = zip(loaded.metadata, loaded.facts.metadata)
        let kept = settings.metadataItemFilter.map { filter in pairs.filter { filter.lets($0.0) } } ?? Array(pairs)
        return try kept.map { try loadedEntry($0.1) }
    }

    private func loadedEntry(_ entry: MetadataEntry) throws -> MetadataEntry {
        guard case .stored(let range) = entry.value else { return entry }
        var entry = entry
        entry.value = .data(try loaded.input.bytes(range))
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
}
