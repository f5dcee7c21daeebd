extension HEVCConfiguration {
    /// The record for the parameter sets in a stream with start codes. NAL units are to stand behind lengths of four
    /// bytes.
    static func record(stream: ArraySlice<UInt8>) throws(BitstreamError) -> [UInt8] {
        let kinds = [
            HEVCUnitHeader.Kind.videoParameterSet, HEVCUnitHeader.Kind.sequenceParameterSet,
            HEVCUnitHeader.Kind.pictureParameterSet,
        ]
        var sets = Array(repeating: [[UInt8]](), count: kinds.count)
        for unit in AnnexBUnits(stream) {
            guard let header = try? HEVCUnitHeader(unit), header.layer == 0,
                let place = kinds.firstIndex(of: header.kind), !sets[place].contains(Array(unit))
            else { continue }
            sets[place].append(Array(unit))
        }
        return try record(zip(kinds, sets).map { (kind: $0, units: $1) })
    }

    /// The record for parameter sets by their kind (ISO/IEC 14496-15, 8.3.3.1). NAL units are to stand behind lengths
    /// of four bytes.
    static func record(_ sets: [(kind: Int, units: [[UInt8]])]) throws(BitstreamError) -> [UInt8] {
        guard let first = sets.first(where: { $0.kind == HEVCUnitHeader.Kind.sequenceParameterSet })?.units.first else {
            throw .endOfData
        }
        let set = try HEVCSequenceParameterSet(unit: first[...])
        // Behind the header lies a byte of identifiers and then, as in the record, the profile, tier and level.
        let payload = EmulationPrevention.removed(from: first[2...], limit: 13)
        guard payload.count == 13 else { throw .endOfData }
        var bytes: [UInt8] = [1]
        bytes += payload[1...12]
        // Nothing is said of spatial segmentation, of parallelism and of the picture rate.
        bytes += [0xF0, 0, 0xFC, 0xFC | UInt8(set.chromaFormat.rawValue)]
        bytes += [0xF8 | UInt8(set.lumaBitDepth - 8), 0xF8 | UInt8(set.chromaBitDepth - 8), 0, 0]
        let nesting = payload[0] & 1
        bytes.append(UInt8(min(set.subLayers, 7)) << 3 | nesting << 2 | 3)
        let present = sets.filter { !$0.units.isEmpty }
        bytes.append(UInt8(present.count))
        for (kind, units) in present {
            // Samples may hold others: the array is not said to be complete.
            bytes.append(UInt8(kind))
            bytes.appendBig(UInt16(clamping: units.count))
            for unit in units {
                guard let count = UInt16(exactly: unit.count) else {
                    throw .unsupported("a parameter set of over 64 KiB")
                }
                bytes.appendBig(count)
                bytes += unit
            }
        }
        return bytes
    }
}
