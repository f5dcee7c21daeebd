/// The brightest pixel and the brightest picture on average, in candela per square metre (CTA-861.3).
package struct ContentLightLevel: Hashable, Sendable {
    package var maximumContent: Int
    package var maximumPictureAverage: Int

    package init(maximumContent: Int, maximumPictureAverage: Int) {
        self.maximumContent = maximumContent
        self.maximumPictureAverage = maximumPictureAverage
    }
}

extension ContentLightLevel {
    /// The same 4 bytes in the SEI message and in AV1's metadata.
    package init(from reader: inout BitReader) throws(BitstreamError) {
        maximumContent = try reader.unsigned(16)
        maximumPictureAverage = try reader.unsigned(16)
    }
}
