import AssetKit

extension InfoReport {
    /// The metadata in the formats of the file. A large value is counted, not shown.
    static func items(of asset: AVAsset) async throws -> [Item] {
        var items: [Item] = []
        for item in try await asset.load(.metadata) { items.append(try await Item(item)) }
        return items
    }

    /// The chapters in the first language that has titles; one that has none in it with the title that it has.
    static func chapters(of asset: AVAsset) async throws -> [Chapter] {
        guard let locale = try await asset.load(.availableChapterLocales).first else { return [] }
        var chapters: [Chapter] = []
        let languages = [locale.identifier]
        for group in try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: languages) {
            let title = AVMetadataItem.metadataItems(from: group.items, filteredByIdentifier: .commonIdentifierTitle)
                .first
            chapters.append(Chapter(title: try await title?.load(.stringValue) ?? "", timeRange: group.timeRange))
        }
        return chapters
    }
}

extension InfoReport.Item {
    init(_ item: AVMetadataItem) async throws {
        identifier = item.identifier?.rawValue
        keySpace = item.keySpace?.rawValue ?? ""
        key = Self.text(ofKey: item.key)
        language = item.extendedLanguageTag
        let details = item.akDetails
        (name, title, plainText) = (details?.name, details?.title, details?.text)
        let shown: String
        let (string, number, data) = try await item.load(.stringValue, .numberValue, .dataValue)
        if let string, number == nil || !(item.isNumber) {
            (value, shown) = (.string(string), Self.oneLine(string))
        } else if let number {
            let whole = number.int64Value
            value = Double(whole) == number.doubleValue ? .integer(whole) : .number(number.doubleValue)
            shown = "\(number)"
        } else {
            let bytes = data ?? Data()
            var fields = InfoReport.Fields()
            fields.add("base64", .string(bytes.base64EncodedString()))
            fields.add("dataType", item.dataType.map { .string($0) })
            value = fields.json
            shown = "\(InfoReport.bytes(Int64(bytes.count))) of \(item.dataType ?? "data")"
        }
        text = plainText ?? shown
    }

    /// Keys are texts, or numbers that stand for four characters.
    private static func text(ofKey key: (any NSCopying & NSObjectProtocol)?) -> String {
        switch key as Any {
        case let number as NSNumber: FourCharCode(truncatingIfNeeded: number.int64Value).characters
        case let text as NSString: String(describing: text)
        default: ""
        }
    }

    /// A text as one line of a screen.
    private static func oneLine(_ text: String) -> String {
        let line = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        return line.count > 200 ? line.prefix(200) + "…" : line
    }
}

extension AVMetadataItem {
    /// The file stores a number, not a text that spells one.
    fileprivate var isNumber: Bool { (value as Any) is NSNumber }
}

extension InfoReport.Track {
    /// Every sample of a track in decode order; nil for a track whose samples cannot be listed.
    static func samples(of track: AVAssetTrack) async throws -> [InfoReport.Sample]? {
        guard track.canProvideSampleCursors else { return nil }
        return try await track.akLoadSampleTable().map { sample in
            InfoReport.Sample(
                number: sample.number,
                presentationTime: sample.presentationTime,
                decodeTime: sample.decodeTime,
                duration: sample.duration,
                size: Int64(sample.size),
                offset: sample.offset,
                isSync: sample.isSync
            )
        }
    }
}
