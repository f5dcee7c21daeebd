/// Video usability information of H.264 (Annex E).
package struct H264VideoUsability: Hashable, Sendable {
    /// How long a *field* lasts: two ticks make a frame.
    package struct Timing: Hashable, Sendable {
        var unitsInTick: Int
        var timeScale: Int
        var isFixedRate: Bool

        package init(unitsInTick: Int, timeScale: Int, isFixedRate: Bool) {
            self.unitsInTick = unitsInTick
            self.timeScale = timeScale
            self.isFixedRate = isFixedRate
        }
    }

    package struct Restriction: Hashable, Sendable {
        package var maximumReorderFrames: Int
        var maximumDecodedFrames: Int
    }

    package var signal: VideoSignal
    package var timing: Timing?
    /// The lengths of the fields of a picture timing message.
    var hypotheticalDecoder: H264HypotheticalDecoder?
    var hasPictureStructure: Bool
    package var restriction: Restriction?

    package init(from reader: inout BitReader) throws(BitstreamError) {
        signal = try VideoSignal(from: &reader)
        if try reader.flag() { timing = try Timing(from: &reader) }
        let network = try reader.flag() ? try H264HypotheticalDecoder(from: &reader) : nil
        let coding = try reader.flag() ? try H264HypotheticalDecoder(from: &reader) : nil
        // Where both are there, the standard makes these lengths equal.
        hypotheticalDecoder = network ?? coding
        if hypotheticalDecoder != nil { _ = try reader.flag() }  // low delay
        hasPictureStructure = try reader.flag()
        if try reader.flag() { restriction = try Restriction(from: &reader) }
    }
}

extension H264VideoUsability.Timing {
    package init(from reader: inout BitReader) throws(BitstreamError) {
        unitsInTick = try reader.unsigned(32)
        timeScale = try reader.unsigned(32)
        isFixedRate = try reader.flag()
    }
}

extension H264VideoUsability.Restriction {
    package init(from reader: inout BitReader) throws(BitstreamError) {
        _ = try reader.flag()  // motion vectors over picture boundaries
        _ = try reader.golomb("max_bytes_per_pic_denom", atMost: 16)
        _ = try reader.golomb("max_bits_per_mb_denom", atMost: 16)
        _ = try reader.golomb("log2_max_mv_length_horizontal", atMost: 32)
        _ = try reader.golomb("log2_max_mv_length_vertical", atMost: 32)
        maximumReorderFrames = try reader.golomb("max_num_reorder_frames", atMost: 16)
        maximumDecodedFrames = try reader.golomb("max_dec_frame_buffering", atMost: 16)
        guard maximumReorderFrames <= maximumDecodedFrames else { throw .invalid("max_num_reorder_frames") }
    }
}
