internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitPixels

/// A picture in the planes and colours of the output, ready to be laid over it.
final class PreparedLayer {
    enum Alpha { case opaque, straight, premultiplied }

    private let frame: Frame
    private let format: PlaneFormat
    private let alpha: Alpha
    /// The pixels that show of the frame.
    private let crop: PixelRect
    /// How many of the picture's pixels on a screen one of the frame is.
    private let scale: (x: Double, y: Double)
    /// Alpha in the size of the chroma planes; empty where they have the same size, or there is none.
    private let blockAlpha: Frame
    /// A plane of alpha of what is opaque, in the frame's size, for outputs with alpha; else empty.
    private let cover: Frame
    /// The codes that stand for nothing, by plane.
    private let zeros: [Int]

    init(
        _ frame: consuming Frame,
        _ format: PlaneFormat,
        _ alpha: Alpha,
        crop: PixelRect,
        scale: (x: Double, y: Double),
        output: PictureCompositor.Output
    ) throws {
        self.frame = frame
        (self.format, self.alpha) = (format, alpha)
        (self.crop, self.scale) = (crop, scale)
        zeros = AlphaLayer.Background.black.codes(output.color, depth: format.depth)
        let hasBlocks = alpha != .opaque && (format.columnShift > 0 || format.rowShift > 0)
        blockAlpha = hasBlocks ? try Self.blockAlpha(of: self.frame, format) : Frame()
        cover = output.format.hasAlpha ? try Self.cover(of: self.frame, format) : Frame()
    }

    private static func cover(of frame: borrowing Frame, _ format: PlaneFormat) throws -> Frame {
        let cover = try Frame(planeOfWidth: frame.width, height: frame.height, depth: format.depth)
        cover.withSamples(ofPlane: 0, depth: format.depth) { $0.fill(with: (1 << format.depth) - 1) }
        return cover
    }

    private static func blockAlpha(of frame: borrowing Frame, _ format: PlaneFormat) throws -> Frame {
        let (columns, rows) = (format.columnShift, format.rowShift)
        let blocks = try Frame(
            planeOfWidth: -(-frame.width >> columns),
            height: -(-frame.height >> rows),
            depth: format.depth
        )
        frame.withSamples(ofPlane: 3, depth: format.depth) { alpha in
            blocks.withSamples(ofPlane: 0, depth: format.depth) {
                $0.average(alpha, columnShift: columns, rowShift: rows)
            }
        }
        return blocks
    }

    /// Lays it over a picture of a format with the same planes, as a layer of its size.
    func lay(_ layer: ResolvedLayer, of size: LayerSize, over target: borrowing Frame, _ targetFormat: PlaneFormat) {
        guard let shown = layer.shownPart(of: size) else { return }
        let stored = (x: stored(shown.x, scale.x, crop.x), y: stored(shown.y, scale.y, crop.y))
        // From pixels of the frame to pixels of the output.
        let map = PlaneMap(
            a: scale.x,
            b: 0,
            c: 0,
            d: scale.y,
            tx: -Double(crop.x) * scale.x,
            ty: -Double(crop.y) * scale.y
        ).then(layer.map)
        for plane in 0..<(targetFormat.hasAlpha ? 4 : 3) {
            let place = PlanePlace(plane, from: format, to: targetFormat)
            target.withSamples(ofPlane: plane, depth: format.depth) { under in
                withSamples(ofPlane: plane) { samples in
                    withAlpha(ofPlane: plane) { alpha in
                        place.layer(samples, alpha, layer.opacity, map, stored.x, stored.y, crop)?.lay(over: under)
                    }
                }
            }
        }
    }

    /// Columns or rows of the shown picture as places in the frame, whose pixels are scaled and begin at `first`.
    private func stored(_ shown: ClosedRange<Double>, _ scale: Double, _ first: Int) -> ClosedRange<Double> {
        func place(_ number: Double) -> Double {
            let exact = Double(first) + number / scale
            let nearest = exact.rounded()
            return abs(exact - nearest) < 1e-7 ? nearest : exact
        }
        return place(shown.lowerBound)...place(shown.upperBound)
    }

