/// The display a high dynamic range film was graded on (SMPTE ST 2086), in the units of the bitstream.
///
/// H.264 and HEVC count chromaticity in 1/50000 and luminance in 1/10000 candela per square metre; AV1 has
/// binary fractions. The scales travel with the numbers, so that nothing is rounded.
package struct MasteringDisplay: Hashable, Sendable {
    package struct Chromaticity: Hashable, Sendable {
        package var x: Int
        package var y: Int
    }

    package var red: Chromaticity
    package var green: Chromaticity
    package var blue: Chromaticity
    package var whitePoint: Chromaticity
    package var maximumLuminance: Int
    package var minimumLuminance: Int
    package var chromaticityScale: Int
    package var maximumLuminanceScale: Int
    package var minimumLuminanceScale: Int

    package init(
        red: Chromaticity,
        green: Chromaticity,
        blue: Chromaticity,
        whitePoint: Chromaticity,
        maximumLuminance: Int,
        minimumLuminance: Int,
        chromaticityScale: Int,
        maximumLuminanceScale: Int,
        minimumLuminanceScale: Int
    ) {
        self.red = red
        self.green = green
        self.blue = blue
        self.whitePoint = whitePoint
        self.maximumLuminance = maximumLuminance
        self.minimumLuminance = minimumLuminance
        self.chromaticityScale = chromaticityScale
        self.maximumLuminanceScale = maximumLuminanceScale
        self.minimumLuminanceScale = minimumLuminanceScale
    }
}

extension MasteringDisplay {
    /// The payload of the SEI message of H.264 and HEVC: the primaries come green, blue, red.
    package init(messageFrom reader: inout BitReader) throws(BitstreamError) {
        green = try Chromaticity(from: &reader)
        blue = try Chromaticity(from: &reader)
        red = try Chromaticity(from: &reader)
        whitePoint = try Chromaticity(from: &reader)
        maximumLuminance = try reader.unsigned(32)
        minimumLuminance = try reader.unsigned(32)
        chromaticityScale = 50_000
        maximumLuminanceScale = 10_000
        minimumLuminanceScale = 10_000
    }

    /// AV1's metadata_hdr_mdcv: red, green, blue; 0.16, 24.8 and 18.14 bits.
    package init(av1From reader: inout BitReader) throws(BitstreamError) {
        red = try Chromaticity(from: &reader)
        green = try Chromaticity(from: &reader)
        blue = try Chromaticity(from: &reader)
        whitePoint = try Chromaticity(from: &reader)
        maximumLuminance = try reader.unsigned(32)
        minimumLuminance = try reader.unsigned(32)
        chromaticityScale = 1 << 16
        maximumLuminanceScale = 1 << 8
        minimumLuminanceScale = 1 << 14
    }
}

extension MasteringDisplay.Chromaticity {
    package init(from reader: inout BitReader) throws(BitstreamError) {
        x = try reader.unsigned(16)
        y = try reader.unsigned(16)
    }
}
