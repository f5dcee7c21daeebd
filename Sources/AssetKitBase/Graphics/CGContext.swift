public import Foundation

/// A canvas over pixels in memory. The origin is the bottom left corner, y points up.
///
/// ```swift
/// let generator = AVAssetImageGenerator(asset: AVURLAsset(url: URL(filePath: "holiday.mov")))
/// let image = try await generator.image(at: .zero).image
/// let canvas = CGContext(
///     data: nil,
///     width: 320,
///     height: 180,
///     bitsPerComponent: 8,
///     bytesPerRow: 0,
///     space: CGColorSpaceCreateDeviceRGB(),
///     bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
/// )
/// canvas?.setFillColor(red: 0, green: 0, blue: 0, alpha: 1)
/// canvas?.fill(CGRect(x: 0, y: 0, width: 320, height: 180))
/// canvas?.draw(image, in: CGRect(x: 40, y: 0, width: 240, height: 180))
/// try canvas?.makeImage()?.akPNGData()?.write(to: URL(filePath: "sheet.png"))
/// ```
///
/// It knows 8-bit pixels: 32 bits of red, green, blue and alpha (or a byte that means nothing) in any order of
/// ``CGBitmapInfo`` with premultiplied or skipped alpha, and 8 bits of grey.
///
/// SAFETY: not synchronised, as on Apple's systems: one thread draws at a time. What is `let` may be read anywhere.
public final class CGContext: @unchecked Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Bits of one component: 8.
    public let bitsPerComponent: Int
    /// Bits of one pixel.
    public let bitsPerPixel: Int
    /// Bytes from one row to the next.
    public let bytesPerRow: Int
    /// What the components mean.
    public let colorSpace: CGColorSpace?
    /// How the components are stored.
    public let bitmapInfo: CGBitmapInfo
    package let layout: BitmapLayout
    package let pixels: UnsafeMutableRawPointer
    private let release: () -> Void
    package private(set) var state = GraphicsState()
    private var savedStates: [GraphicsState] = []

    /// Makes a canvas. With `data` nil it owns its memory, which starts as zeros; otherwise it draws into `data`, which
    /// must hold `height` rows and outlive it. With `bytesPerRow` 0 the rows are packed as the canvas likes. Nil for a
    /// pixel layout it does not know, and for sizes that make no sense.
    public convenience init?(
        data: UnsafeMutableRawPointer?,
        width: Int,
        height: Int,
        bitsPerComponent: Int,
        bytesPerRow: Int,
        space: CGColorSpace,
        bitmapInfo: UInt32
    ) {
        self.init(
            data: data,
            width: width,
            height: height,
            bitsPerComponent: bitsPerComponent,
            bytesPerRow: bytesPerRow,
            space: space,
            bitmapInfo: bitmapInfo,
            releaseCallback: nil,
            releaseInfo: nil
        )
    }

    /// Like the other initialiser; `releaseCallback` is called with `releaseInfo` and `data` when the canvas goes.
    @preconcurrency
    public init?(
        data: UnsafeMutableRawPointer?,
        width: Int,
        height: Int,
        bitsPerComponent: Int,
        bytesPerRow: Int,
        space: CGColorSpace,
        bitmapInfo: UInt32,
        releaseCallback: (@Sendable (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void)?,
        releaseInfo: UnsafeMutableRawPointer?
    ) {
        let info = CGBitmapInfo(rawValue: bitmapInfo)
        let pixelBits = space.model == .monochrome ? 8 : 32
        guard
            let layout = BitmapLayout(
                bitsPerComponent: bitsPerComponent,
                bitsPerPixel: pixelBits,
                bitmapInfo: info,
                model: space.model
            ), layout.isPremultiplied, bytesPerRow >= 0, width > 0, height > 0, width <= Int(Int32.max)
        else { return nil }
        let rowBytes = bytesPerRow == 0 ? (width * pixelBits / 8 + 63) & ~63 : bytesPerRow
        let grid = PixelGrid(width: width, height: height, bitsPerPixel: pixelBits, bytesPerRow: rowBytes)
        guard grid.byteCount != nil else { return nil }
        if let data {
            pixels = data
            release = { releaseCallback?(releaseInfo, data) }
        } else {
            // The last row may be shorter in a client's memory, but is whole in ours.
            let (byteCount, isTooBig) = height.multipliedReportingOverflow(by: rowBytes)
            guard !isTooBig, let memory = SystemMemory.allocate(byteCount: byteCount) else { return nil }
            pixels = memory
            release = {
                free(memory)
                releaseCallback?(releaseInfo, nil)
            }
        }
        self.width = width
        self.height = height
        self.bitsPerComponent = bitsPerComponent
        self.bytesPerRow = rowBytes
        self.layout = layout
        bitsPerPixel = pixelBits
        colorSpace = space
        self.bitmapInfo = info
    }

    deinit { release() }

    /// The first byte of the top row.
    public var data: UnsafeMutableRawPointer? { pixels }

    /// Where the transparency is.
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo ?? .none }

    /// A picture of what is drawn so far. Later drawing does not change it.
    public func makeImage() -> CGImage? {
        let bytes = Data(bytes: pixels, count: (height - 1) * bytesPerRow + width * layout.bytesPerPixel)
        guard let provider = CGDataProvider(data: bytes), let colorSpace else { return nil }
        return CGImage(
            width: width,
            height: height,
            bitsPerComponent: bitsPerComponent,
            bitsPerPixel: bitsPerPixel,
            bytesPerRow: bytesPerRow,
            space: colorSpace,
            bitmapInfo: bitmapInfo,
            provider: provider,
            decode: nil,
            shouldInterpolate: true,
            intent: .defaultIntent
        )
    }
}

