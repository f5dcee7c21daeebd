extension HEVCSequenceParameterSet {
    /// The sizes of blocks, as powers of two.
    package struct Blocks: Hashable, Sendable {
        var smallestSizeLog2: Int
        /// Of a coding tree block, the unit that slices count in.
        var treeSizeLog2: Int

        package init(from reader: inout BitReader) throws(BitstreamError) {
            smallestSizeLog2 = try reader.golomb("log2_min_luma_coding_block_size_minus3", atMost: 3) + 3
            let difference = try reader.golomb("log2_diff_max_min_luma_coding_block_size", atMost: 3)
            treeSizeLog2 = smallestSizeLog2 + difference
            guard treeSizeLog2 <= 6 else { throw .invalid("log2_diff_max_min_luma_coding_block_size") }
            _ = try reader.golomb("log2_min_luma_transform_block_size_minus2", atMost: 3)
            _ = try reader.golomb("log2_diff_max_min_luma_transform_block_size", atMost: 3)
            _ = try reader.golomb("max_transform_hierarchy_depth_inter", atMost: 4)
            _ = try reader.golomb("max_transform_hierarchy_depth_intra", atMost: 4)
        }
    }

    /// Coding tools, and the reference picture sets between them.
    struct Tools: Hashable, Sendable {
        var hasScalingLists: Bool
        var hasSampleAdaptiveOffset: Bool
        var referenceSets: [HEVCReferenceSet] = []
        var hasLongTermReferences: Bool
        /// Long-term pictures named in the parameter set, of which slices may choose by number.
        var longTermCount = 0
        var hasTemporalMotionPrediction: Bool

        init(from reader: inout BitReader, pictureOrderBits: Int) throws(BitstreamError) {
            hasScalingLists = try reader.flag()
            if hasScalingLists, try reader.flag() { try HEVCScalingLists.skip(in: &reader) }
            _ = try reader.flag()  // asymmetric motion partitions
            hasSampleAdaptiveOffset = try reader.flag()
            if try reader.flag() { try Self.skipPulseCode(in: &reader) }
            let setCount = try reader.golomb("num_short_term_ref_pic_sets", atMost: 64)
            for index in 0..<setCount {
                let set = try HEVCReferenceSet.read(from: &reader, index: index, earlier: referenceSets)
                referenceSets.append(set)
            }
            hasLongTermReferences = try reader.flag()
            if hasLongTermReferences {
                longTermCount = try reader.golomb("num_long_term_ref_pics_sps", atMost: 32)
                try reader.skip(longTermCount * (pictureOrderBits + 1))
            }
            hasTemporalMotionPrediction = try reader.flag()
            _ = try reader.flag()  // strong intra smoothing
        }

        private static func skipPulseCode(in reader: inout BitReader) throws(BitstreamError) {
            try reader.skip(4 + 4)  // bit depths
            _ = try reader.golomb("log2_min_pcm_luma_coding_block_size_minus3", atMost: 2)
            _ = try reader.golomb("log2_diff_max_min_pcm_luma_coding_block_size", atMost: 3)
            _ = try reader.flag()  // loop filter off
        }
    }

    /// The tools of the range extension profiles (7.3.2.2.2).
    struct RangeExtension: Hashable, Sendable {
        var isTransformSkipRotated: Bool
        var isTransformSkipContextual: Bool
        var isResidualImplicitlyPredicted: Bool
        var isResidualExplicitlyPredicted: Bool
        var hasExtendedPrecision: Bool
        var isIntraSmoothingDisabled: Bool
        var hasHighPrecisionOffsets: Bool
        var hasPersistentRiceAdaptation: Bool
        var isBypassAligned: Bool

        init(from reader: inout BitReader) throws(BitstreamError) {
            isTransformSkipRotated = try reader.flag()
            isTransformSkipContextual = try reader.flag()
            isResidualImplicitlyPredicted = try reader.flag()
            isResidualExplicitlyPredicted = try reader.flag()
            hasExtendedPrecision = try reader.flag()
            isIntraSmoothingDisabled = try reader.flag()
            hasHighPrecisionOffsets = try reader.flag()
            hasPersistentRiceAdaptation = try reader.flag()
            isBypassAligned = try reader.flag()
        }
    }
}
