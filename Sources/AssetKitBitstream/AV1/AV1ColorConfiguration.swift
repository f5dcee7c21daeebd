/// The samples of an AV1 sequence (5.5.2 of the AV1 specification).
package struct AV1ColorConfiguration: Hashable, Sendable {
    package var bitDepth: Int
    package var chromaFormat: ChromaFormat
    package var color: ColorDescription
    package var chromaLocation: ChromaLocation?
    /// The two colours may be quantized differently.
    var hasSeparateDeltas = false

    package init(from reader: inout BitReader, profile: Int) throws(BitstreamError) {
        let isHigh = try reader.flag()
        if profile == 2, isHigh {
            bitDepth = try reader.flag() ? 12 : 10
        } else {
            bitDepth = isHigh ? 10 : 8
        }
        let isMonochrome = profile == 1 ? false : try reader.flag()
        color = .unspecified
        if try reader.flag() {
            color.primaries = try reader.byte()
            color.transfer = try reader.byte()
            color.matrix = try reader.byte()
        }
        // BT.709 primaries, sRGB transfer and the identity matrix: RGB, which is full range and 4:4:4 without saying so.
        let isRGB = !isMonochrome && (color.primaries, color.transfer, color.matrix) == (1, 13, 0)
        color.isFullRange = isRGB ? true : try reader.flag()
        if isMonochrome {
            chromaFormat = .monochrome
            return
        }
        chromaFormat = isRGB ? .yuv444 : try Self.chromaFormat(from: &reader, profile: profile, bitDepth: bitDepth)
        if chromaFormat == .yuv420 { chromaLocation = try Self.chromaLocation(from: &reader) }
        hasSeparateDeltas = try reader.flag()
    }

    private static func chromaFormat(
        from reader: inout BitReader,
        profile: Int,
        bitDepth: Int
    ) throws(BitstreamError) -> ChromaFormat {
        switch (profile, bitDepth) {
        case (0, _): return .yuv420
        case (1, _): return .yuv444
        case (_, 12):
            guard try reader.flag() else { return .yuv444 }
            return try reader.flag() ? .yuv420 : .yuv422
        default: return .yuv422
        }
    }

    private static func chromaLocation(from reader: inout BitReader) throws(BitstreamError) -> ChromaLocation? {
        switch try reader.unsigned(2) {
        case 1: .left
        case 2: .topLeft
        default: nil
        }
    }
}
