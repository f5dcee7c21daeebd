public import Foundation

/// A still picture: pixels that never change, and how to read them.
///
/// ```swift
/// let generator = AVAssetImageGenerator(asset: AVURLAsset(url: URL(filePath: "holiday.mov")))
/// let image = try await generator.image(at: .zero).image
/// print(image.width, image.height, image.withPixels { $0.byteCount })
/// let corner = image.cropping(to: CGRect(x: 0, y: 0, width: 64, height: 64))
/// try corner?.akPNGData()?.write(to: URL(filePath: "corner.png"))
/// ```
///
/// It stands in for Core Graphics' class of that name, which Linux lacks. Additions are ``akPNGData()``,
/// ``akJPEGData(quality:background:)``, ``akWebPData(quality:)``, ``init(akData:)`` for files, and ``withPixels(_:)``. To
/// draw, use a ``CGContext``.
///
/// Cropping and copying share the pixels.
public final class CGImage: Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Bits of one component.
    public let bitsPerComponent: Int
    /// Bits from one pixel to the next.
    public let bitsPerPixel: Int
    /// Bytes from one row to the next.
    public let bytesPerRow: Int
    /// What the components mean.
    public let colorSpace: CGColorSpace?
    /// How the components are stored.
    public let bitmapInfo: CGBitmapInfo
    /// Whether scaling should be smooth.
    public let shouldInterpolate: Bool
    /// What to do with colours outside the target's range.
    public let renderingIntent: CGColorRenderingIntent
    private let provider: CGDataProvider
    /// Where the first pixel is in the provider's bytes.
    private let offset: Int

    /// Makes an image of bytes. Nil where a size is not positive, the numbers do not fit together, or the provider has
    /// too few bytes. `decode` must be nil: component values are taken as they are.
    public convenience init?(
        width: Int,
        height: Int,
        bitsPerComponent: Int,
        bitsPerPixel: Int,
        bytesPerRow: Int,
        space: CGColorSpace,
        bitmapInfo: CGBitmapInfo,
        provider: CGDataProvider,
        decode: UnsafePointer<CGFloat>?,
        shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard decode == nil, (1...32).contains(bitsPerComponent), bitsPerPixel >= bitsPerComponent,
            bitsPerPixel <= 128, bitsPerPixel % 8 == 0
        else { return nil }
        let pixels = PixelGrid(width: width, height: height, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow)
        guard let needed = pixels.byteCount, needed <= provider.byteCount else { return nil }
        self.init(
            pixels: pixels,
            bitsPerComponent: bitsPerComponent,
            space: space,
            bitmapInfo: bitmapInfo,
            provider: provider,
            offset: 0,
            shouldInterpolate: shouldInterpolate,
            intent: intent
        )
    }

    private init(
        pixels: PixelGrid,
        bitsPerComponent: Int,
        space: CGColorSpace?,
        bitmapInfo: CGBitmapInfo,
        provider: CGDataProvider,
        offset: Int,
        shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        width = pixels.width
        height = pixels.height
        bitsPerPixel = pixels.bitsPerPixel
        bytesPerRow = pixels.bytesPerRow
        self.bitsPerComponent = bitsPerComponent
        colorSpace = space
        self.bitmapInfo = bitmapInfo
        self.provider = provider
        self.offset = offset
        self.shouldInterpolate = shouldInterpolate
        renderingIntent = intent
    }

    /// Where the transparency is.
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo ?? .none }

    /// The order of the bytes of a pixel.
    public var byteOrderInfo: CGImageByteOrderInfo {
        CGImageByteOrderInfo(rawValue: bitmapInfo.intersection(.byteOrderMask).rawValue) ?? .orderDefault
    }

    /// The bytes from the first pixel on. For an image that was cut out of another one they are a copy.
    public var dataProvider: CGDataProvider? {
        guard offset > 0 else { return provider }
        return provider.withBytes { CGDataProvider(data: Data($0[offset...])) }
    }

    /// The part of the image within `rect`, which counts from the top left corner and is widened to whole pixels and
    /// cut to the image. Nil where nothing is left.
    public func cropping(to rect: CGRect) -> CGImage? {
        let bounds = CGRect(x: 0, y: 0, width: width, height: height)
        guard let part = rect.overlap(with: bounds)?.integral else { return nil }
        let grid = PixelGrid(
            width: Int(part.width),
            height: Int(part.height),
            bitsPerPixel: bitsPerPixel,
            bytesPerRow: bytesPerRow
        )
        return CGImage(
            pixels: grid,
            bitsPerComponent: bitsPerComponent,
            space: colorSpace,
            bitmapInfo: bitmapInfo,
            provider: provider,
            offset: offset + Int(part.minY) * bytesPerRow + Int(part.minX) * bitsPerPixel / 8,
            shouldInterpolate: shouldInterpolate,
            intent: renderingIntent
        )
    }

    /// The same pixels in another space; nil where the number of components differs.
    public func copy(colorSpace space: CGColorSpace) -> CGImage? {
        guard space.model == colorSpace?.model else { return nil }
        return CGImage(
            pixels: grid,
            bitsPerComponent: bitsPerComponent,
            space: space,
            bitmapInfo: bitmapInfo,
            provider: provider,
            offset: offset,
            shouldInterpolate: shouldInterpolate,
            intent: renderingIntent
        )
    }

    /// The same image.
    public func copy() -> CGImage? { self }

    private var grid: PixelGrid {
        PixelGrid(width: width, height: height, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow)
    }

    /// Lends the bytes of the pixels, from the first pixel to the last one of the last row. Rows lie ``bytesPerRow``
    /// apart; the last row ends with its last pixel.
    public func withPixels<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try provider.withBytes { bytes throws(Failure) in
            // The initialisers made sure that the count exists and that the provider holds it.
            let count = grid.byteCount ?? 0
            return try body(UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)]).bytes)
        }
    }

    /// How drawing reads the pixels; nil for a layout it does not know.
    package var layout: BitmapLayout? {
        guard let colorSpace else { return nil }
        return BitmapLayout(
            bitsPerComponent: bitsPerComponent,
            bitsPerPixel: bitsPerPixel,
            bitmapInfo: bitmapInfo,
            model: colorSpace.model
        )
    }
}

/// Rows of pixels of one size.
struct PixelGrid {
    let width: Int
    let height: Int
    let bitsPerPixel: Int
    let bytesPerRow: Int

    /// The bytes from the first pixel to the last; nil where the numbers make no sense.
    var byteCount: Int? {
        guard width > 0, height > 0, bitsPerPixel > 0, bytesPerRow > 0 else { return nil }
        let (bits, isTooWide) = width.multipliedReportingOverflow(by: bitsPerPixel)
        guard !isTooWide, bits / 8 <= bytesPerRow else { return nil }
        let (upper, isTooTall) = (height - 1).multipliedReportingOverflow(by: bytesPerRow)
        guard !isTooTall else { return nil }
        let (sum, isTooLong) = upper.addingReportingOverflow((bits + 7) / 8)
        return isTooLong ? nil : sum
    }
}
