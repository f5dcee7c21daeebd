@testable import AssetKit
@testable import AssetKitBitstream

/// The front of an HEVC slice segment header (7.3.6.1), up to the picture order count.
struct HEVCSliceHeader: Hashable, Sendable {
    enum Kind: Int, Hashable, Sendable {
        case b, p, i
    }

    var unit: HEVCUnitHeader
    var isFirstSegment: Bool
    /// no_output_of_prior_pics_flag, in random access pictures.
    var dropsEarlierOutput: Bool?
    var parameterSetID: Int
    /// Where the id stands, in bits from the start of the payload: the unit without header and emulation prevention.
    var parameterSetIDRange: Range<Int>
    var isDependent: Bool
    var address: Int
    /// The rest is that of the slice and absent from dependent segments.
    var kind: Kind?
    var isShown: Bool?
    /// slice_pic_order_cnt_lsb; an IDR picture has none.
    var pictureOrderLeastBits: Int?
    var pictureOrderRange: Range<Int>?

    var isRandomAccess: Bool { HEVCUnitHeader.Kind.randomAccess.contains(unit.kind) }

    /// The id of the picture parameter set that the slice needs, to find it before parsing the rest.
    static func parameterSetID(unit bytes: ArraySlice<UInt8>) throws(BitstreamError) -> Int {
        let unit = try HEVCUnitHeader(bytes)
        var reader = BitReader(EmulationPrevention.removed(from: bytes.dropFirst(2), limit: 16))
        try reader.skip(HEVCUnitHeader.Kind.randomAccess.contains(unit.kind) ? 2 : 1)
        return try reader.golomb("slice_pic_parameter_set_id", atMost: 63)
    }

    /// Parses the header of a slice unit (kinds 0 to 31) with the parameter sets that it names.
    init(
        unit bytes: ArraySlice<UInt8>,
        sequence: HEVCSequenceParameterSet,
        picture: HEVCPictureParameterSet
    ) throws(BitstreamError) {
        unit = try HEVCUnitHeader(bytes)
        guard HEVCUnitHeader.Kind.slices.contains(unit.kind) else { throw .invalid("nal_unit_type") }
        guard picture.sequenceID == sequence.id else { throw .invalid("pps_seq_parameter_set_id") }
        var reader = BitReader(EmulationPrevention.removed(from: bytes.dropFirst(2), limit: 64))
        isFirstSegment = try reader.flag()
        let isRandomAccess = HEVCUnitHeader.Kind.randomAccess.contains(unit.kind)
        dropsEarlierOutput = isRandomAccess ? try reader.flag() : nil
        let idStart = reader.position
        parameterSetID = try reader.golomb()
        guard parameterSetID == picture.id else { throw .invalid("slice_pic_parameter_set_id") }
        parameterSetIDRange = idStart..<reader.position
        (isDependent, address) = (false, 0)
        if !isFirstSegment {
            isDependent = picture.hasDependentSegments ? try reader.flag() : false
            let count = sequence.treeBlockCount
            address = try reader.unsigned(Int.bitWidth - (count - 1).leadingZeroBitCount)
            guard address < count else { throw .invalid("slice_segment_address") }
        }
        if !isDependent { try readSlice(from: &reader, sequence: sequence, picture: picture) }
    }

    private mutating func readSlice(
        from reader: inout BitReader,
        sequence: HEVCSequenceParameterSet,
        picture: HEVCPictureParameterSet
    ) throws(BitstreamError) {
        try reader.skip(picture.extraSliceHeaderBits)
        guard let kind = Kind(rawValue: try reader.golomb()) else { throw .invalid("slice_type") }
        self.kind = kind
        isShown = picture.hasOutputFlag ? try reader.flag() : true
        if sequence.areSeparatePlanes { try reader.skip(2) }
        guard !HEVCUnitHeader.Kind.instantaneousRefreshes.contains(unit.kind) else { return }
        let start = reader.position
        pictureOrderLeastBits = try reader.unsigned(sequence.pictureOrderBits)
        pictureOrderRange = start..<reader.position
    }
}

extension HEVCSequenceParameterSet {
    /// The number of coding tree blocks of a picture, which bounds slice addresses.
    var treeBlockCount: Int {
        let side = 1 << blocks.treeSizeLog2
        return ((codedSize.width + side - 1) / side) * ((codedSize.height + side - 1) / side)
    }
}
