extension AVCConfiguration {
    /// The record for the parameter sets in a stream with start codes. NAL units are to stand behind lengths of four
    /// bytes.
    package static func record(stream: ArraySlice<UInt8>) throws(BitstreamError) -> [UInt8] {
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
    package static func record(
        sequences: [[UInt8]],
        pictures: [[UInt8]],
        extensions: [[UInt8]] = []
    ) throws(BitstreamError) -> [UInt8] {
        guard let first = sequences.first, first.count >= 4 else { throw .endOfData }
        guard sequences.count < 32, pictures.count < 256, extensions.count < 256 else {
            throw .unsupported("more parameter sets than a record holds")
        }
        let set = try H264SequenceParameterSet(unit: first[...])
        let high = HighProfileExtension(
            chromaFormat: set.chroma.format,
            lumaBitDepth: set.chroma.lumaBitDepth,
            chromaBitDepth: set.chroma.chromaBitDepth,
            sequenceExtensions: extensions
        )
        return try written(
            profile: Array(first[1...3]),
            lengthSize: 4,
            sequences: sequences,
            pictures: pictures,
            set.profile.hasChromaSyntax ? high : nil
        )
    }

    /// Lays the record out. `profile` is three bytes: profile, constraints and level. No list has more units than its
    /// count can say.
    package static func written(
        profile: [UInt8],
        lengthSize: Int,
        sequences: [[UInt8]],
        pictures: [[UInt8]],
        _ high: HighProfileExtension?
    ) throws(BitstreamError) -> [UInt8] {
        var bytes: [UInt8] = [1]
        bytes += profile
        bytes += [0xFC | UInt8(lengthSize - 1), 0xE0 | UInt8(sequences.count)]
        try bytes.appendParameterSets(sequences)
        bytes.append(UInt8(pictures.count))
        try bytes.appendParameterSets(pictures)
        guard let high else { return bytes }
        bytes.append(0xFC | UInt8(high.chromaFormat.rawValue))
        bytes.append(0xF8 | UInt8(high.lumaBitDepth - 8))
        bytes.append(0xF8 | UInt8(high.chromaBitDepth - 8))
        bytes.append(UInt8(clamping: high.sequenceExtensions.count))
        try bytes.appendParameterSets(high.sequenceExtensions)
        return bytes
    }
}
