internal import CFFmpeg

/// Changes the size and the format of pictures. One context is kept as long as both stay the same.
///
/// Colours are exact: matrix and range of both sides are always given, never FFmpeg's guess. Where only sizes
/// change and speed matters, libzimg scales, which is much faster. Not Sendable.
package final class Scaler {
    /// What matters more.
    package enum Quality: Hashable, Sendable {
        /// Speed: for video.
        case fast
        /// Each step rounded correctly, and chroma interpolated for every pixel: for still pictures.
        case exact
        /// For components that stay in planes of their own: as smooth as `exact`, at less than the price of `fast`.
        case planes
    }

    /// How far, in pixels, subsampled chroma begins before luma: for parts that do not begin with a whole block.
    package struct ChromaShift: Hashable, Sendable {
        package var horizontal = 0
        package var vertical = 0

        package init(horizontal: Int = 0, vertical: Int = 0) {
            self.horizontal = horizontal
            self.vertical = vertical
        }
    }

    private let quality: Quality
    private let threadCount: Int
    private var context: OpaquePointer?
    /// In place of a context where there is one.
    private var planar: PlanarScaler?
    private var setup: Setup?
    /// How many contexts, or what stands for one, have been made: one as long as nothing changes.
    private(set) var contextCount = 0

    package init(_ quality: Quality = .fast, threadCount: Int = 1) {
        self.quality = quality
        self.threadCount = threadCount
    }

    deinit { sws_freeContext(context) }

    /// Fills the whole target, whose size, format and colour say what to make. Gaps in either colour are closed as
    /// `PictureColor.resolved` says, but a target that does not know its matrix takes the source's.
    package func scale(
        _ source: borrowing Frame,
        into target: borrowing Frame,
        chromaShift: ChromaShift = ChromaShift()
    ) throws {
        let colors = Self.colors(from: source, to: target)
        let needed = Setup(source: Side(source, colors.source, chromaShift), target: Side(target, colors.target))
        if setup != needed { try prepare(needed) }
        if let planar {
            try planar.scale(source, into: target)
        } else {
            try scaleByContext(source, into: target)
        }
        target.setColor(colors.target)
    }

    private func scaleByContext(_ source: borrowing Frame, into target: borrowing Frame) throws {
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
    }

    package static func colors(
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
        (context, planar, self.setup) = (nil, nil, nil)
        if quality == .fast, let planar = PlanarScaler(setup) {
            self.planar = planar
            contextCount += 1
            self.setup = setup
            return
        }
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
            if let position = side.chromaPosition {
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
}
