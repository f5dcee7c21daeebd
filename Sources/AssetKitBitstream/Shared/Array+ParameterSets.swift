extension [UInt8] {
    /// Appends units, each behind its length, as the records of H.264 and HEVC have them.
    mutating func appendParameterSets(_ units: [[UInt8]]) throws(BitstreamError) {
        for unit in units {
            guard let count = UInt16(exactly: unit.count) else { throw .unsupported("a parameter set of over 64 KiB") }
            appendBig(count)
            self += unit
        }
    }
}
