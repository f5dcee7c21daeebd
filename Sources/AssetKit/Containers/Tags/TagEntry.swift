/// The name space that a tag's key belongs to. Names are AVFoundation's where it has one.
struct TagKeySpace: RawRepresentable, Hashable, Sendable {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }

    static let common = TagKeySpace(rawValue: "comn")
    static let quickTimeUserData = TagKeySpace(rawValue: "udta")
    static let isoUserData = TagKeySpace(rawValue: "uiso")
    static let quickTimeMetadata = TagKeySpace(rawValue: "mdta")
    static let iTunes = TagKeySpace(rawValue: "itsk")
    /// iTunes' tags that have a name instead of a code.
    static let iTunesLong = TagKeySpace(rawValue: "itlk")
    static let id3 = TagKeySpace(rawValue: "org.id3")
    static let icy = TagKeySpace(rawValue: "icy")
    /// What the information chunk of a CAF file holds.
    static let audioFile = TagKeySpace(rawValue: "caaf")
    static let vorbis = TagKeySpace(rawValue: "org.xiph.vorbis")
    static let matroska = TagKeySpace(rawValue: "org.matroska")
    static let riff = TagKeySpace(rawValue: "com.microsoft.riff")
    static let broadcastWave = TagKeySpace(rawValue: "ch.ebu.bext")
    static let aiff = TagKeySpace(rawValue: "com.apple.aiff")
    static let ape = TagKeySpace(rawValue: "ape")
    /// FFmpeg's names, and all that have none of a format.
    static let ffmpeg = TagKeySpace(rawValue: "org.ffmpeg")
}

/// The value of a tag as the file holds it.
enum TagValue: Hashable, Sendable {
    case text(String)
    case number(Int64)
    case data([UInt8])
    /// Bytes that are read when somebody asks for them.
    case stored(StoredTagData)

    var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    var stored: StoredTagData? {
        if case .stored(let stored) = self { return stored }
        return nil
    }
}

/// Bytes of a tag that still lie in the file, and what stands between them and their meaning.
struct StoredTagData: Hashable, Sendable {
    struct Form: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        /// A zero follows every 255 and does not count.
        static let unsynchronised = Form(rawValue: 1)
        static let compressed = Form(rawValue: 2)
        static let encrypted = Form(rawValue: 4)
    }

    var extent: ByteExtent
    var form: Form = []

    /// The bytes, with unsynchronisation taken back. What is compressed or encrypted stays so.
    func bytes(from window: ByteWindow, limit: Int) throws -> [UInt8] {
        let raw = try window.bytes(of: extent, limit: limit)
        return form.contains(.unsynchronised) ? ID3Unsynchronisation.undone(raw).bytes : raw
    }
}

/// One statement of a file about itself, in the file's own words.
struct TagEntry: Hashable, Sendable {
    var keySpace: TagKeySpace
    /// The key as it is spelled in its key space: `TIT2`, `ARTIST`, `INAM`.
    var key: String
    var value: TagValue
    var language: String?
    /// What the value is about where the key alone does not say: the name of a user text, a picture's description.
    var name: String?
    var mimeType: String?
    /// The kind of a picture, numbered as ID3 does; 3 is the front cover.
    var pictureKind: Int?

    init(_ keySpace: TagKeySpace, _ key: String, _ value: TagValue, language: String? = nil, name: String? = nil) {
        self.keySpace = keySpace
        self.key = key
        self.value = value
        self.language = language
        self.name = name
    }

    /// AVFoundation's common key for this entry, such as `title`; nil when it has none.
    var commonKey: String? { CommonKeys.commonKey(for: key, in: keySpace) }
}
