/// What people call a piece of metadata, and what each kind of file calls it.
package struct TagName: Sendable {
    /// How a value is stored where a file has more than texts.
    package enum Kind: Sendable {
        case text
        case number
        /// Yes or no.
        case flag
        /// A number, or a number of so many: `3/12`.
        case position
    }

    /// The usual name, in the spelling of command lines: `album_artist`.
    package let name: String
    /// The words for people: `album artist`.
    package let title: String
    package let kind: Kind
    /// What else people type for it, in small letters.
    package let aliases: [String]
    /// The keys by which files have it. The first of a key space is the one to write.
    package let keys: [TagKeySpace: [String]]

    package init(name: String, title: String, kind: Kind, aliases: [String], keys: [TagKeySpace: [String]]) {
        self.name = name
        self.title = title
        self.kind = kind
        self.aliases = aliases
        self.keys = keys
    }

    /// The key to write; nil where the key space has none for it.
    package func key(in space: TagKeySpace) -> String? { keys[space]?.first }

    /// The name where keys are free and written in capitals.
    package var capitals: String { key(in: .vorbis) ?? name.uppercased() }
}
