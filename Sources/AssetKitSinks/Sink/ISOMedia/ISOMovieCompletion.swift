internal import AssetKitBase
internal import AssetKitISOMedia
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// The last steps that make an ordinary movie of fragments, in an order that a crash between any two of them leaves a movie.
enum ISOMovieCompletion {
    /// Turns a `free` box of 16 bytes into an `mdat` up to the end of the range, behind which the complete header lies.
    ///
    /// First the box gets its length in the bytes that are its content so far, then the mark that the length is there,
    /// then its type: whatever of this reaches the disk is a box that can be passed over.
    static func enclose(_ range: Range<Int64>, in sink: any ByteSink) throws {
        // Otherwise the old header could go before the new one is there.
        try sink.synchronize()
        try sink.write(integer(UInt64(range.count)), at: range.lowerBound + 8)
        try sink.write(integer(UInt32(1)), at: range.lowerBound)
        try sink.write(Array("mdat".utf8), at: range.lowerBound + 4)
        try sink.synchronize()
        // Gives back the room that was kept for the header.
        try sink.truncate(to: sink.length)
    }

    /// The same for a movie that left no room for a placeholder: the head of its first header becomes that of the `mdat`,
    /// in one write of 16 bytes, which no disk tears.
    static func encloseHeader(_ range: Range<Int64>, in sink: any ByteSink) throws {
        try sink.synchronize()
        let head = integer(UInt32(1)) + Array("mdat".utf8) + integer(UInt64(range.count))
        try sink.write(head, at: range.lowerBound)
        try sink.synchronize()
        try sink.truncate(to: sink.length)
    }

    private static func integer(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    /// Reads the movie back: it must be what was meant.
    static func check(_ sink: any ByteSink, expecting movie: ISOMovieContent) throws {
        let read = try ISOFileReader.read(ByteWindow(SinkSource(sink)))
        let isEqual =
            !read.isFragmented && read.header.duration == movie.duration && read.tracks.count == movie.tracks.count
            && zip(read.tracks, movie.tracks).allSatisfy { $0.samples.count == $1.table.count && $0.id == $1.id }
        guard isEqual else { throw WriteFailure(number: EIO) }
    }
}
