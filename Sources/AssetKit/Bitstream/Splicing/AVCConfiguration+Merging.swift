extension AVCConfiguration {
    /// A record with other parameter sets, and with a level that is no lower than `level`. All else is what `record`, from
    /// which this was read, says.
    func record(
        from record: [UInt8],
        sequences: [[UInt8]],
        pictures: [[UInt8]],
        level: UInt8
    ) throws -> [UInt8] {
        guard sequences.count < 32, pictures.count < 256 else {
            throw SpliceObstacle(reason: "the codec's header has no room for the parameter sets of an encoder")
        }
        var bytes = Array(record.prefix(3))
        bytes.append(max(level, profile.levelIDC))
        bytes.append(0xFC | UInt8(lengthSize - 1))
        bytes.append(0xE0 | UInt8(sequences.count))
        try Self.append(sequences, to: &bytes)
        bytes.append(UInt8(pictures.count))
        try Self.append(pictures, to: &bytes)
        guard let high = highProfileExtension else { return bytes }
        bytes.append(0xFC | UInt8(high.chromaFormat.rawValue))
        bytes.append(0xF8 | UInt8(high.lumaBitDepth - 8))
        bytes.append(0xF8 | UInt8(high.chromaBitDepth - 8))
        bytes.append(UInt8(clamping: high.sequenceExtensions.count))
        try Self.append(high.sequenceExtensions, to: &bytes)
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
