/// The record in `avcC` and in Matroska's CodecPrivate (ISO/IEC 14496-15, 5.3.3).
package struct AVCConfiguration: Hashable, Sendable {
    /// What profiles from High on add behind the parameter sets; many writers leave it out.
    package struct HighProfileExtension: Hashable, Sendable {
        package var chromaFormat: ChromaFormat
        package var lumaBitDepth: Int
        package var chromaBitDepth: Int
        package var sequenceExtensions: [[UInt8]]

        package init(
            chromaFormat: ChromaFormat,
            lumaBitDepth: Int,
            chromaBitDepth: Int,
            sequenceExtensions: [[UInt8]]
        ) {
            self.chromaFormat = chromaFormat
            self.lumaBitDepth = lumaBitDepth
            self.chromaBitDepth = chromaBitDepth
            self.sequenceExtensions = sequenceExtensions
        }
    }

    package var profile: H264Profile
    /// Bytes of the length before each unit of a sample.
    package var lengthSize: Int
    package var sequenceParameterSets: [[UInt8]]
    package var pictureParameterSets: [[UInt8]]
    package var highProfileExtension: HighProfileExtension?

    /// Parses the payload of the box.
    package init(record: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(record)
        guard try reader.unsigned(8) == 1 else { throw .unsupported("a version of avcC other than 1") }
        profile = H264Profile(
            profileIDC: try reader.byte(),
            constraints: try reader.byte(),
            levelIDC: try reader.byte()
        )
        try reader.skip(6)  // reserved; some writers leave them 0
        lengthSize = try reader.unsigned(2) + 1
        try reader.skip(3)
        sequenceParameterSets = try Self.units(count: try reader.unsigned(5), from: &reader)
        pictureParameterSets = try Self.units(count: try reader.unsigned(8), from: &reader)
        if profile.hasChromaSyntax, reader.remaining >= 4 * 8 {
            // Writers that do not know the extension may leave other bytes here: then there is no extension.
            highProfileExtension = try? HighProfileExtension(from: &reader)
        }
    }

    fileprivate static func units(count: Int, from reader: inout BitReader) throws(BitstreamError) -> [[UInt8]] {
        var units: [[UInt8]] = []
        for _ in 0..<count {
            units.append(Array(try reader.bytes(try reader.unsigned(16))))
        }
        return units
    }
}

extension AVCConfiguration.HighProfileExtension {
    package init(from reader: inout BitReader) throws(BitstreamError) {
        try reader.skip(6)
        guard let format = ChromaFormat(rawValue: try reader.unsigned(2)) else { throw .invalid("chroma_format") }
        chromaFormat = format
        try reader.skip(5)
        lumaBitDepth = try reader.unsigned(3) + 8
        try reader.skip(5)
        chromaBitDepth = try reader.unsigned(3) + 8
        sequenceExtensions = try AVCConfiguration.units(count: try reader.unsigned(8), from: &reader)
    }
}
