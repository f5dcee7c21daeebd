/// Changes the ids of HEVC parameter sets; everything else stays bit for bit.
enum HEVCSetRewriter {
    static func video(_ unit: [UInt8], id: Int) throws(BitstreamError) -> [UInt8] {
        try rewritten(unit, kind: HEVCUnitHeader.Kind.videoParameterSet) {
            (reader, writer, payload) throws(BitstreamError) in
            _ = try reader.unsigned(4)
            writer.unsigned(id, 4)
        }
    }

    static func sequence(_ unit: [UInt8], id: Int, videoID: Int) throws(BitstreamError) -> [UInt8] {
        try rewritten(unit, kind: HEVCUnitHeader.Kind.sequenceParameterSet) {
            (reader, writer, payload) throws(BitstreamError) in
            _ = try reader.unsigned(4)
            writer.unsigned(videoID, 4)
            let subLayers = try reader.unsigned(3) + 1
            guard subLayers <= 7 else { throw .invalid("sps_max_sub_layers_minus1") }
            _ = try reader.flag()  // temporal nesting
            _ = try HEVCProfile.read(from: &reader, subLayers: subLayers)
            writer.copy(4..<reader.position, of: payload)
            _ = try reader.golomb()
            writer.golomb(id)
        }
    }

    static func picture(_ unit: [UInt8], id: Int, sequenceID: Int) throws(BitstreamError) -> [UInt8] {
        try rewritten(unit, kind: HEVCUnitHeader.Kind.pictureParameterSet) {
            (reader, writer, payload) throws(BitstreamError) in
            _ = try reader.golomb()
            _ = try reader.golomb()
            writer.golomb(id)
            writer.golomb(sequenceID)
        }
    }

    private typealias Front = (inout BitReader, inout BitWriter, [UInt8]) throws(BitstreamError) -> Void

    /// `front` reads and writes what is to change; what it leaves follows as it is.
    private static func rewritten(_ unit: [UInt8], kind: Int, front: Front) throws(BitstreamError) -> [UInt8] {
        let payload = try HEVCUnitHeader.payload(of: unit[...], kind: kind)
        var reader = BitReader(payload)
        var writer = BitWriter(capacity: payload.count + 8)
        try front(&reader, &writer, payload)
        try writer.copyToStopBit(of: payload, from: reader.position)
        return unit.prefix(2) + EmulationPrevention.inserted(into: writer.bytes)
    }
}

/// Changes single fields at the front of HEVC slices; everything else stays byte for byte.
enum HEVCSliceRewriter {
    /// A slice that names its picture parameter set by another id.
    ///
    /// The code of the id has to be longer by whole bytes, or as long: then the end of the header, which this does not
    /// look for, stays where it has to be.
    static func renamed(_ unit: UnsafeRawBufferPointer, ids: [Int: Int]) throws(BitstreamError) -> [UInt8] {
        let header = try HEVCUnitHeader(Array(unit.prefix(2))[...])
        let body = UnsafeRawBufferPointer(rebasing: unit.dropFirst(2))
        // Two flags and an id of 63 at most.
        let front = EmulationPrevention.head(of: body, count: 2).payload
        var reader = BitReader(EmulationPrevention.head(of: body, count: 4).payload)
        try reader.skip(HEVCUnitHeader.Kind.randomAccess.contains(header.kind) ? 2 : 1)
        let start = reader.position
        let old = try reader.golomb("slice_pic_parameter_set_id", atMost: 63)
        guard let id = ids[old] else { throw .invalid("slice_pic_parameter_set_id") }
        precondition(BitWriter.keepsAlignment(from: old, to: id), "an id that moves the data by parts of a byte")
        let head = EmulationPrevention.head(of: body, count: (reader.position + 7) / 8)
        var writer = BitWriter()
        writer.copy(0..<start, of: front)
        writer.golomb(id)
        writer.copy(reader.position..<head.payload.count * 8, of: head.payload)
        var result = Array(unit.prefix(2))
        result.reserveCapacity(unit.count + 8)
        EmulationPrevention.append(writer.bytes, inPlaceOf: head, of: body, to: &result)
        return result
    }

    /// no_output_of_prior_pics_flag of a random access slice.
    static func dropsEarlierOutput(_ unit: UnsafeRawBufferPointer) -> Bool {
        unit.count > 2 && unit[2] & 0x40 != 0
    }

    /// A random access slice of another kind, that does not drop pictures which wait to be shown.
    static func refreshed(_ unit: UnsafeRawBufferPointer, kind: Int) throws(BitstreamError) -> [UInt8] {
        guard unit.count > 2 else { throw .endOfData }
        var result = [unit[0] & 0x81 | UInt8(truncatingIfNeeded: kind << 1), unit[1]]
        result.reserveCapacity(unit.count + 8)
        let body = UnsafeRawBufferPointer(rebasing: unit.dropFirst(2))
        let head = EmulationPrevention.head(of: body, count: 1)
        EmulationPrevention.append([body[0] & ~0x40], inPlaceOf: head, of: body, to: &result)
        return result
    }
}
