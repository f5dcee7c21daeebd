package import AssetKitPixels
internal import CFFmpeg

/// A pixel format of Y'CbCr with a plane for each component, in samples that fill whole bytes: what pictures are laid over
/// each other in. It knows where subsampled chroma lies, too.
package struct PlaneFormat: Hashable, Sendable {
    private let format: AVPixelFormat
    private let chroma: AVChromaLocation
    /// Bits of a sample.
    package let depth: Int
    /// How many columns and rows of pixels, as powers of two, share a sample of chroma.
    package let columnShift: Int
    package let rowShift: Int
    /// The last of four planes is alpha.
    package let hasAlpha: Bool

    private init?(_ format: AVPixelFormat, _ chroma: AVChromaLocation) {
        let format = PixelFormatMap.plainFormat(format)
        guard let shape = PlanarShape(format), shape.hasColor else { return nil }
        (self.format, self.chroma, depth) = (format, chroma, shape.depth)
        (columnShift, rowShift, hasAlpha) = (shape.columnShift, shape.rowShift, shape.planeCount == 4)
    }

    /// The format of a picture; nil where it is of another kind. `isFullRange`: where chroma lies if the picture does not say,
    /// follows from it.
    package init?(of frame: borrowing Frame, isFullRange: Bool) {
        guard !frame.standsOnItsHead else { return nil }
        self.init(frame.pixelFormat, Self.chroma(of: frame, isFullRange))
    }

    /// The format without alpha that keeps most of what a picture holds.
    package init(nearestTo frame: borrowing Frame, isFullRange: Bool) {
        let chroma = Self.chroma(of: frame, isFullRange)
        if let own = Self(frame.pixelFormat, chroma), let opaque = own.opaque, opaque.withAlpha != nil {
            self = opaque
            return
        }
        let depth = frame.bitDepth <= 8 ? 8 : frame.bitDepth <= 10 ? 10 : frame.bitDepth <= 12 ? 12 : 16
        let shape = av_pix_fmt_desc_get(frame.pixelFormat)?.pointee
        let hasChroma = (shape?.nb_components ?? 3) > 2 && !frame.isRGB
        let shifts = (hasChroma ? shape?.log2_chroma_w ?? 0 : 0, hasChroma ? shape?.log2_chroma_h ?? 0 : 0)
        // Of grey pictures, and those whose chroma is rarer still, the smallest keeps all.
        let sampling = frame.isRGB || hasChroma && shifts.0 == 0 ? "444" : shifts == (1, 0) ? "422" : "420"
        // There is no 4:2:0 of 12 bits with alpha, which layers need.
        let ending = depth == 8 ? "" : sampling == "420" && depth == 12 ? "16le" : "\(depth)le"
        // All of these are in FFmpeg's table.
        self.init(av_get_pix_fmt("yuv\(sampling)p\(ending)"), chroma)!
    }

    /// The format without alpha for pictures of which only this is known.
    package init(chroma: String?, depth: Int, isFullRange: Bool) {
        let sampling = ["4:2:2": "422", "4:4:4": "444", "4:4:0": "444", "RGB": "444"][chroma ?? ""] ?? "420"
        let known = depth <= 8 ? 8 : depth <= 10 ? 10 : depth <= 12 ? 12 : 16
        // There is no 4:2:0 of 12 bits with alpha, which layers need.
        let ending = known == 8 ? "" : sampling == "420" && known == 12 ? "16le" : "\(known)le"
        // All of these are in FFmpeg's table.
        self.init(
            av_get_pix_fmt("yuv\(sampling)p\(ending)"),
            isFullRange ? AVCHROMA_LOC_CENTER : AVCHROMA_LOC_LEFT
        )!
    }

    private static func chroma(of frame: borrowing Frame, _ isFullRange: Bool) -> AVChromaLocation {
        let stated = frame.withRaw { $0.pointee.chroma_location }
        guard stated == AVCHROMA_LOC_UNSPECIFIED else { return stated }
        return isFullRange ? AVCHROMA_LOC_CENTER : AVCHROMA_LOC_LEFT
    }

    private func named(_ change: (String) -> String) -> PlaneFormat? {
        guard let name = av_get_pix_fmt_name(format) else { return nil }
        return PlaneFormat(av_get_pix_fmt(change(String(cString: name))), chroma)
    }

    /// The same with a plane for alpha; nil where there is none.
    package var withAlpha: PlaneFormat? { hasAlpha ? self : named { "yuva" + $0.dropFirst(3) } }

    /// The same without alpha; nil where there is none.
    package var opaque: PlaneFormat? { hasAlpha ? named { "yuv" + $0.dropFirst(4) } : self }

    /// Whether planes have the same shape and mean the same, but for where chroma lies.
    package func hasSamePlanes(as other: PlaneFormat) -> Bool { format == other.format }

    /// Makes a picture of square pixels in new memory, whose samples are not set.
    package func makeFrame(width: Int, height: Int) throws -> Frame {
        let frame = try Frame(width: width, height: height, format: format)
        frame.withRaw { raw in
            raw.pointee.chroma_location = chroma
            raw.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        }
        return frame
    }

    /// How many columns and rows, as powers of two, a plane has fewer than the picture.
    package func shift(ofPlane plane: Int) -> (columns: Int, rows: Int) {
        plane == 1 || plane == 2 ? (columnShift, rowShift) : (0, 0)
    }

    /// How far samples of a plane lie from the middle of the block of pixels that shares one.
    package func offset(ofPlane plane: Int) -> (x: Double, y: Double) {
        guard plane == 1 || plane == 2 else { return (0, 0) }
        let isLeft = [AVCHROMA_LOC_LEFT, AVCHROMA_LOC_TOPLEFT, AVCHROMA_LOC_BOTTOMLEFT].contains(chroma)
        let isTop = [AVCHROMA_LOC_TOP, AVCHROMA_LOC_TOPLEFT].contains(chroma)
        let isBottom = [AVCHROMA_LOC_BOTTOM, AVCHROMA_LOC_BOTTOMLEFT].contains(chroma)
        // Where four share one, as in 4:1:1, streams do not say; they are taken to be in the middle, as scaling does.
        return (
            columnShift == 1 && isLeft ? -0.5 : 0,
            rowShift == 1 ? (isTop ? -0.5 : isBottom ? 0.5 : 0) : 0
        )
    }
}

extension Frame {
    /// Lends the samples of a plane. The picture has a plane for each component, and does not stand on its head.
    package func withSamples<R>(
        ofPlane plane: Int,
        depth: Int,
        _ body: (PixelPlane) throws -> R
    ) rethrows -> R {
        let shape = planeShapes[plane]
        return try withPlane(plane) { memory in
            // A filled frame has its planes.
            let samples = PixelPlane(
                memory.baseAddress!,
                bytesPerRow: lineSize(ofPlane: plane),
                width: shape.byteCount / (depth > 8 ? 2 : 1),
                height: shape.rowCount,
                depth: depth
            )
            return try body(samples)
        }
    }

    /// Makes a plane of samples by itself, which are not set.
    package init(planeOfWidth width: Int, height: Int, depth: Int) throws {
        try self.init(width: width, height: height, format: depth > 8 ? AV_PIX_FMT_GRAY16LE : AV_PIX_FMT_GRAY8)
    }
}
