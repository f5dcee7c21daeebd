package import CMTimeLib

/// What a clip shows, as the document refers to it. Nobody has looked whether it is there.
package struct EditMedia: Sendable, Equatable {
    package enum Kind: Sendable, Hashable {
        /// A file or an address; see `url`.
        case file
        /// The document knows that it is missing.
        case missing
        /// Made by the program that reads the document: bars, a colour, a title.
        case generator(String)
        /// Pictures in files of their own.
        case imageSequence
        /// A reference of a kind that nothing here understands, by its name in the document.
        case unknown(String)
    }

    package var kind: Kind
    package var name: String
    /// As it stands in the document: a URL, an absolute path, or a path from the document's folder. Empty unless the kind
    /// is `file`. `MediaReferencePolicy` says where it leads.
    package var url: String
    /// The timecode that the media starts with, as a time. Source ranges of clips do not have it in them.
    package var start: CMTime
    /// How long all of it is, where the document says.
    package var duration: CMTime?
    /// The size of its pictures, where the document says.
    package var size: EditSize?
    /// For kinds other than files and missing ones the reference as OTIO has it.
    package var details: JSONValue?
    package var extras: EditExtras

    package init(
        kind: Kind,
        name: String = "",
        url: String = "",
        start: CMTime = .zero,
        duration: CMTime? = nil,
        size: EditSize? = nil,
        details: JSONValue? = nil,
        extras: EditExtras = EditExtras()
    ) {
        self.kind = kind
        self.name = name
        self.url = url
        self.start = start
        self.duration = duration
        self.size = size
        self.details = details
        self.extras = extras
    }

    /// A file or an address.
    package static func file(_ url: String, start: CMTime = .zero, duration: CMTime? = nil) -> EditMedia {
        EditMedia(kind: .file, url: url, start: start, duration: duration)
    }

    /// Media that the document misses.
    package static var missing: EditMedia { EditMedia(kind: .missing) }

    /// There is something to open.
    package var isFile: Bool { kind == .file }
}
