/// The display a high dynamic range film was graded on (SMPTE ST 2086), in the units of the bitstream.
///
/// H.264 and HEVC count chromaticity in 1/50000 and luminance in 1/10000 candela per square metre; AV1 has
/// binary fractions. The scales travel with the numbers, so that nothing is rounded.
struct MasteringDisplay: Hashable, Sendable {
    struct Chromaticity: Hashable, Sendable {
        var x: Int
        var y: Int
    }

    var red: Chromaticity
    var green: Chromaticity
    var blue: Chromaticity
    var whitePoint: Chromaticity
    var maximumLuminance: Int
    var minimumLuminance: Int
    var chromaticityScale: Int
    var maximumLuminanceScale: Int
    var minimumLuminanceScale: Int
}

extension MasteringDisplay {
    /// The payload of the SEI message of H.264 and HEVC: the primaries come green, blue, red.
    init(messageFrom reader: inout BitReader) throws(BitstreamError) {
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
    init(av1From reader: inout BitReader) throws(BitstreamError) {
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
    init(from reader: inout BitReader) throws(BitstreamError) {
        x = try reader.unsigned(16)
        y = try reader.unsigned(16)
    }
}
