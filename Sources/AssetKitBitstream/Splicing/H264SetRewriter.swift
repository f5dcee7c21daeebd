/// Changes single fields of H.264 parameter sets; everything else stays bit for bit.
enum H264SetRewriter {
    /// A sequence parameter set under another id.
    static func sequence(_ unit: [UInt8], id: Int) throws(BitstreamError) -> [UInt8] {
        try rewritten(unit, kind: H264UnitHeader.Kind.sequenceParameterSet) {
            (reader, writer, payload) throws(BitstreamError) in
            // Profile, constraints and level.
            try reader.skip(24)
            _ = try reader.golomb()
            writer.copy(0..<24, of: payload)
            writer.golomb(id)
        }
    }

    /// A picture parameter set under another id, which names its sequence's parameter set by another id.
    static func picture(_ unit: [UInt8], id: Int, sequenceID: Int) throws(BitstreamError) -> [UInt8] {
        try rewritten(unit, kind: H264UnitHeader.Kind.pictureParameterSet) {
            (reader, writer, payload) throws(BitstreamError) in
            _ = try reader.golomb()
            _ = try reader.golomb()
            writer.golomb(id)
            writer.golomb(sequenceID)
        }
    }

    /// A sequence parameter set that lets frame numbers be left out (gaps_in_frame_num_value_allowed_flag).
    static func allowingGaps(_ unit: [UInt8]) throws(BitstreamError) -> [UInt8] {
        let place = try H264SequenceParameterSet.placeOfGapsFlag(unit: unit[...])
        return try rewritten(unit, kind: H264UnitHeader.Kind.sequenceParameterSet) {
            (reader, writer, payload) throws(BitstreamError) in
            try reader.skip(place + 1)
            writer.copy(0..<place, of: payload)
            writer.flag(true)
        }
    }

    private typealias Front = (inout BitReader, inout BitWriter, [UInt8]) throws(BitstreamError) -> Void

    /// `front` reads and writes what is to change; what it leaves follows as it is.
    private static func rewritten(_ unit: [UInt8], kind: Int, front: Front) throws(BitstreamError) -> [UInt8] {
        let payload = try H264UnitHeader.payload(of: unit[...], kind: kind)
        var reader = BitReader(payload)
        var writer = BitWriter(capacity: payload.count + 8)
        try front(&reader, &writer, payload)
        try writer.copyToStopBit(of: payload, from: reader.position)
        return [unit[0]] + EmulationPrevention.inserted(into: writer.bytes)
    }
}

extension H264SequenceParameterSet {
    /// Where gaps_in_frame_num_value_allowed_flag stands, in bits from the start of the payload.
    static func placeOfGapsFlag(unit: ArraySlice<UInt8>) throws(BitstreamError) -> Int {
        let payload = try H264UnitHeader.payload(of: unit, kind: H264UnitHeader.Kind.sequenceParameterSet)
        var reader = BitReader(payload)
        let profile = H264Profile(
            profileIDC: try reader.byte(),
            constraints: try reader.byte(),
            levelIDC: try reader.byte()
        )
        _ = try reader.golomb()  // id
        if profile.hasChromaSyntax { _ = try Chroma(from: &reader) }
        _ = try reader.golomb()  // log2_max_frame_num_minus4
        _ = try PictureOrder(from: &reader)
        _ = try reader.golomb()  // max_num_ref_frames
        return reader.position
    }
}
