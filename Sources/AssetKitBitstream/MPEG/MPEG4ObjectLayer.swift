/// A video object layer of MPEG-4 part 2 (ISO/IEC 14496-2, 6.2.3), rectangular.
package struct MPEG4ObjectLayer: Hashable, Sendable {
    package var pixelAspectRatio: PositiveRatio?
    /// There are no B pictures; `nil` when nothing is said.
    package var isLowDelay: Bool?
    /// Ticks per second of picture times.
    var timeResolution: Int
    /// Ticks of every picture, where all last equally long.
    var ticksPerPicture: Int?
    package var size: PictureSize
    package var isInterlaced: Bool
    package var bitDepth = 8
    /// The pictures may be warped as a whole (global motion compensation).
    var hasGlobalMotion = false
    package var usesQuantizerMatrices = false
    /// The matrices are not those of the standard.
    var hasOwnQuantizerMatrices = false
    var hasQuarterSamples = false
    /// Blocks are predicted from their neighbours' motion too.
    var hasOverlappedMotion = false
    /// How pictures are warped: the number of points, their accuracy, and whether brightness changes.
    var warping = 0
    /// The bits of a quantizer.
    var quantizerBits = 5
    /// How the data of pictures is partitioned; `nil` where that cannot be read.
    var partitioning: Partitioning?

    enum Partitioning: Hashable, Sendable {
        case whole
        case partitioned
        /// Coefficients can be read from their end too.
        case reversible
    }

    /// Pictures per second, where all last equally long.
    package var frameRate: PositiveRatio? { ticksPerPicture.flatMap { PositiveRatio(timeResolution, $0) } }

    /// The bits of vop_time_increment in picture headers.
    var timeIncrementBits: Int { max(1, Int.bitWidth - (timeResolution - 1).leadingZeroBitCount) }

    package init(from reader: inout BitReader, version outerVersion: Int) throws(BitstreamError) {
        try reader.skip(1 + 8)  // random access, object type
        var version = outerVersion
        if try reader.flag() {
            version = try reader.unsigned(4)
            try reader.skip(3)  // priority
        }
        pixelAspectRatio = try Self.pixelAspectRatio(from: &reader)
        isLowDelay = try reader.flag() ? try Self.lowDelay(from: &reader) : nil
        guard try reader.unsigned(2) == 0 else { throw .unsupported("MPEG-4 video of a shape other than a rectangle") }
        try reader.marker("marker_bit")
        timeResolution = try reader.unsigned(16)
        guard timeResolution > 0 else { throw .invalid("vop_time_increment_resolution") }
        try reader.marker("marker_bit")
        (size, isInterlaced) = (PictureSize(width: 0, height: 0), false)
        if try reader.flag() { ticksPerPicture = try reader.unsigned(timeIncrementBits) }
        try readSize(from: &reader)
        isInterlaced = try reader.flag()
        hasOverlappedMotion = try !reader.flag()
        try readTools(from: &reader, version: version)
    }

    private static func pixelAspectRatio(from reader: inout BitReader) throws(BitstreamError) -> PositiveRatio? {
        switch try reader.unsigned(4) {
        case 1: return PositiveRatio(1, 1)
        case 2: return PositiveRatio(12, 11)
        case 3: return PositiveRatio(10, 11)
        case 4: return PositiveRatio(16, 11)
        case 5: return PositiveRatio(40, 33)
        case 15:
            let width = try reader.unsigned(8)
            return PositiveRatio(width, try reader.unsigned(8))
        default: return nil
        }
    }

    private static func lowDelay(from reader: inout BitReader) throws(BitstreamError) -> Bool {
        guard try reader.unsigned(2) == 1 else { throw .invalid("chroma_format") }
        let isLowDelay = try reader.flag()
        // Halves of bit rate, buffer size and fullness, with markers between.
        if try reader.flag() { try reader.skip(16 + 16 + 16 + 3 + 12 + 16) }
        return isLowDelay
    }

    private mutating func readSize(from reader: inout BitReader) throws(BitstreamError) {
        try reader.marker("marker_bit")
        size.width = try reader.unsigned(13)
        try reader.marker("marker_bit")
        size.height = try reader.unsigned(13)
        try reader.marker("marker_bit")
        guard size.width > 0, size.height > 0 else { throw .invalid("video_object_layer_width") }
    }

    private mutating func readTools(from reader: inout BitReader, version: Int) throws(BitstreamError) {
        switch try reader.unsigned(version == 1 ? 1 : 2) {
        case 0: break
        case 2:
            hasGlobalMotion = true
            warping = try reader.unsigned(6 + 2 + 1)
        default: throw .unsupported("static sprites of MPEG-4 video")
        }
        if try reader.flag() {
            quantizerBits = try reader.unsigned(4)
            bitDepth = try reader.unsigned(4)
            guard (4...12).contains(bitDepth) else { throw .invalid("bits_per_pixel") }
        }
        usesQuantizerMatrices = try reader.flag()
        if usesQuantizerMatrices {
            for _ in 0..<2 where try reader.flag() {
                hasOwnQuantizerMatrices = true
                try Self.skipMatrix(in: &reader)
            }
        }
        if version != 1 { hasQuarterSamples = try reader.flag() }
        // What comes here says nothing of how pictures look: a layer may end before.
        partitioning = try? Self.partitioning(from: &reader)
    }

    private static func partitioning(from reader: inout BitReader) throws(BitstreamError) -> Partitioning {
        guard try reader.flag() else { throw .unsupported("estimates of the complexity of MPEG-4 video") }
        _ = try reader.flag()  // no markers to go on from after errors
        guard try reader.flag() else { return .whole }
        return try reader.flag() ? .reversible : .partitioned
    }

    /// A matrix of up to 64 bytes; 0 ends it early.
    private static func skipMatrix(in reader: inout BitReader) throws(BitstreamError) {
        for _ in 0..<64 {
            guard try reader.unsigned(8) != 0 else { return }
        }
    }
}
