/// The brightest pixel and the brightest picture on average, in candela per square metre (CTA-861.3).
struct ContentLightLevel: Hashable, Sendable {
    var maximumContent: Int
    var maximumPictureAverage: Int
}

extension ContentLightLevel {
    /// The same 4 bytes in the SEI message and in AV1's metadata.
    init(from reader: inout BitReader) throws(BitstreamError) {
        maximumContent = try reader.unsigned(16)
        maximumPictureAverage = try reader.unsigned(16)
    }
}
