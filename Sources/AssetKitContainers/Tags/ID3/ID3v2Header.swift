/// The ten bytes in front of an ID3v2 tag, or behind it.
package struct ID3v2Header: Hashable, Sendable {
    package static let byteCount = 10
    /// 2, 3 or 4.
    package var version: Int
    var revision: Int
    var isUnsynchronised: Bool
    /// Version 2.2 knows tags that are compressed as a whole, but never said how.
    package var isCompressed: Bool
    var hasExtendedHeader: Bool
    var isExperimental: Bool
    var hasFooter: Bool
    /// The size of what lies between header and footer.
    var bodyByteCount: Int

    /// The size of everything.
    package var totalByteCount: Int { Self.byteCount + bodyByteCount + (hasFooter ? Self.byteCount : 0) }

    /// Reads a header; nil when the bytes are none. `mark` is "3DI" for a footer.
    package init?(_ bytes: some Collection<UInt8>, mark: String = "ID3") {
        let bytes = Array(bytes.prefix(Self.byteCount))
        guard bytes.count == Self.byteCount, Array(bytes.prefix(3)) == Array(mark.utf8) else { return nil }
        version = Int(bytes[3])
        revision = Int(bytes[4])
        guard (2...4).contains(version), revision != 0xff, let size = Self.syncSafe(bytes[6..<10]) else { return nil }
        let flags = bytes[5]
        isUnsynchronised = flags & 0x80 != 0
        isCompressed = version == 2 && flags & 0x40 != 0
        hasExtendedHeader = version > 2 && flags & 0x40 != 0
        isExperimental = version > 2 && flags & 0x20 != 0
        hasFooter = version == 4 && flags & 0x10 != 0
        bodyByteCount = size
    }

    /// A number of seven bits per byte; nil when a high bit is set.
    static func syncSafe(_ bytes: some Collection<UInt8>) -> Int? {
        var value = 0
        for byte in bytes {
            guard byte < 0x80 else { return nil }
            value = value << 7 | Int(byte)
        }
        return value
    }
}
