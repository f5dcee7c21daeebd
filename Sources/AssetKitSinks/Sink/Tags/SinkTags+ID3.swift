internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitCore
internal import CMTimeLib

extension SinkTags {
    /// All of it as a tag of ID3; empty where there is nothing to say.
    func id3Tag(_ chapters: [Chapter]) throws -> [UInt8] {
        var writer = ID3v2Writer()
        var done: Set<ID3Key> = []
        for text in texts {
            let key = Self.id3Key(text)
            guard done.insert(key).inserted else { continue }
            // There is one frame of each key, and it has all values.
            let values = texts.filter { Self.id3Key($0) == key }.map(\.value)
            switch key {
            case .comment(let key, let title, let language):
                writer.add(key, text: values.joined(separator: "\n"), language: language, title: title)
            case .address(let key): writer.add(key, address: text.value)
            case .named(let name): writer.add(name: name, texts: values)
            case .text("PCST"): if Self.isSet(text.value) { writer.addPodcastMark() }
            case .text("TDEN"): writer.add("TDEN", texts: [Self.timestamp(text.value)])
            case .text(let key): writer.add(key, texts: values)
            }
        }
        for (number, picture) in pictures.enumerated() {
            let title = number == 0 ? "" : "\(number + 1)"
            writer.add(picture: picture.data, mimeType: picture.mimeType, kind: number == 0 ? 3 : 0, title: title)
        }
        writer.add(chapters: chapters.compactMap(Self.milliseconds))
        guard !writer.isEmpty else { return [] }
        do {
            return try writer.tag()
        } catch {
            throw MediaSinks.refusal("a tag of ID3 has less than 256 MiB, and the metadata are larger")
        }
    }

    private enum ID3Key: Hashable {
        case text(String)
        case named(String)
        case address(String)
        case comment(String, title: String, language: String?)
    }

    private static func id3Key(_ text: Text) -> ID3Key {
        if let key = text.usual?.key(in: .id3) {
            guard ["COMM", "USLT"].contains(key) else { return .text(key) }
            return .comment(key, title: "", language: text.language)
        }
        if text.origin.space == .id3, text.usual == nil {
            let key = text.origin.key
            if ["COMM", "USLT", "COM", "ULT"].contains(key) {
                return .comment(key.hasPrefix("C") ? "COMM" : "USLT", title: text.name, language: text.language)
            }
            if key.count == 4, !["TXXX", "WXXX"].contains(key) {
                if key.hasPrefix("T") { return .text(key) }
                if key.hasPrefix("W") { return .address(key) }
            }
        }
        return .named(text.usual?.capitals ?? text.name)
    }

    private static func isSet(_ text: String) -> Bool { !["", "0", "false", "no"].contains(text.lowercased()) }

    /// A moment as ID3 writes it: UTC, to the second, without a zone.
    private static func timestamp(_ text: String) -> String {
        guard let date = MetadataCreation.date(text) else { return text }
        return String(MetadataCreation.text(date).prefix(19))
    }

    private static func milliseconds(_ chapter: Chapter) -> (start: UInt32, end: UInt32, title: String)? {
        guard chapter.timeRange.start.isNumeric, chapter.timeRange.end.isNumeric else { return nil }
        let start = UInt32(clamping: SinkTimes.ticks(chapter.timeRange.start, 1000))
        return (start, UInt32(clamping: SinkTimes.ticks(chapter.timeRange.end, 1000)), chapter.title)
    }
}
