/// Video usability information of HEVC (E.2.1).
package struct HEVCVideoUsability: Hashable, Sendable {
    /// How long a picture lasts: one tick.
    package struct Timing: Hashable, Sendable {
        var unitsInTick: Int
        var timeScale: Int

        package init(unitsInTick: Int, timeScale: Int) {
            self.unitsInTick = unitsInTick
            self.timeScale = timeScale
        }
    }

    package var signal: VideoSignal
    /// Every picture is a field.
    package var isFieldSequence: Bool
    /// Picture timing messages tell how frames are to be shown as fields.
    var hasFrameFieldInformation: Bool
    var defaultDisplayWindow: PictureCrop
    package var timing: Timing?
    var hypotheticalDecoder: HEVCHypotheticalDecoder?

    package init(from reader: inout BitReader, chroma: ChromaFormat, subLayers: Int) throws(BitstreamError) {
        signal = try VideoSignal(from: &reader)
        _ = try reader.flag()  // neutral chroma
        isFieldSequence = try reader.flag()
        hasFrameFieldInformation = try reader.flag()
        defaultDisplayWindow = .none
        if try reader.flag() {
            defaultDisplayWindow = try PictureCrop.read(
                from: &reader,
                horizontalStep: chroma.horizontalStep,
                verticalStep: chroma.verticalStep
            )
        }
        if try reader.flag() {
            timing = Timing(unitsInTick: try reader.unsigned(32), timeScale: try reader.unsigned(32))
            if try reader.flag() { _ = try reader.golomb() }  // ticks per step of picture order
            if try reader.flag() {
                hypotheticalDecoder = try HEVCHypotheticalDecoder(from: &reader, subLayers: subLayers)
            }
        }
        if try reader.flag() { try Self.skipRestriction(in: &reader) }
    }

    private static func skipRestriction(in reader: inout BitReader) throws(BitstreamError) {
        try reader.skip(3)  // tiles fixed, motion vectors over boundaries, restricted lists
        _ = try reader.golomb("min_spatial_segmentation_idc", atMost: 4_095)
        _ = try reader.golomb("max_bytes_per_pic_denom", atMost: 16)
        _ = try reader.golomb("max_bits_per_min_cu_denom", atMost: 16)
        _ = try reader.golomb("log2_max_mv_length_horizontal", atMost: 16)
        _ = try reader.golomb("log2_max_mv_length_vertical", atMost: 16)
    }
}
