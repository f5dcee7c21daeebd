internal import Foundation

/// A JPEG file: the segments in front of its picture, and the rest. A plain value.
struct JPEGFile {
    private struct Segment {
        let marker: UInt8
        /// With the marker and the length.
        let bytes: ArraySlice<UInt8>
    }

    private enum Marker {
        static let (start, end, scan, tables): (UInt8, UInt8, UInt8, UInt8) = (0xD8, 0xD9, 0xDA, 0xC4)
        static let application1: UInt8 = 0xE1
    }

    private let segments: [Segment]
    /// From the first scan on.
    private let picture: ArraySlice<UInt8>
    let width: Int
    let height: Int

    /// Reads a file; nil where it is none.
    init?(_ data: Data) {
        let bytes = [UInt8](data)
        guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == Marker.start else { return nil }
        var segments: [Segment] = []
        var size: (width: Int, height: Int)?
        var place = 2
        while true {
            guard place + 4 <= bytes.count, bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            // Bytes that fill up.
            if marker == 0xFF {
                place += 1
                continue
            }
            if marker == Marker.scan { break }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2, place + 2 + length <= bytes.count else { return nil }
            let segment = bytes[place..<place + 2 + length]
            if Self.isFrame(marker), length >= 8 {
                let numbers = segment.dropFirst(5).prefix(4).map { Int($0) }
                size = (width: numbers[2] << 8 | numbers[3], height: numbers[0] << 8 | numbers[1])
            }
            segments.append(Segment(marker: marker, bytes: segment))
            place += 2 + length
        }
        guard let size, size.width > 0, size.height > 0 else { return nil }
        (self.segments, width, height) = (segments, size.width, size.height)
        picture = bytes[place..<Self.end(of: bytes, after: place)]
    }

    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    /// Where the picture ends that begins at a place: cameras fill up behind it.
    private static func end(of bytes: [UInt8], after place: Int) -> Int {
        for index in stride(from: bytes.count - 2, through: place, by: -1)
        where bytes[index] == 0xFF && bytes[index + 1] == Marker.end {
            return index + 2
        }
        return bytes.count
    }

    /// The file with a block of Exif in place of its own. Tables that streams of such pictures leave out are there too, so that
    /// everybody can read it. The picture is the same, bit for bit.
    func data(exif: [UInt8]?) -> Data {
        var result = Data([0xFF, Marker.start])
        if let exif, exif.count <= 65533 {
            let length = exif.count + 2
            result += [0xFF, Marker.application1, UInt8(length >> 8), UInt8(length & 0xFF)] + exif
        }
        for segment in segments where !Self.isExif(segment) { result += segment.bytes }
        if !segments.contains(where: { $0.marker == Marker.tables }) { result += StandardHuffmanTables.segment }
        return result + picture
    }

    private static func isExif(_ segment: Segment) -> Bool {
        segment.marker == Marker.application1 && segment.bytes.dropFirst(4).starts(with: Array("Exif\0\0".utf8))
    }
}
