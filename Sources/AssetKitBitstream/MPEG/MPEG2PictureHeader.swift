/// A picture header of MPEG-1 or MPEG-2 video with its coding extension (ISO/IEC 13818-2, 6.2.3).
package struct MPEG2PictureHeader: Hashable, Sendable {
    package enum Kind: Int, Hashable, Sendable {
        case i = 1
        case p, b, d
    }

    package enum Structure: Int, Hashable, Sendable {
        case topField = 1
        case bottomField, frame
    }

    /// The picture coding extension of MPEG-2, as far as it tells about fields.
    package struct Fields: Hashable, Sendable {
        package var structure: Structure
        package var isTopFieldFirst: Bool
        var repeatsFirstField: Bool
        package var isProgressiveFrame: Bool

        package init(structure: Structure, isTopFieldFirst: Bool, repeatsFirstField: Bool, isProgressiveFrame: Bool) {
            self.structure = structure
            self.isTopFieldFirst = isTopFieldFirst
            self.repeatsFirstField = repeatsFirstField
            self.isProgressiveFrame = isProgressiveFrame
        }
    }

    /// The place in output order within the GOP.
    var temporalReference: Int
    package var kind: Kind
    /// `nil` in MPEG-1.
    package var fields: Fields?

    /// Finds the first picture header in a stream.
    package init(stream: ArraySlice<UInt8>) throws(BitstreamError) {
        var segments = StartCodeSegments(stream)
        var segment = segments.next()
        while let skipped = segment, skipped.code != 0 { segment = segments.next() }
        guard let header = segment else { throw .endOfData }
        var reader = BitReader(header.payload)
        temporalReference = try reader.unsigned(10)
        guard let kind = Kind(rawValue: try reader.unsigned(3)) else { throw .invalid("picture_coding_type") }
        self.kind = kind
        guard let following = segments.next(), following.code == 0xB5 else { return }
        var extensionReader = BitReader(following.payload)
        guard try extensionReader.unsigned(4) == 8 else { return }
        fields = try Fields(from: &extensionReader)
    }
}

extension MPEG2PictureHeader.Fields {
    fileprivate init(from reader: inout BitReader) throws(BitstreamError) {
        try reader.skip(4 * 4 + 2)  // ranges of motion vectors, precision
        guard let structure = MPEG2PictureHeader.Structure(rawValue: try reader.unsigned(2)) else {
            throw .invalid("picture_structure")
        }
        self.structure = structure
        isTopFieldFirst = try reader.flag()
        try reader.skip(5)  // prediction, motion vectors, quantizer, tables, scan
        repeatsFirstField = try reader.flag()
        try reader.skip(1)  // chroma of 4:2:0
        isProgressiveFrame = try reader.flag()
    }
}
