/// What a Matroska file may ask for at most. The figures lie far above every honest file.
package struct MatroskaLimits: Sendable {
    /// The size of the EBML header, and of `Info`, `Tracks`, `SeekHead` and `Tags`, which are read whole.
    package var headerByteCount = 1 << 16
    var masterByteCount = 16 << 20
    /// The size of `Cues`, which grow with the length of a film.
    package var cuesByteCount = 64 << 20
    /// How many elements below `Segment` are looked at while the file is opened. Live streams without an index are
    /// walked block by block, so this is also what opening costs at most.
    var topLevelElementCount = 20_000
    /// How often one file may point from one seek table to another.
    var seekHeadCount = 8
    var seekEntryCount = 1_000
    package var trackCount = 1_024
    var chapterCount = 65_536
    var tagCount = 65_536
    var attachmentCount = 4_096
    var cueCount = 4 << 20
    /// How deep chapters and tags may lie in each other.
    package var depth = 16
    /// How far to look for the next cluster behind damaged bytes, each time, and how often.
    var resyncByteCount: Int64 = 64 << 20
    var resyncCount = 1_000
    /// How many elements one `BlockGroup` may hold.
    var groupElementCount = 256

    package init() {}
}
