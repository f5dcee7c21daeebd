/// A sequence parameter set of H.264 (7.3.2.1): what holds for all pictures up to the next one.
package struct H264SequenceParameterSet: Hashable, Sendable {
    /// How the order of output is coded.
    enum PictureOrder: Hashable, Sendable {
        case leastSignificantBits(count: Int)
        case cycle(deltaIsAlwaysZero: Bool)
        case decodingOrder
    }

    /// Whether pictures may be fields.
    package enum Scan: Hashable, Sendable {
        /// Frames only: progressive, or at least coded as if.
        case frames
        /// Each picture is a frame or a pair of fields (PAFF).
        case framesOrFields
        /// The same, and frames may mix field and frame macroblocks (MBAFF).
        case framesOrFieldsAdaptive
    }

    package var profile: H264Profile
    package var id: Int
    package var chroma: Chroma
    var frameNumberBits: Int
    var pictureOrder: PictureOrder
    var maximumReferenceFrames: Int
    var allowsFrameNumberGaps: Bool
    var widthInMacroblocks: Int
    /// Of a frame, also where pictures may be fields.
    var heightInMacroblocks: Int
    package var scan: Scan
    package var crop: PictureCrop
    /// The size to show, in pixels of the file's own shape.
    package var displaySize: PictureSize
    package var usability: H264VideoUsability?

    /// Parses a whole NAL unit, header byte included.
    package init(unit: ArraySlice<UInt8>) throws(BitstreamError) {
        let payload = try H264UnitHeader.payload(of: unit, kind: H264UnitHeader.Kind.sequenceParameterSet)
        var reader = BitReader(payload)
        profile = H264Profile(
            profileIDC: try reader.byte(),
            constraints: try reader.byte(),
            levelIDC: try reader.byte()
        )
        id = try reader.golomb("seq_parameter_set_id", atMost: 31)
        chroma = profile.hasChromaSyntax ? try Chroma(from: &reader) : Chroma()
        frameNumberBits = try reader.golomb("log2_max_frame_num_minus4", atMost: 12) + 4
        pictureOrder = try PictureOrder(from: &reader)
        maximumReferenceFrames = try reader.golomb("max_num_ref_frames", atMost: 16)
        allowsFrameNumberGaps = try reader.flag()
        let sideLimit = largestPictureSide / 16
        widthInMacroblocks = try reader.golomb("pic_width_in_mbs_minus1", atMost: sideLimit - 1) + 1
        let mapUnits = try reader.golomb("pic_height_in_map_units_minus1", atMost: sideLimit - 1) + 1
        scan = try Scan(from: &reader)
        heightInMacroblocks = scan == .frames ? mapUnits : mapUnits * 2
        _ = try reader.flag()  // direct_8x8_inference
        crop = try reader.flag() ? try Self.crop(from: &reader, chroma: chroma, scan: scan) : .none
        let coded = PictureSize(width: widthInMacroblocks * 16, height: heightInMacroblocks * 16)
        displaySize = try crop.applied(to: coded)
        usability = try reader.flag() ? try H264VideoUsability(from: &reader) : nil
    }

    private static func crop(
        from reader: inout BitReader,
        chroma: Chroma,
        scan: Scan
    ) throws(BitstreamError) -> PictureCrop {
        let steps = chroma.areSeparatePlanes ? .monochrome : chroma.format
        return try PictureCrop.read(
            from: &reader,
            horizontalStep: steps.horizontalStep,
            verticalStep: steps.verticalStep * (scan == .frames ? 1 : 2)
        )
    }
}

extension H264SequenceParameterSet {
    /// What the profiles from High on say about samples; the others are always 4:2:0 with 8 bits.
    package struct Chroma: Hashable, Sendable {
        package var format = ChromaFormat.yuv420
        /// The three colour planes of 4:4:4 are coded as three monochrome pictures.
        var areSeparatePlanes = false
        package var lumaBitDepth = 8
        package var chromaBitDepth = 8
        /// Where nothing is quantized samples are coded as they are: encoders say so where nothing is to be lost.
        package var bypassesTransform = false
        var hasScalingLists = false

        package init(
            format: ChromaFormat = ChromaFormat.yuv420,
            areSeparatePlanes: Bool = false,
            lumaBitDepth: Int = 8,
            chromaBitDepth: Int = 8,
            bypassesTransform: Bool = false,
            hasScalingLists: Bool = false
        ) {
            self.format = format
            self.areSeparatePlanes = areSeparatePlanes
            self.lumaBitDepth = lumaBitDepth
            self.chromaBitDepth = chromaBitDepth
            self.bypassesTransform = bypassesTransform
            self.hasScalingLists = hasScalingLists
        }

        /// ChromaArrayType: the format as the decoding process sees it.
        var arrayFormat: ChromaFormat { areSeparatePlanes ? .monochrome : format }
    }

