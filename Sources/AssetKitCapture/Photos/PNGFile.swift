internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import Foundation

/// A PNG file (ISO/IEC 15948, with the chunk of Exif of its third edition). A plain value.
struct PNGFile {
    /// What it shows.
    let image: CGImage
    private let bytes: Data

    /// The signature and the first chunk, behind which others may come.
    private static let headLength = 33

    /// Encodes a picture, without loss of what its pixels are in red, green and blue.
    init(_ source: CVPixelBuffer) throws(AVError) {
        guard let image = source.makeImage(), let bytes = image.akPNGData(), bytes.count > Self.headLength else {
            throw AVError(.encodeFailed, "the photo cannot be encoded")
        }
        (self.image, self.bytes) = (image, bytes)
    }

    /// The file with a block of Exif.
    func data(exif: [UInt8]?) -> Data {
        guard let exif else { return bytes }
        return bytes.prefix(Self.headLength) + Self.chunk("eXIf", exif) + bytes.dropFirst(Self.headLength)
    }

    /// A chunk, with its length and its checksum.
    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return bigEndian(UInt32(content.count)) + body + bigEndian(checksum(body))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// The cyclic redundancy check of ISO 3309.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = (sum >> 1) ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
        }
        return ~sum
    }
}
