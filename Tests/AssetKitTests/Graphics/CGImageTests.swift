import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("CGImage and CGContext")
struct CGImageTests {
    private static let rgba = CGImageAlphaInfo.premultipliedLast.rawValue
    private static let bgra =
        CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue

    private func context(_ width: Int, _ height: Int, _ info: UInt32 = rgba) throws -> CGContext {
        try #require(
            CGContext(
                data: nil,
                width: width,
                height: height,
                bitsPerComponent: 8,
                bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: info
            )
        )
    }

    private func pixel(_ context: CGContext, _ x: Int, _ y: Int) -> [UInt8] {
        guard let base = context.data else { return [] }
        let start = base + y * context.bytesPerRow + x * context.bitsPerPixel / 8
        return (0..<context.bitsPerPixel / 8).map { start.load(fromByteOffset: $0, as: UInt8.self) }
    }

    /// Four pixels: red, green above blue, white.
    private func quad() throws -> CGImage {
        let bytes: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]
        return try #require(image(bytes, width: 2, height: 2, bytesPerRow: 8))
    }

    private func image(_ bytes: [UInt8], width: Int, height: Int, bytesPerRow: Int, info: UInt32 = rgba) -> CGImage? {
        guard let provider = CGDataProvider(data: Data(bytes)) else { return nil }
        return CGImage(
            width: width,
            height: height,
            bitsPerComponent: 8,
            bitsPerPixel: 32,
            bytesPerRow: bytesPerRow,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(rawValue: info),
            provider: provider,
            decode: nil,
            shouldInterpolate: true,
            intent: .defaultIntent
        )
    }

    @Test("an image drawn at its size keeps its pixels and its top")
    func drawsUpright() throws {
        let canvas = try context(2, 2)
        canvas.draw(try quad(), in: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(pixel(canvas, 0, 0) == [255, 0, 0, 255])
        #expect(pixel(canvas, 1, 0) == [0, 255, 0, 255])
        #expect(pixel(canvas, 0, 1) == [0, 0, 255, 255])
        #expect(pixel(canvas, 1, 1) == [255, 255, 255, 255])
    }

    @Test("drawing reorders bytes between layouts")
    func reorders() throws {
        let canvas = try context(2, 2, Self.bgra)
        canvas.draw(try quad(), in: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(pixel(canvas, 0, 0) == [0, 0, 255, 255])
        let argb = try context(2, 2, CGImageAlphaInfo.noneSkipFirst.rawValue)
        argb.draw(try #require(canvas.makeImage()), in: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(pixel(argb, 0, 0) == [255, 255, 0, 0])
        #expect(pixel(argb, 0, 1) == [255, 0, 0, 255])
    }

    @Test("without interpolation an enlarged image has hard edges")
    func nearest() throws {
        let canvas = try context(4, 4)
        canvas.interpolationQuality = .none
        canvas.draw(try quad(), in: CGRect(x: 0, y: 0, width: 4, height: 4))
        #expect(pixel(canvas, 1, 1) == [255, 0, 0, 255])
        #expect(pixel(canvas, 2, 1) == [0, 255, 0, 255])
    }

    @Test("shrinking averages")
    func averages() throws {
        let canvas = try context(1, 1)
        canvas.draw(try quad(), in: CGRect(x: 0, y: 0, width: 1, height: 1))
        let color = pixel(canvas, 0, 0)
        #expect(color.prefix(3).allSatisfy { (127...128).contains($0) } && color[3] == 255)
    }

    @Test("a rectangle counts from the lower left corner, and half alpha blends")
    func fills() throws {
        let canvas = try context(2, 2)
        canvas.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        canvas.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
        #expect(pixel(canvas, 0, 1) == [255, 0, 0, 255])
        #expect(pixel(canvas, 0, 0) == [0, 0, 0, 0])
        canvas.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5))
        canvas.fill(CGRect(x: 0, y: 0, width: 1, height: 2))
        #expect(pixel(canvas, 0, 1) == [128, 0, 128, 255])
        #expect(pixel(canvas, 0, 0) == [0, 0, 128, 128])
        canvas.clear(CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(pixel(canvas, 0, 1) == [0, 0, 0, 0])
    }

    @Test("the current transform and the saved states apply to drawing")
    func transforms() throws {
        let canvas = try context(4, 2)
        canvas.saveGState()
        canvas.translateBy(x: 2, y: 0)
        canvas.setFillColor(gray: 1, alpha: 1)
        canvas.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        canvas.restoreGState()
        #expect(canvas.ctm.isIdentity)
        #expect(pixel(canvas, 2, 1) == [255, 255, 255, 255])
        #expect(pixel(canvas, 0, 1) == [0, 0, 0, 0])
        canvas.concatenate(CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 2, ty: 0))
        canvas.draw(try quad(), in: CGRect(x: 0, y: 0, width: 2, height: 2))
        // A quarter turn to the left brings the right column to the top.
        #expect(pixel(canvas, 0, 0) == [0, 255, 0, 255])
        #expect(pixel(canvas, 1, 0) == [255, 255, 255, 255])
    }

    @Test("drawing stays within the canvas and within the clip")
    func clips() throws {
        let canvas = try context(2, 2)
        canvas.clip(to: CGRect(x: 1, y: 0, width: 1, height: 1))
        canvas.draw(try quad(), in: CGRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9))
        #expect(pixel(canvas, 0, 0) == [0, 0, 0, 0])
        #expect(pixel(canvas, 1, 1)[3] == 255)
        canvas.fill(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
        canvas.draw(try quad(), in: CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1))
    }

    @Test("a grey canvas weighs colours as the eye does")
    func gray() throws {
        let canvas = try #require(
            CGContext(
                data: nil,
                width: 2,
                height: 2,
                bitsPerComponent: 8,
                bytesPerRow: 2,
                space: CGColorSpaceCreateDeviceGray(),
                bitmapInfo: 0
            )
        )
        canvas.draw(try quad(), in: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(pixel(canvas, 0, 0) == [54] && pixel(canvas, 1, 0) == [182] && pixel(canvas, 1, 1) == [255])
    }

    @Test("a canvas over a client's memory draws there and calls back when it goes")
    func clientMemory() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 7, count: 64)
        defer { memory.deallocate() }
        let released = Lock(0)
        do {
            let canvas = CGContext(
                data: memory,
                width: 2,
                height: 2,
                bitsPerComponent: 8,
                bytesPerRow: 16,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: Self.bgra,
                releaseCallback: { _, _ in released.withLock { $0 += 1 } },
                releaseInfo: nil
            )
            canvas?.setFillColor(.white)
            canvas?.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        }
        #expect(released.withLock { $0 } == 1)
        #expect(memory.load(as: UInt32.self) == 0xffff_ffff)
        #expect(memory.load(fromByteOffset: 8, as: UInt8.self) == 7)
    }

    @Test("later drawing does not change an image that was made")
    func imagesAreCopies() throws {
        let canvas = try context(1, 1)
        let before = try #require(canvas.makeImage())
        canvas.setFillColor(.white)
        canvas.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(before.withPixels { $0.withUnsafeBytes { $0[0] } } == 0)
    }

    @Test("cropping shares the pixels, counts from the top and is cut to the image")
    func cropping() throws {
        let part = try #require(try quad().cropping(to: CGRect(x: 1, y: 1, width: 10, height: 10)))
        #expect(part.width == 1 && part.height == 1)
        #expect(part.withPixels { $0.withUnsafeBytes { Array($0) } } == [255, 255, 255, 255])
        #expect(part.dataProvider?.data == Data([255, 255, 255, 255]))
        let lower = try #require(try quad().cropping(to: CGRect(x: 0, y: 1, width: 2, height: 1)))
        #expect(lower.withPixels { $0.byteCount } == 8)
        #expect(try quad().cropping(to: CGRect(x: 5, y: 5, width: 1, height: 1)) == nil)
        #expect(try quad().cropping(to: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)) == nil)
        #expect(try quad().cropping(to: .null) == nil)
    }

    @Test(
        "numbers that do not fit together make no image",
        arguments: [(0, 1, 4), (1, 0, 4), (-1, 1, 4), (2, 1, 7), (1, 2, 4), (Int.max, 1, Int.max), (1, Int.max, 8)]
    )
    func hostileImages(width: Int, height: Int, bytesPerRow: Int) {
        #expect(image([1, 2, 3, 4], width: width, height: height, bytesPerRow: bytesPerRow) == nil)
    }

    @Test("canvases that make no sense are nil")
    func hostileContexts() {
        func make(_ width: Int, _ height: Int, _ bits: Int, _ row: Int, _ info: UInt32) -> CGContext? {
            CGContext(
                data: nil,
                width: width,
                height: height,
                bitsPerComponent: bits,
                bytesPerRow: row,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: info
            )
        }
        #expect(make(0, 1, 8, 0, Self.rgba) == nil)
        #expect(make(1, -1, 8, 0, Self.rgba) == nil)
        #expect(make(1, 1, 16, 0, Self.rgba) == nil)
        #expect(make(4, 4, 8, 8, Self.rgba) == nil)
        #expect(make(4, 4, 8, -16, Self.rgba) == nil)
        #expect(make(4, 4, 8, 0, CGImageAlphaInfo.last.rawValue) == nil)
        #expect(make(Int(Int32.max), Int.max, 8, 0, Self.rgba) == nil)
    }

    @Test("a provider over foreign memory gives it back once")
    func providerReleases() {
        let released = Lock(0)
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 4)
        bytes.storeBytes(of: 0x0403_0201, as: UInt32.self)
        do {
            let provider = CGDataProvider(dataInfo: nil, data: bytes, size: 4) { _, _, size in
                released.withLock { $0 += size }
            }
            #expect(provider?.data == Data([1, 2, 3, 4]))
        }
        #expect(released.withLock { $0 } == 4)
        #expect(CGDataProvider(dataInfo: nil, data: bytes, size: -1, releaseData: { _, _, _ in }) == nil)
        bytes.deallocate()
    }

    @Test("colour spaces and colours are equal by what they are")
    func colors() {
        #expect(CGColorSpace(name: CGColorSpace.sRGB) == CGColorSpace(name: CGColorSpace.sRGB))
        #expect(CGColorSpace(name: "no such space") == nil)
        #expect(CGColorSpaceCreateDeviceGray().numberOfComponents == 1)
        #expect(CGColor(gray: 0.5, alpha: 1).components == [0.5, 1])
        #expect(CGColor.white.copy(alpha: 0.25)?.alpha == 0.25)
        #expect(CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [1, 0, 0, 1])?.numberOfComponents == 4)
    }

    @Test("type identifiers are found by file name endings")
    func types() {
        #expect(UTType(filenameExtension: "MP4") == .mpeg4Movie)
        #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
        #expect(UTType(filenameExtension: "mov")?.conforms(to: .movie) == true)
        #expect(UTType(filenameExtension: "nothing") == nil)
        #expect(UTType("public.png")?.preferredFilenameExtension == "png")
        #expect(UTType.jpeg.conforms(to: .image) && !UTType.jpeg.conforms(to: .movie))
    }
}
