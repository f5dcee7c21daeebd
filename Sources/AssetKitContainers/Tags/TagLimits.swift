/// What tags may ask for at most. The figures lie far above every honest file.
package struct TagLimits: Sendable {
    /// The size of a value that is read at once; larger ones are left in the file.
    var valueByteCount = 1 << 20
    /// The size of pictures and other binary values that are read at once.
    var inlineDataByteCount = 4 << 10
    /// The size of a tag that has to be in memory as a whole: unsynchronised ID3, comments in Ogg.
    var tagByteCount = 32 << 20
    /// How many entries one tag may have, and how many frames of an ID3 chapter are read.
    var entryCount = 16_384
    var chapterCount = 4_096
    /// How many chunks or metadata blocks are looked at.
    var chunkCount = 16_384
    /// How many tags may follow each other at the start of a file.
    var tagCount = 8
    /// How deep ID3 chapters may lie in each other.
    package var depth = 8

    package init() {}
}