    /// What is laid over the plane of alpha is opaque, as far as the layer shows.
    private func withSamples(ofPlane plane: Int, _ body: (PixelPlane) -> Void) {
        if plane == 3 {
            cover.withSamples(ofPlane: 0, depth: format.depth, body)
        } else {
            frame.withSamples(ofPlane: plane, depth: format.depth, body)
        }
    }

    private func withAlpha(ofPlane plane: Int, _ body: (PlaneLayer.Alpha) -> Void) {
        guard alpha != .opaque else { return body(.opaque) }
        func lend(_ samples: PixelPlane) {
            let isStraight = alpha == .straight || plane == 3
            body(isStraight ? .straight(samples) : .premultiplied(samples, zero: zeros[plane]))
        }
        if plane == 0 || plane == 3 || blockAlpha.isEmpty {
            frame.withSamples(ofPlane: 3, depth: format.depth, lend)
        } else {
            blockAlpha.withSamples(ofPlane: 0, depth: format.depth, lend)
        }
    }
}

/// How samples of one plane of a layer and of the output stand for pixels.
private struct PlanePlace {
    private let block: (x: Double, y: Double)
    /// From places in a plane to pixels.
    private let source: PlaneMap
    private let target: PlaneMap

    init(_ plane: Int, from format: PlaneFormat, to other: PlaneFormat) {
        let shift = format.shift(ofPlane: plane)
        let block = (x: Double(1 << shift.columns), y: Double(1 << shift.rows))
        func map(_ offset: (x: Double, y: Double)) -> PlaneMap {
            PlaneMap(a: block.x, b: 0, c: 0, d: block.y, tx: offset.x, ty: offset.y)
        }
        self.block = block
        source = map(format.offset(ofPlane: plane))
        target = map(other.offset(ofPlane: plane))
    }

    /// `map`: from pixels of the layer's frame to pixels of the output. `x`, `y`: the pixels that show.
    func layer(
        _ samples: PixelPlane,
        _ alpha: PlaneLayer.Alpha,
        _ opacity: Double,
        _ map: PlaneMap,
        _ x: ClosedRange<Double>,
        _ y: ClosedRange<Double>,
        _ crop: PixelRect
    ) -> PlaneLayer? {
        guard let back = map.inverse, let fromPixels = source.inverse else { return nil }
        let toBlocks = PlaneMap(a: 1 / block.x, b: 0, c: 0, d: 1 / block.y, tx: 0, ty: 0)
        let columns = Self.samples(x, block.x, samples.width)
        let rows = Self.samples(y, block.y, samples.height)
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        return PlaneLayer(
            samples: samples,
            alpha: alpha,
            opacity: opacity,
            map: target.then(back).then(fromPixels),
            quad: PlaneQuad(
                map.then(toBlocks),
                x: Self.filled(x, block.x, crop.x + crop.width),
                y: Self.filled(y, block.y, crop.y + crop.height)
            ),
            columns: columns,
            rows: rows
        )
    }

    private static func samples(_ pixels: ClosedRange<Double>, _ block: Double, _ count: Int) -> Range<Int> {
        let low = Int((pixels.lowerBound / block).rounded(.down))
        let high = Int((pixels.upperBound / block).rounded(.up))
        return (low..<max(low, high)).clamped(to: 0..<count)
    }

    /// The last sample of an odd size stands for fewer pixels, and is a whole one all the same: else the background would
    /// show through it.
    private static func filled(_ pixels: ClosedRange<Double>, _ block: Double, _ end: Int) -> ClosedRange<Double> {
        guard pixels.upperBound == Double(end) else { return pixels }
        return pixels.lowerBound...(pixels.upperBound / block).rounded(.up) * block
    }
}
