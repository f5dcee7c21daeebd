internal import Foundation

/// Metadata as containers other than ISO movies want it: names that FFmpeg uses, with texts, and pictures.
struct SinkTags {
    struct Picture {
        var data: [UInt8]
        var isPNG: Bool

        var mimeType: String { isPNG ? "image/png" : "image/jpeg" }
        var codec: String { isPNG ? "png" : "mjpeg" }
        var fileName: String { isPNG ? "cover.png" : "cover.jpg" }
    }

    /// In the order of the entries. Several may have one name.
    private(set) var texts: [(name: String, value: String, language: String?)] = []
    private(set) var pictures: [Picture] = []

    var title: String? { texts.first { $0.name == "title" }?.value }

    /// A picture that nobody has loaded is an error: the source that it lies in is not known here.
    init(_ entries: [MetadataEntry]) throws {
        for entry in entries {
            if Self.isArtwork(entry) {
                try addPicture(entry)
            } else if let name = Self.name(entry), let value = Self.text(entry) {
                texts.append((name, value, entry.language.flatMap { $0 == "und" ? nil : $0 }))
            }
        }
    }

    private mutating func addPicture(_ entry: MetadataEntry) throws {
        guard case .data(let bytes) = entry.value else {
            throw MediaSinks.refusal("the picture in the metadata has not been loaded")
        }
        // What is neither JPEG nor PNG, no tag of these containers has a name for.
        let isPNG = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
        guard isPNG || bytes.starts(with: [0xFF, 0xD8]) else { return }
        pictures.append(Picture(data: bytes, isPNG: isPNG))
    }

    // MARK: Names

    private static func isArtwork(_ entry: MetadataEntry) -> Bool {
        commonKey(entry) == "artwork" || entry.key == "cover" && entry.keySpace.rawValue == "org.ffmpeg"
    }

    private static func commonKey(_ entry: MetadataEntry) -> String? {
        entry.commonKey
            ?? CommonKeys.commonKey(for: entry.key, in: TagKeySpace(rawValue: entry.keySpace.rawValue))
    }

    private static func name(_ entry: MetadataEntry) -> String? {
        let space = TagKeySpace(rawValue: entry.keySpace.rawValue)
        if let name = ownNames[space.rawValue]?[entry.key] { return name }
        if let key = commonKey(entry) { return commonNames[key] }
        switch space.rawValue {
        case "org.ffmpeg": return isReserved(entry.key) ? nil : entry.key.lowercased()
        case TagKeySpace.vorbis.rawValue, TagKeySpace.matroska.rawValue, TagKeySpace.ape.rawValue:
            let name = entry.key.lowercased()
            return vorbisNames[name] ?? (isReserved(name) ? nil : name)
        // A text with a name of its own.
        case TagKeySpace.id3.rawValue: return entry.key == "TXXX" ? entry.info : nil
        case "itlk": return entry.key.split(separator: ".").last.map(String.init)
        case TagKeySpace.quickTimeMetadata.rawValue: return entry.key.split(separator: ".").last.map(String.init)
        default: return nil
        }
    }

    /// What containers write about themselves.
    private static func isReserved(_ name: String) -> Bool {
        ["encoder", "major_brand", "minor_version", "compatible_brands", "duration", "vendor_id", "handler_name"]
            .contains(name.lowercased())
    }

    private static let commonNames = [
        "title": "title", "artist": "artist", "albumName": "album", "creationDate": "date", "creator": "composer",
        "author": "author", "description": "comment", "publisher": "publisher", "contributor": "contributor",
        "type": "genre", "copyrights": "copyright", "subject": "subject", "identifier": "identifier",
        "source": "source", "language": "language", "location": "location", "make": "make", "model": "model",
        "software": "software", "format": "format", "relation": "relation", "lastModifiedDate": "date_modified",
        "accessibilityDescription": "accessibility_description",
    ]

    /// What is said often and has no common key.
    private static let ownNames: [String: [String: String]] = [
        "itsk": [
            "aART": "album_artist", "trkn": "track", "disk": "disc", "©lyr": "lyrics", "©grp": "grouping",
            "tmpo": "bpm", "desc": "description", "ldes": "synopsis", "tvsh": "show", "tven": "episode_id",
        ],
        "org.id3": [
            "TPE2": "album_artist", "TRCK": "track", "TPOS": "disc", "USLT": "lyrics", "TIT1": "grouping",
            "TBPM": "bpm", "TENC": "encoded_by", "TPE3": "performer", "TSSE": "encoder_settings",
        ],
    ]

    private static let vorbisNames = [
        "albumartist": "album_artist", "tracknumber": "track", "discnumber": "disc", "part_number": "track",
        "total_parts": "tracktotal",
    ]

    // MARK: Values

    private static func text(_ entry: MetadataEntry) -> String? {
        switch entry.value {
        case .text(let text): return text
        case .integer(let number): return "\(number)"
        case .number(let number): return "\(number)"
        // A number of so many, as iTunes packs it in eight bytes.
        case .data(let bytes) where ["trkn", "disk"].contains(entry.key) && bytes.count >= 6:
            let (number, count) = (Int(bytes[2]) << 8 | Int(bytes[3]), Int(bytes[4]) << 8 | Int(bytes[5]))
            return count > 0 ? "\(number)/\(count)" : "\(number)"
        case .data, .stored: return nil
        }
    }
}
