internal import AssetKitBitstream
internal import Foundation

/// Makes the comments of Vorbis, Opus, Speex and FLAC.
package struct VorbisCommentWriter {
    private let vendor: [UInt8]
    private var comments: [[UInt8]] = []

    package init(vendor: String) { self.vendor = Array(vendor.utf8) }

    /// What is not allowed in a name becomes a line below.
    package mutating func add(_ key: String, _ value: String) {
        let name = key.unicodeScalars.map { (" "..."}").contains($0) && $0 != "=" ? Character($0) : "_" }
        comments.append(Array(String(name).utf8) + [UInt8(ascii: "=")] + Array(value.utf8))
    }

    /// The block that FLAC has for pictures; the first one is the front cover.
    package static func picture(_ data: [UInt8], mimeType: String, size: (width: Int, height: Int), isFront: Bool)
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        bytes.appendBig(UInt32(isFront ? 3 : 0))
        bytes.appendBig(UInt32(mimeType.utf8.count))
        bytes += Array(mimeType.utf8)
        bytes.appendBig(UInt32(0))
        for number in [size.width, size.height, 24, 0, data.count] { bytes.appendBig(UInt32(clamping: number)) }
        return bytes + data
    }

    /// A picture as a comment of Ogg: the block of FLAC in Base64.
    package mutating func add(pictureBlock: [UInt8]) {
        add(VorbisComment.pictureKey, Data(pictureBlock).base64EncodedString())
    }

    /// The comments, without what codecs put around them.
    package var bytes: [UInt8] {
        var result = Self.little(vendor.count) + vendor + Self.little(comments.count)
        for comment in comments { result += Self.little(comment.count) + comment }
        return result
    }

    private static func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
