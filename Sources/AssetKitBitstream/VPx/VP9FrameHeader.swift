/// The uncompressed header of a VP9 frame (6.2 of the VP9 specification), as far as it describes the picture.
package struct VP9FrameHeader: Hashable, Sendable {
    /// What only frames that stand by themselves say.
    package struct Format: Hashable, Sendable {
        package var bitDepth: Int
        /// `nil` for 4:4:0.
        package var chromaFormat: ChromaFormat?
        package var color: ColorDescription
        package var codedSize: PictureSize
        package var displaySize: PictureSize
    }

    package var profile: Int
    /// Shows a frame that was decoded before, by its slot; then there is no new frame.
    var shownSlot: Int?
    package var isKey = false
    package var isShown = true
    var isErrorResilient = false
    /// In key frames and in intra-only frames.
    package var format: Format?

    /// Parses one frame, the first of a superframe.
    package init(frame: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(frame)
        try self.init(from: &reader)
    }

    private init(from reader: inout BitReader) throws(BitstreamError) {
        guard try reader.unsigned(2) == 2 else { throw .invalid("frame_marker") }
        let low = try reader.unsigned(1)
        profile = try reader.unsigned(1) << 1 | low
        if profile == 3, try reader.flag() { throw .unsupported("a VP9 profile beyond 3") }
        guard try !reader.flag() else {
            shownSlot = try reader.unsigned(3)
            return
        }
        isKey = try !reader.flag()
        isShown = try reader.flag()
        isErrorResilient = try reader.flag()
        if isKey {
            format = try Format(from: &reader, profile: profile, isIntraOnly: false)
            return
        }
        let isIntraOnly = isShown ? false : try reader.flag()
        if !isErrorResilient { try reader.skip(2) }  // reset_frame_context
        if isIntraOnly { format = try Format(from: &reader, profile: profile, isIntraOnly: true) }
    }
}

extension VP9FrameHeader {
    /// Whether a key frame decodes to the very numbers that went in (Lossless of 7.2); nil for other frames.
    package static func isLossless(frame: ArraySlice<UInt8>) throws(BitstreamError) -> Bool? {
        var reader = BitReader(frame)
        let header = try VP9FrameHeader(from: &reader)
        guard header.shownSlot == nil, header.isKey else { return nil }
        if !header.isErrorResilient { try reader.skip(1 + 1) }  // how contexts are kept
        try reader.skip(2)  // frame_context_idx
        try reader.skip(6 + 3)  // loop filter: level, sharpness
        if try reader.flag(), try reader.flag() {
            for _ in 0..<6 where try reader.flag() { try reader.skip(7) }  // deltas of references and modes
        }
        guard try reader.unsigned(8) == 0 else { return false }
        // Of luma's mean, colour's mean and colour's rest: four bits and a sign each. One that is coded may be zero.
        for _ in 0..<3 where try reader.flag() {
            guard try reader.unsigned(5) >> 1 == 0 else { return false }
        }
        return true
    }
}

extension VP9FrameHeader.Format {
    package init(from reader: inout BitReader, profile: Int, isIntraOnly: Bool) throws(BitstreamError) {
        guard try reader.unsigned(24) == 0x49_8342 else { throw .invalid("frame_sync_code") }
        bitDepth = 8
        chromaFormat = .yuv420
        // An intra-only frame of profile 0 does not say it: it is BT.601 with 8 bits.
        color = ColorDescription(primaries: 2, transfer: 2, matrix: 5, isFullRange: false)
        if profile > 0 || !isIntraOnly {
            if profile >= 2 { bitDepth = try reader.flag() ? 12 : 10 }
            (color, chromaFormat) = try Self.colors(from: &reader, profile: profile)
        }
        if isIntraOnly { try reader.skip(8) }  // refresh_frame_flags
        codedSize = try Self.size(from: &reader)
        displaySize = try reader.flag() ? try Self.size(from: &reader) : codedSize
    }

    private static func size(from reader: inout BitReader) throws(BitstreamError) -> PictureSize {
        let width = try reader.unsigned(16) + 1
        return PictureSize(width: width, height: try reader.unsigned(16) + 1)
    }

    private static func colors(
        from reader: inout BitReader,
        profile: Int
    ) throws(BitstreamError) -> (ColorDescription, ChromaFormat?) {
        let space = try reader.unsigned(3)
        let isRGB = space == 7
        guard !isRGB || profile & 1 == 1 else { throw .invalid("color_space") }
        var color = ColorDescription(matrix: matrices[space])
        color.isFullRange = isRGB ? true : try reader.flag()
        guard profile & 1 == 1 else { return (color, .yuv420) }
        let (subsamplingX, subsamplingY) = isRGB ? (false, false) : (try reader.flag(), try reader.flag())
        guard try !reader.flag() else { throw .invalid("reserved_zero") }
        return (color, ChromaFormat(subsamplingX: subsamplingX, subsamplingY: subsamplingY))
    }

    /// color_space as a matrix of ISO/IEC 23091-2: unknown, BT.601, BT.709, SMPTE 170, SMPTE 240, BT.2020, reserved, RGB.
    private static let matrices: [UInt8] = [2, 5, 1, 6, 7, 9, 2, 0]
}
