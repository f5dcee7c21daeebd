internal import AssetKitBase
internal import AssetKitContainers
internal import Foundation

/// How the picture of an image file is to be turned and mirrored, as cameras note it: the tag 274 of TIFF 6.0, which JPEG,
/// PNG and WebP carry in a block of Exif (CIPA DC-008).
struct ExifOrientation: Hashable {
    /// 1 to 8; 1 for as it is stored.
    let number: Int

    /// So much of a file is looked through: a block of Exif stands in front of the picture in JPEG and PNG.
    private static let byteLimit = 1 << 20

    /// What turns and mirrors the picture.
    var transform: CGAffineTransform {
        let parts: [(a: Double, b: Double, c: Double, d: Double)] = [
            (1, 0, 0, 1), (-1, 0, 0, 1), (-1, 0, 0, -1), (1, 0, 0, -1),
            (0, 1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0), (0, -1, 1, 0),
        ]
        let part = parts[number - 1]
        return CGAffineTransform(a: part.a, b: part.b, c: part.c, d: part.d, tx: 0, ty: 0)
    }

    /// Looks for it in an image file; nil where there is none, and for what is damaged.
    init?(_ head: [UInt8], in window: ByteWindow) {
        guard let block = Self.block(head, window), let number = Self.orientation(block) else { return nil }
        self.number = number
    }

    /// Reads a block of Exif, which is laid out as a TIFF file.
    init?(block: ArraySlice<UInt8>) {
        guard let number = Self.orientation(block) else { return nil }
        self.number = number
    }

    private static func block(_ head: [UInt8], _ window: ByteWindow) -> ArraySlice<UInt8>? {
        if head.starts(with: [0xff, 0xd8]) { return whole(window).flatMap(jpegBlock) }
        if head.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return chunk("eXIf", window, from: 8, isBigEndian: true) }
        if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            return chunk("EXIF", window, from: 12, isBigEndian: false)
        }
        let isTIFF = head.starts(with: Array("II*\0".utf8)) || head.starts(with: Array("MM\0*".utf8))
        return isTIFF ? tiff(window) : nil
    }

    private static func whole(_ window: ByteWindow) -> [UInt8]? { try? window.available(byteLimit, at: 0) }

    /// The segments of JPEG up to the picture itself.
    private static func jpegBlock(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xff, bytes[place + 1] != 0xda {
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            let payload = bytes[min(place + 4, bytes.count)..<min(max(place + 4, place + 2 + length), bytes.count)]
            let mark = Array("Exif\0\0".utf8)
            if bytes[place + 1] == 0xe1, payload.starts(with: mark) { return payload.dropFirst(mark.count) }
            place += 2 + max(2, length)
        }
        return nil
    }

    /// The chunk of PNG, or of RIFF, that has a name.
    private static func chunk(_ name: String, _ window: ByteWindow, from start: Int64, isBigEndian: Bool) -> ArraySlice<
        UInt8
    >? {
        var place = start
        for _ in 0..<4096 {
            guard let bytes = try? window.available(8, at: place), bytes.count == 8 else { return nil }
            let (size, code) = isBigEndian ? (bytes[0..<4], bytes[4..<8]) : (bytes[4..<8], bytes[0..<4])
            let digits = isBigEndian ? Array(size) : size.reversed()
            let length = digits.reduce(Int64(0)) { $0 << 8 | Int64($1) }
            if code.elementsEqual(name.utf8) {
                guard length <= byteLimit, let block = try? window.available(Int(length), at: place + 8) else {
                    return nil
                }
                // Some write the mark of JPEG into WebP too.
                return block.starts(with: Array("Exif\0\0".utf8)) ? block.dropFirst(6) : block[...]
            }
            // PNG has a check sum behind a chunk; RIFF fills up to an even number.
            place += 8 + length + (isBigEndian ? 4 : length & 1)
        }
        return nil
    }

    /// A TIFF file's list of tags may stand behind its picture: it is read by itself, with the header in front of it.
    private static func tiff(_ window: ByteWindow) -> ArraySlice<UInt8>? {
        guard var header = try? window.available(8, at: 0), header.count == 8 else { return nil }
        let isBig = header[0] == 0x4d
        let offset = number(header[4..<8], isBig)
        guard let list = try? window.available(2 + 12 * 4096, at: Int64(offset)) else { return nil }
        header.replaceSubrange(4..<8, with: isBig ? [0, 0, 0, 8] : [8, 0, 0, 0])
        return (header + list)[...]
    }

    /// The tag 274 of the first list of tags.
    private static func orientation(_ block: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(block)
        guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4d else { return nil }
        let isBig = bytes[0] == 0x4d
        let start = number(bytes[4..<8], isBig)
        guard start >= 8, start + 2 <= bytes.count else { return nil }
        for index in 0..<number(bytes[start..<start + 2], isBig) {
            let place = start + 2 + 12 * index
            guard place + 12 <= bytes.count else { return nil }
            guard number(bytes[place..<place + 2], isBig) == 274 else { continue }
            let value = number(bytes[place + 8..<place + 10], isBig)
            return (1...8).contains(value) ? value : nil
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Int {
        (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
}
