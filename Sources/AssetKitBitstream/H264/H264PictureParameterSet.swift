/// A picture parameter set of H.264 (7.3.2.2), as far as slice headers need it.
///
/// What follows `hasRedundantPictureCount` (8x8 transform, scaling lists) depends on the sequence parameter set, which may
/// arrive later, and changes nothing about slice headers; so it is not read.
package struct H264PictureParameterSet: Hashable, Sendable {
    package var id: Int
    package var sequenceID: Int
    var isArithmeticCoded: Bool
    /// bottom_field_pic_order_in_frame_present_flag: slices say how far the second field is from the first.
    var hasBottomFieldOrder: Bool
    var sliceGroupCount: Int
    /// The map type where there is more than one slice group.
    var sliceGroupMapKind: Int?
    /// slice_group_change_rate_minus1 + 1, for the map types that change.
    var sliceGroupChangeRate: Int?
    /// The default numbers of active references of the two lists.
    var referenceCounts: [Int]
    var isPredictionWeighted: Bool
    /// 0 never, 1 explicitly, 2 implicitly.
    var bidirectionalWeighting: Int
    /// 26 + pic_init_qp_minus26.
    var initialQuantizer: Int
    var hasDeblockingControl: Bool
    var hasRedundantPictureCount: Bool

    /// Parses a whole NAL unit, header byte included.
    package init(unit: ArraySlice<UInt8>) throws(BitstreamError) {
        let payload = try H264UnitHeader.payload(of: unit, kind: H264UnitHeader.Kind.pictureParameterSet)
        var reader = BitReader(payload)
        id = try reader.golomb("pic_parameter_set_id", atMost: 255)
        sequenceID = try reader.golomb("seq_parameter_set_id", atMost: 31)
        isArithmeticCoded = try reader.flag()
        hasBottomFieldOrder = try reader.flag()
        sliceGroupCount = try reader.golomb("num_slice_groups_minus1", atMost: 7) + 1
        if sliceGroupCount > 1 {
            let map = try Self.skipSliceGroupMap(groups: sliceGroupCount, in: &reader)
            (sliceGroupMapKind, sliceGroupChangeRate) = (map.kind, map.changeRate)
        }
        referenceCounts = [
            try reader.golomb("num_ref_idx_l0_default_active_minus1", atMost: 31) + 1,
            try reader.golomb("num_ref_idx_l1_default_active_minus1", atMost: 31) + 1,
        ]
        isPredictionWeighted = try reader.flag()
        bidirectionalWeighting = try reader.unsigned(2)
        guard bidirectionalWeighting < 3 else { throw .invalid("weighted_bipred_idc") }
        // -26 - QpBdOffset at the least: 14 bits lower it by 36.
        initialQuantizer = try reader.signedGolomb("pic_init_qp_minus26", in: -62...25) + 26
        _ = try reader.signedGolomb("pic_init_qs_minus26", in: -26...25)
        _ = try reader.signedGolomb("chroma_qp_index_offset", in: -12...12)
        hasDeblockingControl = try reader.flag()
        _ = try reader.flag()  // constrained intra prediction
        hasRedundantPictureCount = try reader.flag()
    }

    private static func skipSliceGroupMap(
        groups: Int,
        in reader: inout BitReader
    ) throws(BitstreamError) -> (kind: Int, changeRate: Int?) {
        let kind = try reader.golomb("slice_group_map_type", atMost: 6)
        var changeRate: Int?
        switch kind {
        case 0:
            for _ in 0..<groups { _ = try reader.golomb() }  // run lengths
        case 2:
            for _ in 0..<groups - 1 {
                _ = try reader.golomb()  // top left
                _ = try reader.golomb()  // bottom right
            }
        case 3, 4, 5:
            _ = try reader.flag()  // direction
            changeRate = try reader.golomb() + 1
        case 6:
            // The count is not bounded by itself, but each entry takes at least one bit that must be there.
            let units = try reader.golomb() + 1
            let bits = groups > 4 ? 3 : groups > 2 ? 2 : 1
            guard units <= reader.remaining / bits else { throw .endOfData }
            try reader.skip(units * bits)
        default:
            break
        }
        return (kind, changeRate)
    }
}