/// What a canvas remembers between calls.
package struct GraphicsState {
    package var transform = CGAffineTransform.identity
    package var fill = SIMD4<Float>(0, 0, 0, 1)
    package var alpha: Float = 1
    package var quality = CGInterpolationQuality.default
    var blendMode = CGBlendMode.normal
    package var clip: CGRect?
}

extension CGContext {
    /// From the user's coordinates to pixels, y up.
    public var ctm: CGAffineTransform { state.transform }

    /// How smoothly pictures are scaled.
    public var interpolationQuality: CGInterpolationQuality {
        get { state.quality }
        set { state.quality = newValue }
    }

    /// Puts the transform, the colours and the clip aside until ``restoreGState()``.
    public func saveGState() {
        savedStates.append(state)
    }

    /// Goes back to the state of the last ``saveGState()``; without one, nothing happens.
    public func restoreGState() {
        guard let last = savedStates.popLast() else { return }
        state = last
    }

    /// Shifts the origin.
    public func translateBy(x tx: CGFloat, y ty: CGFloat) {
        state.transform = state.transform.translatedBy(x: tx, y: ty)
    }

    /// Scales what follows.
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
        state.transform = state.transform.scaledBy(x: sx, y: sy)
    }

    /// Turns what follows by an angle in radians.
    public func rotate(by angle: CGFloat) {
        state.transform = state.transform.rotated(by: angle)
    }

    /// Applies `transform` to what follows, before the transform that is there.
    public func concatenate(_ transform: CGAffineTransform) {
        state.transform = transform.concatenating(state.transform)
    }

    /// The colour of ``fill(_:)-(CGRect)``.
    public func setFillColor(_ color: CGColor) {
        state.fill = color.rgba
    }

    /// The colour of ``fill(_:)-(CGRect)``.
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.fill = CGColor(red: red, green: green, blue: blue, alpha: alpha).rgba
    }

    /// The colour of ``fill(_:)-(CGRect)``, as a grey.
    public func setFillColor(gray: CGFloat, alpha: CGFloat) {
        state.fill = CGColor(gray: gray, alpha: alpha).rgba
    }

    /// How opaque everything is drawn, 0…1.
    public func setAlpha(_ alpha: CGFloat) {
        state.alpha = Float(min(max(alpha.isNaN ? 0 : alpha, 0), 1))
    }

    /// How new pixels join those that are there.
    public func setBlendMode(_ mode: CGBlendMode) {
        state.blendMode = mode
    }

    /// Draws only within the pixels around `rect` from now on.
    public func clip(to rect: CGRect) {
        let moved = rect.applying(state.transform)
        guard let clip = state.clip else {
            state.clip = moved
            return
        }
        state.clip = clip.overlap(with: moved) ?? .zero
    }
}
