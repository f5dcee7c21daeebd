extension HEVCConfiguration {
    /// A record with other units and another level. All else is what `record`, from which this was read, says.
    package func record(from record: [UInt8], arrays: [Units], level: Int) throws -> [UInt8] {
        // The fields in front of the arrays: version, twelve bytes of profile and level, and others.
        var bytes = Array(record.prefix(22))
        guard bytes.count == 22 else { throw BitstreamError.endOfData }
        bytes[12] = UInt8(clamping: level)
        return try Self.written(head: bytes, arrays: arrays)
    }
}
