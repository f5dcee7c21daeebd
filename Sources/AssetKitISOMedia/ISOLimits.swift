/// How much of everything a file may have before reading it is refused. The defaults are far above honest files.
///
/// How deep boxes are nested needs no limit: they are read where the format has them, and no deeper.
package struct ISOLimits: Sendable {
    /// Boxes of all kinds: a ten-hour recording in fragments of half a second has about a million.
    package var boxes = 4_000_000
    package var tracks = 1024
    /// Samples of one track, which may cost next to no memory when they are all alike.
    package var samples = 1 << 32 - 1
    /// Bytes of one box that is loaded at once, such as a table of sample sizes.
    var boxBytes = 256 << 20
    /// Bytes of a track's sample descriptions, with the headers of codecs in them.
    package var descriptionBytes = 256 << 20
    /// Bytes of one fragment's header.
    var fragmentHeaderBytes = 64 << 20
    /// Bytes of memory for all tables, descriptions and values together.
    package var indexBytes = 512 << 20
    var editsPerTrack = 1 << 20
    var descriptionsPerTrack = 1024
    var metadataEntries = 16_384
    /// A metadata value larger than this stays in the file until it is asked for.
    var inlineValueBytes = 4096
    /// A text larger than this counts as data.
    var textBytes = 1 << 20
    package var chapters = 16_384
    /// Bytes that a title of a chapter is read with.
    var chapterTitleBytes = 65_538
    /// Sentences about oddities; one more says that the rest is left out.
    package var warnings = 200

    package init(
        boxes: Int = 4_000_000,
        tracks: Int = 1024,
        samples: Int = 1 << 32 - 1,
        boxBytes: Int = 256 << 20,
        descriptionBytes: Int = 256 << 20,
        fragmentHeaderBytes: Int = 64 << 20,
        indexBytes: Int = 512 << 20,
        editsPerTrack: Int = 1 << 20,
        descriptionsPerTrack: Int = 1024,
        metadataEntries: Int = 16_384,
        inlineValueBytes: Int = 4096,
        textBytes: Int = 1 << 20,
        chapters: Int = 16_384,
        chapterTitleBytes: Int = 65_538,
        warnings: Int = 200
    ) {
        self.boxes = boxes
        self.tracks = tracks
        self.samples = samples
        self.boxBytes = boxBytes
        self.descriptionBytes = descriptionBytes
        self.fragmentHeaderBytes = fragmentHeaderBytes
        self.indexBytes = indexBytes
        self.editsPerTrack = editsPerTrack
        self.descriptionsPerTrack = descriptionsPerTrack
        self.metadataEntries = metadataEntries
        self.inlineValueBytes = inlineValueBytes
        self.textBytes = textBytes
        self.chapters = chapters
        self.chapterTitleBytes = chapterTitleBytes
        self.warnings = warnings
    }
}
