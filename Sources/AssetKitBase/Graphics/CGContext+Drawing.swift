public import Foundation

extension CGContext {
    /// Fills a rectangle with the fill colour. A pixel is inside when its centre is.
    public func fill(_ rect: CGRect) {
        paint(rect, with: state.fill, mode: state.blendMode)
    }

    /// Fills rectangles with the fill colour.
    public func fill(_ rects: [CGRect]) {
        for rect in rects { fill(rect) }
    }

    /// Makes a rectangle transparent, or black where there is no alpha.
    public func clear(_ rect: CGRect) {
        paint(rect, with: .zero, mode: .clear)
    }

    /// Draws a picture into a rectangle, scaled to fill it, its top at the rectangle's upper side.
    ///
    /// A picture of a pixel layout the canvas does not know is not drawn.
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
        let area = rect.standardized
        guard let imageLayout = image.layout, area.width > 0, area.height > 0, !area.isInfinite else { return }
        // From the picture's pixels, y down, to the user's coordinates, y up.
        let placed = CGAffineTransform(
            a: area.width / CGFloat(image.width),
            b: 0,
            c: 0,
            d: -area.height / CGFloat(image.height),
            tx: area.minX,
            ty: area.maxY
        )
        let toPixels = placed.concatenating(state.transform).concatenating(flip)
        guard toPixels.a * toPixels.d - toPixels.b * toPixels.c != 0 else { return }
        let covered = byTiling ? bounds : area.applying(state.transform.concatenating(flip))
        image.withPixels { span in
            span.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                let source = PictureSampler(
                    base: base,
                    width: image.width,
                    height: image.height,
                    bytesPerRow: image.bytesPerRow,
                    layout: imageLayout,
                    isSmooth: state.quality != .none && image.shouldInterpolate,
                    repeats: byTiling,
                    toSource: toPixels.inverted()
                )
                drawRows(of: source, within: covered)
            }
        }
    }

    private var bounds: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }

    /// From pixels with y up to pixels with y down.
    private var flip: CGAffineTransform {
        CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
    }

    /// The pixels, y down, that a rectangle may touch.
    private func touched(by rect: CGRect) -> (columns: Range<Int>, rows: Range<Int>)? {
        guard var area = rect.overlap(with: bounds) else { return nil }
        if let clip = state.clip {
            guard let clipped = area.overlap(with: clip.applying(flip)) else { return nil }
            area = clipped
        }
        // A pixel counts when its centre is inside.
        let columns = Int((area.minX - 0.5).rounded(.up))..<Int((area.maxX - 0.5).rounded(.up))
        let rows = Int((area.minY - 0.5).rounded(.up))..<Int((area.maxY - 0.5).rounded(.up))
        return (columns, rows)
    }

    private func paint(_ rect: CGRect, with color: SIMD4<Float>, mode: CGBlendMode) {
        let area = rect.standardized
        let toPixels = state.transform.concatenating(flip)
        guard let (columns, rows) = touched(by: area.applying(toPixels)) else { return }
        let isUpright = toPixels.b == 0 && toPixels.c == 0 || toPixels.a == 0 && toPixels.d == 0
        let toUser = toPixels.inverted()
        let opacity = color.w * state.alpha
        let paint = SIMD4(color.x * opacity, color.y * opacity, color.z * opacity, opacity)
        for row in rows {
            for column in columns {
                let center = CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(row) + 0.5)
                guard isUpright || area.contains(center.applying(toUser)) else { continue }
                put(paint, column: column, row: row, mode: mode)
            }
        }
    }

    private func drawRows(of source: PictureSampler, within area: CGRect) {
        guard let (columns, rows) = touched(by: area) else { return }
        for row in rows {
            for column in columns {
                guard let color = source.color(column: column, row: row) else { continue }
                put(color * state.alpha, column: column, row: row, mode: state.blendMode)
            }
        }
    }

    private func put(_ color: SIMD4<Float>, column: Int, row: Int, mode: CGBlendMode) {
        let pixel = pixels + row * bytesPerRow + column * layout.bytesPerPixel
        switch mode {
        case .copy: layout.write(color, to: pixel)
        case .clear: layout.write(.zero, to: pixel)
        case .normal where color.w >= 1: layout.write(color, to: pixel)
        case .normal: layout.write(color + layout.read(pixel) * (1 - color.w), to: pixel)
        }
    }
}

