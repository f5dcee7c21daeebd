internal import AssetKitBitstream
internal import AssetKitMedia

/// The form in which Matroska stores the headers of codecs.
enum MatroskaHeaders {
    /// The setup record out of FFmpeg's form of it; `code` is the four-character code in QuickTime.
    static func codecPrivate(of codec: MediaCodec, _ bytes: [UInt8], code: UInt32) -> [UInt8] {
        switch codec {
        case .flac where bytes.count >= 34: return Array("fLaC".utf8) + [0x80, 0, 0, 34] + bytes.prefix(34)
        // Without the box around it.
        case .alac where bytes.count >= 36: return Array(bytes[12...])
        case .vorbis, .theora: return laced(bytes)
        case .proRes:
            var record: [UInt8] = []
            record.appendBig(code)
            return record
        case .vp8, .vp9, .jpeg, .webVTT, .subRip: return []
        default: return bytes
        }
    }

    /// Three headers behind their sizes, as Xiph laces them. FFmpeg has some of them with sizes of two bytes instead.
    private static func laced(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.first != 2 else { return bytes }
        var (rest, headers): (ArraySlice<UInt8>, [ArraySlice<UInt8>]) = (bytes[...], [])
        for _ in 0..<3 {
            guard rest.count >= 2 else { return bytes }
            let count = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
            rest = rest.dropFirst(2)
            guard rest.count >= count else { return bytes }
            headers.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        var result: [UInt8] = [2]
        for header in headers.dropLast() {
            result += Array(repeating: 255, count: header.count / 255) + [UInt8(header.count % 255)]
        }
        return result + headers.joined()
    }
}
