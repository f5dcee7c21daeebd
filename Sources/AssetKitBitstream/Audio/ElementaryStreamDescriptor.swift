/// The descriptor in `esds` (ISO/IEC 14496-1, 7.2.6.5): which codec, and its configuration.
package struct ElementaryStreamDescriptor: Hashable, Sendable {
    /// objectTypeIndication: 0x20 MPEG-4 video, 0x40 MPEG-4 audio, 0x60 to 0x65 MPEG-2 video, 0x6B MP3 and so on.
    package var objectTypeIndication: UInt8
    package var streamType: Int
    package var maximumBitRate: Int
    /// 0 when the writer did not know or the rate varies.
    package var averageBitRate: Int
    /// The bytes for the decoder: an AudioSpecificConfig, the headers of MPEG-4 video; may be absent.
    package var decoderConfiguration: [UInt8]?

    private enum Tag {
        static let stream: UInt8 = 3
        static let decoder: UInt8 = 4
        static let specific: UInt8 = 5
    }

    /// Parses the payload of the box, full box header included.
    package init(record: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(record)
        try reader.skip(32)  // version and flags
        var stream = BitReader(try Self.descriptor(Tag.stream, from: &reader))
        try stream.skip(16)  // ES_ID
        let (dependsOnStream, hasURL, hasClock) = (try stream.flag(), try stream.flag(), try stream.flag())
        try stream.skip(5)
        if dependsOnStream { try stream.skip(16) }
        if hasURL { try stream.skip(8 * (try stream.unsigned(8))) }
        if hasClock { try stream.skip(16) }
        var decoder = BitReader(try Self.descriptor(Tag.decoder, from: &stream))
        objectTypeIndication = try decoder.byte()
        streamType = try decoder.unsigned(6)
        try decoder.skip(2 + 24)  // direction, buffer size
        maximumBitRate = try decoder.unsigned(32)
        averageBitRate = try decoder.unsigned(32)
        if decoder.remaining > 0 {
            decoderConfiguration = Array(try Self.descriptor(Tag.specific, from: &decoder))
        }
    }

    /// The content of the next descriptor with this tag; others before it are skipped.
    private static func descriptor(
        _ tag: UInt8,
        from reader: inout BitReader
    ) throws(BitstreamError) -> ArraySlice<UInt8> {
        while true {
            let found = try reader.byte()
            let content = try reader.bytes(try size(from: &reader))
            if found == tag { return content }
        }
    }

    /// A size in up to four bytes of seven bits, the highest first.
    private static func size(from reader: inout BitReader) throws(BitstreamError) -> Int {
        var size = 0
        for _ in 0..<4 {
            let part = try reader.unsigned(8)
            size = (size << 7) | (part & 0x7F)
            if part & 0x80 == 0 { return size }
        }
        throw .invalid("sizeOfInstance")
    }
}
