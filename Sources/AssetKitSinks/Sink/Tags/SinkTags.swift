internal import AssetKitBitstream
package import AssetKitContainers
package import AssetKitCore
internal import AssetKitMedia

/// Metadata as containers other than ISO movies want it: texts under the names that people use, and pictures.
package struct SinkTags {
    package struct Text: Hashable {
        /// The usual name; nil for a word of the source's own.
        package var usual: TagName?
        /// The name, usual or not.
        package var name: String
        package var value: String
        var language: String?
        /// The key that the source had, for files of the same kind.
        var origin: Origin

        struct Origin: Hashable {
            var space: TagKeySpace
            var key: String
        }

        /// The key in a key space where every word is one; what has no key of its own is in capitals.
        func freeKey(in space: TagKeySpace) -> String {
            if let key = usual?.key(in: space) { return key }
            return usual?.capitals ?? name.uppercased()
        }

        package static func == (left: Text, right: Text) -> Bool {
            left.name == right.name && left.value == right.value && left.language == right.language
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(value)
        }
    }

    struct Picture: Hashable {
        var data: [UInt8]
        var isPNG: Bool

        var mimeType: String { isPNG ? "image/png" : "image/jpeg" }
        var ending: String { isPNG ? "png" : "jpg" }

        /// Its sides; 1 where it does not tell them.
        var size: (width: Int, height: Int) {
            if isPNG, data.count >= 24 {
                func number(_ place: Int) -> Int { data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
                return (max(1, number(16)), max(1, number(20)))
            }
            let size = (try? JPEGFrameHeader(data[...]))?.size
            return (max(1, size?.width ?? 1), max(1, size?.height ?? 1))
        }
    }

    /// In the order of the entries. Several may have one name; what says the same is there once.
    package private(set) var texts: [Text] = []
    private(set) var pictures: [Picture] = []
    /// The names of what is neither a text nor a picture that such files have a name for.
    private(set) var others: [String] = []

    var title: String? { value(of: "title") }

    /// A picture that nobody has loaded is an error: the source that it lies in is not known here.
    package init(_ entries: [MetadataEntry]) throws {
        var seen: Set<Text> = []
        for entry in entries where !entry.isTechnical {
            if entry.isArtwork {
                try addPicture(entry)
            } else if let value = entry.textValue {
                let text = Text(entry, value)
                if seen.insert(text).inserted { texts.append(text) }
            } else {
                others.append(entry.plainName)
            }
        }
        joinTotal("tracktotal", to: "track")
        joinTotal("disctotal", to: "disc")
    }

    func value(of name: String) -> String? { texts.first { $0.name == name }?.value }

    private mutating func addPicture(_ entry: MetadataEntry) throws {
        guard case .data(let bytes) = entry.value else {
            if case .stored = entry.value {
                throw MediaSinks.refusal("the picture in the metadata has not been loaded")
            }
            return others.append(entry.plainName)
        }
        // What is neither JPEG nor PNG, no tag of these containers has a name for.
        let isPNG = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
        guard isPNG || bytes.starts(with: [0xFF, 0xD8]) else { return others.append("a cover of another kind") }
        let picture = Picture(data: bytes, isPNG: isPNG)
        if !pictures.contains(picture) { pictures.append(picture) }
    }

    /// `3` of `12` is one thing to say, which some files say in two.
    private mutating func joinTotal(_ total: String, to name: String) {
        guard let place = texts.firstIndex(where: { $0.name == name }), !texts[place].value.contains("/"),
            let end = texts.firstIndex(where: { $0.name == total })
        else { return }
        texts[place].value += "/" + texts[end].value
        texts.remove(at: end)
    }
}

extension SinkTags.Text {
    fileprivate init(_ entry: MetadataEntry, _ value: String) {
        self.init(
            usual: entry.usualName,
            name: entry.plainName,
            value: value,
            language: entry.language.flatMap { $0 == "und" ? nil : $0 },
            origin: Origin(space: TagKeySpace(rawValue: entry.keySpace.rawValue), key: entry.key)
        )
    }
}
