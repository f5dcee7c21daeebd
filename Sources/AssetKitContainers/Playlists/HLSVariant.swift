package import AssetKitBase

/// One of the streams that a multivariant playlist offers: the same media at another rate, size or in another codec.
///
/// RFC 8216, section 4.3.4.2, with the attributes that its successor adds.
package struct HLSVariant: Hashable, Sendable {
    /// Bits a second at most, and on average.
    package var peakBitRate: Double?
    package var averageBitRate: Double?
    /// The codecs of all tracks, as RFC 6381 writes them.
    package var codecs: [String] = []
    package var width: Int?
    package var height: Int?
    package var frameRate: Double?
    /// `SDR`, `HLG` or `PQ`.
    package var videoRange: String?
    /// Where the stream's own playlist is, as the playlist writes it.
    package var address: String

    /// A playlist is read up to here, and lists no more streams than this.
    private static let byteLimit = 1 << 20
    private static let countLimit = 1024

    /// The streams that a playlist offers; none where it is the playlist of one stream.
    package static func variants(in source: any AKByteSource) throws -> [HLSVariant] {
        let bytes = try ByteWindow(source).available(byteLimit, at: 0)
        return variants(in: String(decoding: bytes, as: UTF8.self))
    }

    /// The streams that the text of a playlist offers. A stream without an address is none.
    package static func variants(in playlist: String) -> [HLSVariant] {
        var variants: [HLSVariant] = []
        var attributes: [String: String]?
        for line in playlist.split(whereSeparator: \.isNewline) where variants.count < countLimit {
            if line.hasPrefix(tag) {
                attributes = Self.attributes(line.dropFirst(tag.count))
            } else if let found = attributes, !line.hasPrefix("#") {
                variants.append(HLSVariant(found, address: String(line)))
                attributes = nil
            }
        }
        return variants
    }

    private static let tag = "#EXT-X-STREAM-INF:"

    private init(_ attributes: [String: String], address: String) {
        self.address = address
        peakBitRate = Self.number(attributes["BANDWIDTH"])
        averageBitRate = Self.number(attributes["AVERAGE-BANDWIDTH"])
        frameRate = Self.number(attributes["FRAME-RATE"])
        videoRange = attributes["VIDEO-RANGE"]
        codecs = (attributes["CODECS"] ?? "").split { $0 == "," || $0 == " " }.map(String.init)
        let size = (attributes["RESOLUTION"] ?? "").split(separator: "x").compactMap { Int($0) }
        if size.count == 2, size.allSatisfy({ $0 > 0 }) { (width, height) = (size[0], size[1]) }
    }

    private static func number(_ text: String?) -> Double? {
        guard let number = text.flatMap(Double.init), number.isFinite, number > 0 else { return nil }
        return number
    }

    /// A list such as `BANDWIDTH=1280000,CODECS="avc1.42e01e,mp4a.40.2"`: commas within quotes do not part anything.
    private static func attributes(_ list: Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        var rest = list
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].drop { $0 == "," || $0 == " " }
            rest = rest[rest.index(after: equals)...]
            let isQuoted = rest.first == "\""
            if isQuoted { rest = rest.dropFirst() }
            let value = rest.prefix { $0 != (isQuoted ? "\"" : ",") }
            rest = rest.dropFirst(value.count + 1)
            attributes[String(name)] = String(value)
        }
        return attributes
    }
}
