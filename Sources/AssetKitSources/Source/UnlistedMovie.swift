internal import AssetKitBase
internal import AssetKitISOMedia

/// A movie as it is shown to FFmpeg where samples are found without it: the boxes that list them are free space, so that
/// FFmpeg does not build an index of its own, which takes more memory than ours, and again for every reader.
final class UnlistedMovie: AKByteSource {
    private static let free = Array("free".utf8)

    private let source: any AKByteSource
    /// Where the types of the boxes stand.
    private let places: [Int64]

    /// nil where that can be spared: small movies, other media, and bytes that come in order only. Of edits and fragments
    /// FFmpeg makes more than samples alone tell, so it sees the lists of movies that have several.
    init?(_ source: any AKByteSource, from byteCount: Int64 = 1 << 20) throws {
        guard let headerByteCount = try ISOTableBoxes.headerByteCount(in: source), headerByteCount >= byteCount,
            case let window = try ByteWindow(source), ISOFileReader.recognises(try window.available(4096, at: 0))
        else { return nil }
        let boxes = try ISOTableBoxes(window)
        guard boxes.isPlain, boxes.byteCount >= byteCount else { return nil }
        (self.source, places) = (source, boxes.typePlaces)
    }

    var length: Int64? { get throws { try source.length } }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try source.read(at: offset, into: buffer)
        for place in places where place < offset + Int64(count) && place + 4 > offset {
            for (number, byte) in Self.free.enumerated() {
                let target = Int(place - offset) + number
                if target >= 0, target < count { buffer[target] = byte }
            }
        }
        return count
    }
}