    package var codedSize: PictureSize { PictureSize(width: widthInMacroblocks * 16, height: heightInMacroblocks * 16) }

    /// Frames per second, if the stream says so. Only a promise where `timing.isFixedRate`.
    package var frameRate: PositiveRatio? {
        guard let timing = usability?.timing else { return nil }
        return PositiveRatio(timing.timeScale, timing.unitsInTick * 2)
    }

    /// How many frames a decoder of this level holds (MaxDpbFrames of A.3.1).
    ///
    /// A stream that is too large for its own level still needs room for its references.
    var pictureMemoryInFrames: Int {
        guard let macroblocks = profile.pictureMemoryInMacroblocks else { return 16 }
        return max(min(16, macroblocks / (widthInMacroblocks * heightInMacroblocks)), maximumReferenceFrames, 1)
    }

    /// How many frames may precede a frame in decoding order and follow it in output order.
    ///
    /// Without a word from the stream the standard assumes the worst (E.2.1): all that the level has room for.
    package var maximumReorderFrames: Int {
        if let restriction = usability?.restriction { return restriction.maximumReorderFrames }
        // Where output order is decoding order there is nothing to assume (8.2.1.3).
        return profile.isIntraOnly || pictureOrder == .decodingOrder ? 0 : pictureMemoryInFrames
    }

    /// The size of the decoded picture buffer in frames, by the same rule.
    var maximumDecodedFrames: Int {
        if let restriction = usability?.restriction { return restriction.maximumDecodedFrames }
        return profile.isIntraOnly ? 0 : pictureMemoryInFrames
    }
}

extension H264SequenceParameterSet.Chroma {
    package init(from reader: inout BitReader) throws(BitstreamError) {
        let index = try reader.golomb()
        guard let format = ChromaFormat(rawValue: index) else { throw .invalid("chroma_format_idc") }
        self.format = format
        areSeparatePlanes = format == .yuv444 ? try reader.flag() : false
        lumaBitDepth = try reader.golomb("bit_depth_luma_minus8", atMost: 6) + 8
        chromaBitDepth = try reader.golomb("bit_depth_chroma_minus8", atMost: 6) + 8
        bypassesTransform = try reader.flag()
        hasScalingLists = try reader.flag()
        if hasScalingLists { try H264ScalingLists.skip(format == .yuv444 ? 12 : 8, in: &reader) }
    }
}

extension H264SequenceParameterSet.PictureOrder {
    init(from reader: inout BitReader) throws(BitstreamError) {
        switch try reader.golomb("pic_order_cnt_type", atMost: 2) {
        case 0:
            let count = try reader.golomb("log2_max_pic_order_cnt_lsb_minus4", atMost: 12) + 4
            self = .leastSignificantBits(count: count)
        case 1:
            let deltaIsAlwaysZero = try reader.flag()
            _ = try reader.signedGolomb()  // offset for non-reference pictures
            _ = try reader.signedGolomb()  // offset from top to bottom field
            for _ in 0..<(try reader.golomb("num_ref_frames_in_pic_order_cnt_cycle", atMost: 255)) {
                _ = try reader.signedGolomb()
            }
            self = .cycle(deltaIsAlwaysZero: deltaIsAlwaysZero)
        default:
            self = .decodingOrder
        }
    }
}

extension H264SequenceParameterSet.Scan {
    package init(from reader: inout BitReader) throws(BitstreamError) {
        guard try !reader.flag() else {
            self = .frames
            return
        }
        self = try reader.flag() ? .framesOrFieldsAdaptive : .framesOrFields
    }
}
