extension AVCConfiguration {
    /// The record for the parameter sets in a stream with start codes. NAL units are to stand behind lengths of four
    /// bytes.
    static func record(stream: ArraySlice<UInt8>) throws(BitstreamError) -> [UInt8] {
        var (sequences, pictures, extensions): ([[UInt8]], [[UInt8]], [[UInt8]]) = ([], [], [])
        for unit in AnnexBUnits(stream) {
            let bytes = Array(unit)
            switch try? H264UnitHeader(unit).kind {
            case H264UnitHeader.Kind.sequenceParameterSet: if !sequences.contains(bytes) { sequences.append(bytes) }
            case H264UnitHeader.Kind.pictureParameterSet: if !pictures.contains(bytes) { pictures.append(bytes) }
            case H264UnitHeader.Kind.sequenceParameterSetExtension:
                if !extensions.contains(bytes) { extensions.append(bytes) }
            default: break
            }
        }
        return try record(sequences: sequences, pictures: pictures, extensions: extensions)
    }

    /// The record for parameter sets (ISO/IEC 14496-15, 5.3.3.1). NAL units are to stand behind lengths of four bytes.
    static func record(
        sequences: [[UInt8]],
        pictures: [[UInt8]],
        extensions: [[UInt8]] = []
    ) throws(BitstreamError) -> [UInt8] {
        guard let first = sequences.first, first.count >= 4 else { throw .endOfData }
        guard sequences.count < 32, pictures.count < 256, extensions.count < 256 else {
            throw .unsupported("more parameter sets than a record holds")
        }
        let set = try H264SequenceParameterSet(unit: first[...])
        var bytes: [UInt8] = [1, first[1], first[2], first[3], 0xFF, 0xE0 | UInt8(sequences.count)]
        try append(sequences, to: &bytes)
        bytes.append(UInt8(pictures.count))
        try append(pictures, to: &bytes)
        guard set.profile.hasChromaSyntax else { return bytes }
        bytes.append(0xFC | UInt8(set.chroma.format.rawValue))
        bytes.append(0xF8 | UInt8(set.chroma.lumaBitDepth - 8))
        bytes.append(0xF8 | UInt8(set.chroma.chromaBitDepth - 8))
        bytes.append(UInt8(extensions.count))
        try append(extensions, to: &bytes)
        return bytes
    }

    private static func append(_ units: [[UInt8]], to bytes: inout [UInt8]) throws(BitstreamError) {
        for unit in units {
            guard let count = UInt16(exactly: unit.count) else { throw .unsupported("a parameter set of over 64 KiB") }
            bytes.appendBig(count)
            bytes += unit
        }
    }
}
