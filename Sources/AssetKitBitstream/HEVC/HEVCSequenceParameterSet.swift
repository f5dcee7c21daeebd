/// A sequence parameter set of HEVC (7.3.2.2).
package struct HEVCSequenceParameterSet: Hashable, Sendable {
    /// What a decoder must hold for one sub-layer.
    package struct Ordering: Hashable, Sendable {
        var maximumDecodedPictures: Int
        package var maximumReorderPictures: Int
    }

    var videoID: Int
    package var subLayers: Int
    package var profile: HEVCProfile
    package var id: Int
    package var chromaFormat: ChromaFormat
    var areSeparatePlanes: Bool
    package var codedSize: PictureSize
    var conformanceWindow: PictureCrop
    /// The size to show, in pixels of the file's own shape.
    package var displaySize: PictureSize
    package var lumaBitDepth: Int
    package var chromaBitDepth: Int
    /// log2_max_pic_order_cnt_lsb.
    var pictureOrderBits: Int
    /// Of the highest sub-layer, that is, of the whole stream.
    package var ordering: Ordering
    package var blocks: Blocks
    var tools: Tools
    package var usability: HEVCVideoUsability?
    var rangeExtension: RangeExtension?

    /// Parses a whole NAL unit, header included.
    package init(unit: ArraySlice<UInt8>) throws(BitstreamError) {
        let payload = try HEVCUnitHeader.payload(of: unit, kind: HEVCUnitHeader.Kind.sequenceParameterSet)
        var reader = BitReader(payload)
        videoID = try reader.unsigned(4)
        subLayers = try reader.unsigned(3) + 1
        guard subLayers <= 7 else { throw .invalid("sps_max_sub_layers_minus1") }
        _ = try reader.flag()  // temporal nesting
        profile = try HEVCProfile.read(from: &reader, subLayers: subLayers)
        id = try reader.golomb("sps_seq_parameter_set_id", atMost: 15)
        guard let format = ChromaFormat(rawValue: try reader.golomb()) else { throw .invalid("chroma_format_idc") }
        chromaFormat = format
        areSeparatePlanes = format == .yuv444 ? try reader.flag() : false
        codedSize = try Self.codedSize(from: &reader)
        conformanceWindow = .none
        if try reader.flag() {
            conformanceWindow = try PictureCrop.read(
                from: &reader,
                horizontalStep: format.horizontalStep,
                verticalStep: format.verticalStep
            )
        }
        displaySize = try conformanceWindow.applied(to: codedSize)
        lumaBitDepth = try reader.golomb("bit_depth_luma_minus8", atMost: 8) + 8
        chromaBitDepth = try reader.golomb("bit_depth_chroma_minus8", atMost: 8) + 8
        pictureOrderBits = try reader.golomb("log2_max_pic_order_cnt_lsb_minus4", atMost: 12) + 4
        ordering = try Self.ordering(from: &reader, subLayers: subLayers)
        blocks = try Blocks(from: &reader)
        tools = try Tools(from: &reader, pictureOrderBits: pictureOrderBits)
        if try reader.flag() {
            usability = try HEVCVideoUsability(from: &reader, chroma: format, subLayers: subLayers)
        }
        if try reader.flag() {
            let hasRange = try reader.flag()
            try reader.skip(7)  // multilayer, 3D, screen content, reserved: they follow the range extension
            if hasRange { rangeExtension = try RangeExtension(from: &reader) }
        }
    }

    private static func codedSize(from reader: inout BitReader) throws(BitstreamError) -> PictureSize {
        let width = try reader.golomb("pic_width_in_luma_samples", atMost: largestPictureSide)
        let height = try reader.golomb("pic_height_in_luma_samples", atMost: largestPictureSide)
        return PictureSize(width: width, height: height)
    }

    private static func ordering(
        from reader: inout BitReader,
        subLayers: Int
    ) throws(BitstreamError) -> Ordering {
        let isForEachSubLayer = try reader.flag()
        var ordering = Ordering(maximumDecodedPictures: 1, maximumReorderPictures: 0)
        for _ in 0..<(isForEachSubLayer ? subLayers : 1) {
            let decoded = try reader.golomb("sps_max_dec_pic_buffering_minus1", atMost: 15) + 1
            let reorder = try reader.golomb("sps_max_num_reorder_pics", atMost: decoded - 1)
            _ = try reader.golomb()  // latency
            ordering = Ordering(maximumDecodedPictures: decoded, maximumReorderPictures: reorder)
        }
        return ordering
    }
}

extension HEVCSequenceParameterSet {
    /// Pictures per second, if the stream says so; of fields where `usability.isFieldSequence`.
    package var pictureRate: PositiveRatio? {
        guard let timing = usability?.timing else { return nil }
        return PositiveRatio(timing.timeScale, timing.unitsInTick)
    }
}
