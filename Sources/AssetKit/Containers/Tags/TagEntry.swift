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
