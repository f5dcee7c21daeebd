/// A picture parameter set of HEVC (7.3.2.3), as far as slice segment headers need it.
package struct HEVCPictureParameterSet: Hashable, Sendable {
    package var id: Int
    package var sequenceID: Int
    var hasDependentSegments: Bool
    /// Slices say whether their picture is to be shown.
    var hasOutputFlag: Bool
    var extraSliceHeaderBits: Int
    var hasCabacInitialization: Bool
    /// The default numbers of active references of the two lists.
    var referenceCounts: [Int]
    /// 26 + init_qp_minus26.
    var initialQuantizer: Int
    var hasSliceChromaOffsets: Bool
    var isPredictionWeighted: Bool
    var isBidirectionalWeighted: Bool
    /// Blocks may be coded without loss: cu_transquant_bypass_flag may be set.
    package var allowsLosslessBlocks: Bool
    var hasTiles: Bool
    /// Each row of blocks is an entry point (wavefront).
    var isWavefront: Bool
    var filtersAcrossSlices: Bool
    var hasDeblockingOverride = false
    var isDeblockingDisabled = false
    var hasListModification = false
    var hasSliceHeaderExtension = false

    /// Parses a whole NAL unit, header included.
    package init(unit: ArraySlice<UInt8>) throws(BitstreamError) {
        let payload = try HEVCUnitHeader.payload(of: unit, kind: HEVCUnitHeader.Kind.pictureParameterSet)
        var reader = BitReader(payload)
        id = try reader.golomb("pps_pic_parameter_set_id", atMost: 63)
        sequenceID = try reader.golomb("pps_seq_parameter_set_id", atMost: 15)
        hasDependentSegments = try reader.flag()
        hasOutputFlag = try reader.flag()
        extraSliceHeaderBits = try reader.unsigned(3)
        _ = try reader.flag()  // sign data hiding
        hasCabacInitialization = try reader.flag()
        referenceCounts = [
            try reader.golomb("num_ref_idx_l0_default_active_minus1", atMost: 14) + 1,
            try reader.golomb("num_ref_idx_l1_default_active_minus1", atMost: 14) + 1,
        ]
        // -26 - QpBdOffset at the least: 16 bits lower it by 48.
        initialQuantizer = try reader.signedGolomb("init_qp_minus26", in: -74...25) + 26
        try reader.skip(1 + 1)  // constrained intra prediction, transform skip
        if try reader.flag() { _ = try reader.golomb("diff_cu_qp_delta_depth", atMost: 3) }
        _ = try reader.signedGolomb("pps_cb_qp_offset", in: -12...12)
        _ = try reader.signedGolomb("pps_cr_qp_offset", in: -12...12)
        hasSliceChromaOffsets = try reader.flag()
        isPredictionWeighted = try reader.flag()
        isBidirectionalWeighted = try reader.flag()
        allowsLosslessBlocks = try reader.flag()
        hasTiles = try reader.flag()
        isWavefront = try reader.flag()
        if hasTiles { try Self.skipTiles(in: &reader) }
        filtersAcrossSlices = try reader.flag()
        if try reader.flag() { try readDeblocking(from: &reader) }
        if try reader.flag() { try HEVCScalingLists.skip(in: &reader) }
        hasListModification = try reader.flag()
        _ = try reader.golomb("log2_parallel_merge_level_minus2", atMost: 4)
        hasSliceHeaderExtension = try reader.flag()
    }

    private mutating func readDeblocking(from reader: inout BitReader) throws(BitstreamError) {
        hasDeblockingOverride = try reader.flag()
        isDeblockingDisabled = try reader.flag()
        guard !isDeblockingDisabled else { return }
        _ = try reader.signedGolomb("pps_beta_offset_div2", in: -6...6)
        _ = try reader.signedGolomb("pps_tc_offset_div2", in: -6...6)
    }

    private static func skipTiles(in reader: inout BitReader) throws(BitstreamError) {
        // More than the 20 columns and 22 rows of the highest level, yet bounded by the picture.
        let columns = try reader.golomb("num_tile_columns_minus1", atMost: 4_095)
        let rows = try reader.golomb("num_tile_rows_minus1", atMost: 4_095)
        if try !reader.flag() {
            for _ in 0..<columns + rows { _ = try reader.golomb() }  // widths and heights
        }
        _ = try reader.flag()  // loop filter across tiles
    }
}
