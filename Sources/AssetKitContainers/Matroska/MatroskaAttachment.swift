/// A file within the file: a cover, a font.
package struct MatroskaAttachment: Hashable, Sendable {
    package var name = ""
    package var text: String?
    package var mimeType = ""
    package var uniqueNumber: UInt64 = 0
    /// Where the content lies; it is not read.
    package var extent: ByteExtent?

    package init(
        name: String = "",
        text: String? = nil,
        mimeType: String = "",
        uniqueNumber: UInt64 = 0,
        extent: ByteExtent? = nil
    ) {
        self.name = name
        self.text = text
        self.mimeType = mimeType
        self.uniqueNumber = uniqueNumber
        self.extent = extent
    }

    package var isPicture: Bool { mimeType.lowercased().hasPrefix("image/") }

    /// True for the pictures that the Matroska specification calls cover art by their names.
    package var isCover: Bool {
        let base = name.lowercased()
        return isPicture
            && ["cover.", "small_cover.", "cover_land.", "small_cover_land."].contains { base.hasPrefix($0) }
    }
}
