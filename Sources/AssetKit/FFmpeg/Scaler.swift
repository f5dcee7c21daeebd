internal import CFFmpeg

/// Changes the size and the format of pictures. One context is kept as long as both stay the same.
///
/// Colours are exact: matrix and range of both sides are always given, never FFmpeg's guess. Not Sendable.
final class Scaler {
    /// What matters more.
    enum Quality: Hashable, Sendable {
        /// Speed: for pictures that move.
        case fast
        /// Each step rounded correctly, and colour worked out for every pixel: for still pictures.
        case exact
        /// For components that stay in planes of their own: as smooth as `exact`, at less than the price of `fast`.
        case planes
    }

    /// How far, in pixels, the colour that pixels share begins before the pixels: for parts that do not begin with a
    /// whole block.
    struct ChromaShift: Hashable, Sendable {
        var horizontal = 0
        var vertical = 0
    }

    /// Everything a context depends on.
    private struct Setup: Equatable {
        var source: Side
        var target: Side
    }

    private struct Side: Equatable {
        let width: Int
        let height: Int
        let format: AVPixelFormat
        let matrix: Int32
        let isFullRange: Bool
        let chroma: AVChromaLocation
        let shift: ChromaShift

        init(_ frame: borrowing Frame, _ color: PictureColor, _ shift: ChromaShift = ChromaShift()) {
            self.shift = shift
            width = frame.width
            height = frame.height
            format = PixelFormatMap.plainFormat(frame.pixelFormat)
            matrix = color.matrix
            isFullRange = color.isFullRange ?? false
            chroma = frame.withRaw { $0.pointee.chroma_location }
        }
    }

    private let quality: Quality
    private let threadCount: Int
    private var context: OpaquePointer?
    private var setup: Setup?
    /// How many contexts have been made: one as long as nothing changes.
    private(set) var contextCount = 0

    init(_ quality: Quality = .fast, threadCount: Int = 1) {
        self.quality = quality
        self.threadCount = threadCount
    }

    deinit { sws_freeContext(context) }

    /// Fills the whole target, whose size, format and colour say what to make. Gaps in either colour are closed as
    /// `PictureColor.resolved` says, but a target that does not know its matrix takes the source's.
    func scale(
        _ source: borrowing Frame,
        into target: borrowing Frame,
        chromaShift: ChromaShift = ChromaShift()
    ) throws {
        let colors = Self.colors(from: source, to: target)
        let needed = Setup(source: Side(source, colors.source, chromaShift), target: Side(target, colors.target))
        if setup != needed { try prepare(needed) }
        guard let context else { throw FFmpegError(code: ak_ERROR_NO_MEMORY, function: "sws_alloc_context") }
        try source.withRaw { from in
            try target.withRaw { to in
                try explaining {
                    let rows = try check(ak_scale(context, from, to), "sws_scale")
                    // Anything else leaves rows as they were, which would show old memory.
                    guard rows == to.pointee.height else {
                        throw FFmpegError(code: ak_ERROR_INVALID_DATA, function: "sws_scale")
                    }
                }
            }
        }
        target.setColor(colors.target)
    }

    static func colors(
        from source: borrowing Frame,
        to target: borrowing Frame
    ) -> (source: PictureColor, target: PictureColor) {
        let isSourceRGB = PixelFormatMap.isRGB(source.pixelFormat)
        let isTargetRGB = PixelFormatMap.isRGB(target.pixelFormat)
        let from = source.color.resolved(width: source.width, height: source.height, isRGB: isSourceRGB)
        var wish = target.color
        if !isSourceRGB, wish.matrix == PictureColor.unknown { wish.matrix = from.matrix }
        if wish.primaries == PictureColor.unknown { wish.primaries = from.primaries }
        if wish.transfer == PictureColor.unknown { wish.transfer = from.transfer }
        return (from, wish.resolved(width: target.width, height: target.height, isRGB: isTargetRGB))
    }

    private func prepare(_ setup: Setup) throws {
        sws_freeContext(context)
        context = nil
        self.setup = nil
        let fresh = sws_alloc_context()!  // fails only when there is no memory left
        do {
            try configure(fresh, for: setup)
        } catch {
            sws_freeContext(fresh)
            throw error
        }
        context = fresh
        contextCount += 1
        self.setup = setup
    }

    private func configure(_ context: OpaquePointer, for setup: Setup) throws {
        let object = UnsafeMutableRawPointer(context)
        func set(_ name: String, _ value: Int) throws {
            try check(av_opt_set_int(object, name, Int64(value), 0), "av_opt_set_int")
        }
        for (prefix, side) in [("src", setup.source), ("dst", setup.target)] {
            try set("\(prefix)w", side.width)
            try set("\(prefix)h", side.height)
            try set("\(prefix)_format", Int(side.format.rawValue))
            try set("\(prefix)_range", side.isFullRange ? 1 : 0)
            if let position = Self.chromaPosition(side) {
                try set("\(prefix)_h_chr_pos", position.horizontal)
                try set("\(prefix)_v_chr_pos", position.vertical)
            }
        }
        try set("sws_flags", Int(flags(for: setup)))
        try set("threads", max(threadCount, 1))
        try explaining {
            try check(sws_init_context(context, nil, nil), "sws_init_context")
            // A negative answer means that colours need no matrix, as between two formats of red, green and blue.
            sws_setColorspaceDetails(
                context,
                sws_getCoefficients(setup.source.matrix),
                setup.source.isFullRange ? 1 : 0,
                sws_getCoefficients(setup.target.matrix),
                setup.target.isFullRange ? 1 : 0,
                0,
                1 << 16,
                1 << 16
            )
        }
    }

    private func flags(for setup: Setup) -> CInt {
        switch quality {
        case .fast: return SWS_BICUBIC
        case .planes:
            // The mean of what falls together: from a third on it looks the same, in less than half the time.
            let isMuchSmaller =
                setup.target.width * 3 <= setup.source.width && setup.target.height * 3 <= setup.source.height
            return isMuchSmaller ? SWS_AREA : SWS_BICUBIC
        case .exact:
            return SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP | SWS_BITEXACT
        }
    }

    /// Where the colour that pixels share lies, in 256ths of a pixel from the first one. MPEG's place where the stream
    /// says nothing: at the left, between two rows; JPEG's, in the middle, for the full range.
    private static func chromaPosition(_ side: Side) -> (horizontal: Int, vertical: Int)? {
        guard let description = av_pix_fmt_desc_get(side.format), description.pointee.log2_chroma_w == 1,
            description.pointee.log2_chroma_h <= 1
        else { return nil }
        let place: (horizontal: Int, vertical: Int) =
            switch side.chroma {
            case AVCHROMA_LOC_CENTER: (128, 128)
            case AVCHROMA_LOC_TOPLEFT: (0, 0)
            case AVCHROMA_LOC_TOP: (128, 0)
            case AVCHROMA_LOC_BOTTOMLEFT: (0, 256)
            case AVCHROMA_LOC_BOTTOM: (128, 256)
            case AVCHROMA_LOC_LEFT: (0, 128)
            default: side.isFullRange ? (128, 128) : (0, 128)
            }
        let hasSharedRows = description.pointee.log2_chroma_h == 1
        return (
            place.horizontal - side.shift.horizontal * 256,
            hasSharedRows ? place.vertical - side.shift.vertical * 256 : 0
        )
    }
}
