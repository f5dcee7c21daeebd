extension HEVCConfiguration {
    /// The record for the parameter sets in a stream with start codes. NAL units are to stand behind lengths of four
    /// bytes.
    package static func record(stream: ArraySlice<UInt8>) throws(BitstreamError) -> [UInt8] {
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
    package static func record(_ sets: [(kind: Int, units: [[UInt8]])]) throws(BitstreamError) -> [UInt8] {
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
        // Samples may hold others: the arrays are not said to be complete.
        let present = sets.filter { !$0.units.isEmpty }.map { Units(kind: $0.kind, isComplete: false, units: $0.units) }
        return try written(head: bytes, arrays: present)
    }

    /// The record of the 22 bytes in front of the arrays, and these.
    package static func written(head: [UInt8], arrays: [Units]) throws(BitstreamError) -> [UInt8] {
        var bytes = head
        bytes.append(UInt8(clamping: arrays.count))
        for array in arrays {
            bytes.append((array.isComplete ? 0x80 : 0) | UInt8(array.kind & 0x3F))
            guard let count = UInt16(exactly: array.units.count) else {
                throw .unsupported("more parameter sets than a record holds")
            }
            bytes.appendBig(count)
            try bytes.appendParameterSets(array.units)
        }
        return bytes
    }
}
