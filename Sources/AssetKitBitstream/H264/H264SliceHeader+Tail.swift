extension H264SliceHeader {
    /// The slice header from redundant_pic_cnt to its end.
    struct Tail {
        var marking: H264ReferenceMarking?
        var markingRange: Range<Int>?
        var quantizer: Int

        init(
            from reader: inout BitReader,
            unit: H264UnitHeader,
            kind: Kind,
            structure: Structure,
            sequence: H264SequenceParameterSet,
            picture: H264PictureParameterSet
        ) throws(BitstreamError) {
            if picture.hasRedundantPictureCount { _ = try reader.golomb("redundant_pic_cnt", atMost: 127) }
            if kind == .b { _ = try reader.flag() }  // direct prediction is spatial
            let counts = try Self.referenceCounts(from: &reader, kind: kind, structure: structure, picture: picture)
            for _ in counts { try Self.skipListModification(in: &reader) }
            if Self.hasWeights(kind: kind, picture: picture) {
                try Self.skipWeights(counts: counts, chroma: sequence.chroma.arrayFormat, in: &reader)
            }
            if unit.referenceIDC != 0 {
                let start = reader.position
                let isRefresh = unit.kind == H264UnitHeader.Kind.instantaneousRefreshSlice
                marking = try H264ReferenceMarking(from: &reader, isRefresh: isRefresh)
                markingRange = start..<reader.position
            }
            if picture.isArithmeticCoded, !kind.isIntra { _ = try reader.golomb("cabac_init_idc", atMost: 2) }
            quantizer = picture.initialQuantizer + (try reader.signedGolomb("slice_qp_delta", in: -87...87))
            try Self.skipSwitching(kind: kind, in: &reader)
            if picture.hasDeblockingControl { try Self.skipDeblocking(in: &reader) }
            try Self.skipSliceGroups(sequence: sequence, picture: picture, in: &reader)
        }

        /// The numbers of active references, one for each list that the kind of slice has.
        private static func referenceCounts(
            from reader: inout BitReader,
            kind: Kind,
            structure: Structure,
            picture: H264PictureParameterSet
        ) throws(BitstreamError) -> [Int] {
            guard !kind.isIntra else { return [] }
            let lists = kind == .b ? 2 : 1
            guard try reader.flag() else { return Array(picture.referenceCounts.prefix(lists)) }
            var counts: [Int] = []
            for _ in 0..<lists {
                let limit = structure == .frame ? 15 : 31
                counts.append(try reader.golomb("num_ref_idx_active_minus1", atMost: limit) + 1)
            }
            return counts
        }

        /// ref_pic_list_modification() for one list.
        private static func skipListModification(in reader: inout BitReader) throws(BitstreamError) {
            guard try reader.flag() else { return }
            for _ in 0...66 {
                guard try reader.golomb("modification_of_pic_nums_idc", atMost: 3) != 3 else { return }
                _ = try reader.golomb()
            }
            throw .invalid("modification_of_pic_nums_idc")
        }

        private static func hasWeights(kind: Kind, picture: H264PictureParameterSet) -> Bool {
            switch kind {
            case .p, .switchingP: picture.isPredictionWeighted
            case .b: picture.bidirectionalWeighting == 1
            case .i, .switchingI: false
            }
        }

        /// pred_weight_table().
        private static func skipWeights(
            counts: [Int],
            chroma: ChromaFormat,
            in reader: inout BitReader
        ) throws(BitstreamError) {
            _ = try reader.golomb("luma_log2_weight_denom", atMost: 7)
            if chroma != .monochrome { _ = try reader.golomb("chroma_log2_weight_denom", atMost: 7) }
            for _ in 0..<counts.reduce(0, +) {
                if try reader.flag() { try skipWeightPairs(1, in: &reader) }
                if chroma != .monochrome, try reader.flag() { try skipWeightPairs(2, in: &reader) }
            }
        }

        private static func skipWeightPairs(_ count: Int, in reader: inout BitReader) throws(BitstreamError) {
            for _ in 0..<2 * count { _ = try reader.signedGolomb("weight", in: -128...127) }
        }

        private static func skipSwitching(kind: Kind, in reader: inout BitReader) throws(BitstreamError) {
            guard kind == .switchingP || kind == .switchingI else { return }
            if kind == .switchingP { _ = try reader.flag() }
            _ = try reader.signedGolomb("slice_qs_delta", in: -51...51)
        }

        private static func skipDeblocking(in reader: inout BitReader) throws(BitstreamError) {
            guard try reader.golomb("disable_deblocking_filter_idc", atMost: 2) != 1 else { return }
            _ = try reader.signedGolomb("slice_alpha_c0_offset_div2", in: -6...6)
            _ = try reader.signedGolomb("slice_beta_offset_div2", in: -6...6)
        }

        /// slice_group_change_cycle, whose length follows from the size of the picture (7.4.3).
        private static func skipSliceGroups(
            sequence: H264SequenceParameterSet,
            picture: H264PictureParameterSet,
            in reader: inout BitReader
        ) throws(BitstreamError) {
            guard let rate = picture.sliceGroupChangeRate else { return }
            let heightInMapUnits = sequence.heightInMacroblocks / (sequence.scan == .frames ? 1 : 2)
            let mapUnits = sequence.widthInMacroblocks * heightInMapUnits
            let values = (mapUnits + rate - 1) / rate + 1
            try reader.skip(Int.bitWidth - (values - 1).leadingZeroBitCount)  // ceil(log2(values))
        }
    }
}
