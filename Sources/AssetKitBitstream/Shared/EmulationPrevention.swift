/// The bytes 03 that keep start codes out of H.264 and HEVC units.
package enum EmulationPrevention {
    /// The payload without the inserted bytes: of 00 00 03, the 03 goes.
    ///
    /// `limit` is the number of payload bytes wanted: a slice header is a few bytes of a large unit.
    package static func removed(from unit: ArraySlice<UInt8>, limit: Int = .max) -> [UInt8] {
        var payload: [UInt8] = []
        payload.reserveCapacity(min(unit.count, limit))
        var zeros = 0
        for byte in unit {
            guard payload.count < limit else { break }
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            payload.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return payload
    }

    /// The payload with 03 put before each byte 00 to 03 that follows two zeros, and after a final pair.
    package static func inserted(into payload: some Sequence<UInt8>) -> [UInt8] {
        var unit: [UInt8] = []
        unit.reserveCapacity(payload.underestimatedCount)
        var zeros = 0
        for byte in payload {
            if zeros == 2, byte <= 3 {
                unit.append(3)
                zeros = 0
            }
            unit.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        // A unit may not end in 00: the next start code would swallow it. Payloads end in a stop bit or, for CABAC, in
        // pairs of zeros after it.
        if zeros == 2 { unit.append(3) }
        return unit
    }
}