/// Looks up the colour a picture has under a pixel of the canvas.
struct PictureSampler {
    let base: UnsafeRawPointer
    let width: Int
    let height: Int
    let bytesPerRow: Int
    let layout: BitmapLayout
    let isSmooth: Bool
    let repeats: Bool
    /// From the canvas' pixels to the picture's, both y down.
    let toSource: CGAffineTransform
    /// Samples per direction under one pixel of the canvas, so that shrinking averages.
    private let density: Int

    init(
        base: UnsafeRawPointer,
        width: Int,
        height: Int,
        bytesPerRow: Int,
        layout: BitmapLayout,
        isSmooth: Bool,
        repeats: Bool,
        toSource: CGAffineTransform
    ) {
        self.base = base
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.layout = layout
        self.isSmooth = isSmooth
        self.repeats = repeats
        self.toSource = toSource
        let stretch = max(hypot(toSource.a, toSource.b), hypot(toSource.c, toSource.d))
        // Sixteen by sixteen is as much as eight bits can tell apart; it also bounds the work.
        density = isSmooth && stretch > 1 ? Int(min(stretch.rounded(.up), 16)) : 1
    }

    /// The colour under a pixel of the canvas; nil where its centre is outside the picture.
    func color(column: Int, row: Int) -> SIMD4<Float>? {
        let center = CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(row) + 0.5).applying(toSource)
        guard center.x.isFinite, center.y.isFinite, abs(center.x) < 1e15, abs(center.y) < 1e15 else { return nil }
        let isInside = center.x >= 0 && center.y >= 0 && center.x < CGFloat(width) && center.y < CGFloat(height)
        guard isInside || repeats else { return nil }
        guard density > 1 else { return isSmooth ? blend(at: center) : nearest(to: center) }
        var sum = SIMD4<Float>.zero
        for vertical in 0..<density {
            for horizontal in 0..<density {
                let x = CGFloat(column) + (CGFloat(horizontal) + 0.5) / CGFloat(density)
                let y = CGFloat(row) + (CGFloat(vertical) + 0.5) / CGFloat(density)
                sum += nearest(to: CGPoint(x: x, y: y).applying(toSource))
            }
        }
        return sum / Float(density * density)
    }

    private func nearest(to point: CGPoint) -> SIMD4<Float> {
        pixel(Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
    }

    /// The four pixels around a point, weighted by nearness.
    private func blend(at point: CGPoint) -> SIMD4<Float> {
        let x = point.x - 0.5
        let y = point.y - 0.5
        let left = x.rounded(.down)
        let top = y.rounded(.down)
        let right = Float(x - left)
        let bottom = Float(y - top)
        let column = Int(left)
        let row = Int(top)
        let upper = pixel(column, row) * (1 - right) + pixel(column + 1, row) * right
        guard bottom > 0 else { return upper }
        let lower = pixel(column, row + 1) * (1 - right) + pixel(column + 1, row + 1) * right
        return upper * (1 - bottom) + lower * bottom
    }

    private func pixel(_ column: Int, _ row: Int) -> SIMD4<Float> {
        let x = repeats ? wrap(column, width) : min(max(column, 0), width - 1)
        let y = repeats ? wrap(row, height) : min(max(row, 0), height - 1)
        return layout.read(base + y * bytesPerRow + x * layout.bytesPerPixel)
    }

    private func wrap(_ position: Int, _ count: Int) -> Int {
        let rest = position % count
        return rest < 0 ? rest + count : rest
    }
}
