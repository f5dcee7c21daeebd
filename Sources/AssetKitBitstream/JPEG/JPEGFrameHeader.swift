/// The frame header of a JPEG picture (ITU-T T.81, B.2.2): its size and how its samples are stored.
package struct JPEGFrameHeader: Hashable, Sendable {
    package var size: PictureSize
    package var bitDepth: Int
    /// nil for samplings that have no usual name.
    package var chroma: ChromaFormat?
    /// The components are red, green and blue: by their names, or because Adobe's segment says so.
    package var isRGB = false

    /// Finds the header in a picture, which starts with the marker SOI.
    package init(_ picture: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(picture)
        guard try reader.unsigned(16) == 0xffd8 else { throw .invalid("a JPEG picture without its first marker") }
        var isUntransformed = false
        while true {
            var marker = try reader.unsigned(16)
            // Any number of fill bytes may stand before a marker.
            while marker == 0xffff { marker = 0xff00 | (try reader.unsigned(8)) }
            guard marker > 0xff00 else { throw .invalid("JPEG marker") }
            // Restart markers and TEM have no content.
            if marker == 0xff01 || (0xffd0...0xffd7).contains(marker) { continue }
            let length = try reader.unsigned(16)
            guard length >= 2 else { throw .invalid("length of a JPEG segment") }
            let content = try reader.bytes(length - 2)
            // SOF0 to SOF15 but for tables (DHT, JPG, DAC), which share the numbers.
            if (0xffc0...0xffcf).contains(marker), ![0xffc4, 0xffc8, 0xffcc].contains(marker) {
                self = try Self(segment: content)
                isRGB = isRGB || isUntransformed
                return
            }
            // APP14: a transform of 0 is none.
            if marker == 0xffee, content.starts(with: Array("Adobe".utf8)), content.count >= 12 {
                isUntransformed = content[content.startIndex + 11] == 0
            }
            guard marker != 0xffda, marker != 0xffd9 else { throw .invalid("a JPEG picture without a frame header") }
        }
    }

    private init(segment: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(segment)
        bitDepth = try reader.unsigned(8)
        let height = try reader.unsigned(16)
        size = PictureSize(width: try reader.unsigned(16), height: height)
        let count = try reader.unsigned(8)
        var factors: [(horizontal: Int, vertical: Int)] = []
        var names: [UInt8] = []
        for _ in 0..<min(count, 4) {
            names.append(try reader.byte())
            factors.append((try reader.unsigned(4), try reader.unsigned(4)))
            try reader.skip(8)
        }
        chroma = Self.chroma(factors)
        isRGB = names == Array("RGB".utf8)
    }

    private static func chroma(_ factors: [(horizontal: Int, vertical: Int)]) -> ChromaFormat? {
        guard factors.count >= 3 else { return factors.count == 1 ? .monochrome : nil }
        guard factors[1] == (1, 1), factors[2] == (1, 1) else {
            return factors[0] == factors[1] && factors[1] == factors[2] ? .yuv444 : nil
        }
        switch factors[0] {
        case (1, 1): return .yuv444
        case (2, 1): return .yuv422
        case (2, 2): return .yuv420
        default: return nil
        }
    }
}
