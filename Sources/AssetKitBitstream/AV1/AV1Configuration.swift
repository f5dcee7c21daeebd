/// The record in `av1C` and in Matroska's CodecPrivate (AV1 in ISO base media files, 2.3).
package struct AV1Configuration: Hashable, Sendable {
    package var profile: Int
    package var level: Int
    package var isHighTier: Bool
    package var bitDepth: Int
    package var chromaFormat: ChromaFormat
    package var chromaLocation: ChromaLocation?
    /// OBUs that the decoder gets first: the sequence header and perhaps metadata.
    package var units: [UInt8]

    /// Parses the payload of the box.
    package init(record: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(record)
        guard try reader.unsigned(8) == 0x81 else { throw .unsupported("a version of av1C other than 1") }
        profile = try reader.unsigned(3)
        level = try reader.unsigned(5)
        isHighTier = try reader.flag()
        let isHigh = try reader.flag()
        let isTwelve = try reader.flag()
        bitDepth = isHigh ? (isTwelve ? 12 : 10) : 8
        let isMonochrome = try reader.flag()
        let (subsamplingX, subsamplingY) = (try reader.flag(), try reader.flag())
        let format = ChromaFormat(
            isMonochrome: isMonochrome,
            subsamplingX: subsamplingX,
            subsamplingY: subsamplingY
        )
        guard let format else { throw .invalid("chroma_subsampling_x") }
        chromaFormat = format
        chromaLocation = [nil, .left, .topLeft, nil][try reader.unsigned(2)]
        try reader.skip(8)  // initial presentation delay
        units = Array(try reader.remainingBytes())
    }

    /// The sequence header among the units; a record need not hold one.
    package func sequenceHeader() throws(BitstreamError) -> AV1SequenceHeader? {
        var iterator = AV1Units(units[...])
        while let unit = try iterator.next() {
            guard unit.kind == AV1Units.Kind.sequenceHeader else { continue }
            return try AV1SequenceHeader(payload: unit.payload)
        }
        return nil
    }

    /// The metadata among the units, such as that of a high dynamic range film.
    package func metadata() throws(BitstreamError) -> [AV1Metadata] {
        var iterator = AV1Units(units[...])
        var found: [AV1Metadata] = []
        while let unit = try iterator.next() {
            guard unit.kind == AV1Units.Kind.metadata else { continue }
            found.append(try AV1Metadata(payload: unit.payload))
        }
        return found
    }
}
