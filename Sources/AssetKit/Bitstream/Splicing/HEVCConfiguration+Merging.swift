extension HEVCConfiguration {
    /// A record with other units and another level. All else is what `record`, from which this was read, says.
    func record(from record: [UInt8], arrays: [Units], level: Int) throws -> [UInt8] {
        // The fields in front of the arrays: version, twelve bytes of profile and level, and others.
        var bytes = Array(record.prefix(22))
        guard bytes.count == 22 else { throw BitstreamError.endOfData }
        bytes[12] = UInt8(clamping: level)
        bytes.append(UInt8(clamping: arrays.count))
        for array in arrays {
            bytes.append((array.isComplete ? 0x80 : 0) | UInt8(array.kind & 0x3F))
            guard let count = UInt16(exactly: array.units.count) else {
                throw BitstreamError.unsupported("more parameter sets than a record holds")
            }
            bytes.appendBig(count)
            for unit in array.units {
                guard let size = UInt16(exactly: unit.count) else {
                    throw BitstreamError.unsupported("a parameter set of over 64 KiB")
                }
                bytes.appendBig(size)
                bytes += unit
            }
        }
        return bytes
    }
}
