/// One statement of a file about itself, in the file's own words.
package struct TagEntry: Hashable, Sendable {
    package var keySpace: TagKeySpace
    /// The key as it is spelled in its key space: `TIT2`, `ARTIST`, `INAM`.
    package var key: String
    package var value: TagValue
    package var language: String?
    /// What the value is about where the key alone does not say: the name of a user text, a picture's description.
    package var name: String?
    package var mimeType: String?
    /// The kind of a picture, numbered as ID3 does; 3 is the front cover.
    package var pictureKind: Int?

    package init(
        _ keySpace: TagKeySpace,
        _ key: String,
        _ value: TagValue,
        language: String? = nil,
        name: String? = nil
    ) {
        self.keySpace = keySpace
        self.key = key
        self.value = value
        self.language = language
        self.name = name
    }

    /// AVFoundation's common key for this entry, such as `title`; nil when it has none.
    package var commonKey: String? { CommonKeys.commonKey(for: key, in: keySpace) }
}
