/// A file within the file: a cover, a font.
struct MatroskaAttachment: Hashable, Sendable {
    var name = ""
    var text: String?
    var mimeType = ""
    var uniqueNumber: UInt64 = 0
    /// Where the content lies; it is not read.
    var extent: ByteExtent?

    var isPicture: Bool { mimeType.lowercased().hasPrefix("image/") }

    /// True for the pictures that the Matroska specification calls cover art by their names.
    var isCover: Bool {
        let base = name.lowercased()
        return isPicture
            && ["cover.", "small_cover.", "cover_land.", "small_cover_land."].contains { base.hasPrefix($0) }
    }
}
