/// What people call a piece of metadata, and what each kind of file calls it.
struct TagName: Sendable {
    /// How a value is stored where a file has more than texts.
    enum Kind: Sendable {
        case text
        case number
        /// Yes or no.
        case flag
        /// A number, or a number of so many: `3/12`.
        case position
    }

    /// The usual name, in the spelling of command lines: `album_artist`.
    let name: String
    /// The words for people: `album artist`.
    let title: String
    let kind: Kind
    /// What else people type for it, in small letters.
    let aliases: [String]
    /// The keys by which files have it. The first of a key space is the one to write.
    let keys: [TagKeySpace: [String]]

    /// The key to write; nil where the key space has none for it.
    func key(in space: TagKeySpace) -> String? { keys[space]?.first }

    /// The name where keys are free and written in capitals.
    var capitals: String { key(in: .vorbis) ?? name.uppercased() }
}
