package import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import Foundation

/// Chroma subsampling and depth of a pixel format, as far as encoders take it.
package struct EncoderLayout: Hashable, Sendable {
    /// Chroma subsampling.
    package enum Chroma: String, Sendable { case yuv420 = "420", yuv422 = "422", yuv444 = "444" }

    package var chroma = Chroma.yuv420
    package var depth = 8
    package var isFullRange = false
    package var isRGB = false

    var sharesColumns: Bool { !isRGB && chroma != .yuv444 }
    var sharesRows: Bool { !isRGB && chroma == .yuv420 }

    /// nil for a format that no encoder here takes.
    package init?(_ type: OSType) {
        guard let found = Self.known[type] else { return nil }
        self = found
    }

    private init(_ chroma: Chroma, _ depth: Int, isFullRange: Bool, isRGB: Bool = false) {
        (self.chroma, self.depth, self.isFullRange, self.isRGB) = (chroma, depth, isFullRange, isRGB)
    }

    /// Whether nothing of this layout is lost with such a chroma subsampling and depth.
    func fits(_ chroma: Chroma, depth: Int) -> Bool { self.chroma.rawValue <= chroma.rawValue && self.depth <= depth }

    // Layouts of 8 bits with 4:2:0, 4:2:2 and 4:4:4, then those of 10 bits.
    static let narrow420 = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
    ]
    static let narrow422 = [
        kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8FullRange,
    ]
    static let narrow444 = [
        kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr8BiPlanarFullRange,
    ]
    static let wide420 = [
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    ]
    static let wide422 = [
        kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange,
    ]
    static let wide444 = [
        kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr10BiPlanarFullRange,
    ]
    static let deep = [
        kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange,
    ]
    /// Red, green, blue and transparency: 8 and 16 bits.
    package static let rgb = [kCVPixelFormatType_32BGRA, kCVPixelFormatType_64RGBALE]

    static func isFullRange(_ type: OSType) -> Bool { PixelFormatMap.isFullRange(type) ?? false }

    private static let known: [OSType: EncoderLayout] = {
        var result: [OSType: EncoderLayout] = [:]
        func add(_ types: [OSType], _ chroma: Chroma, _ depth: Int) {
            for type in types { result[type] = EncoderLayout(chroma, depth, isFullRange: isFullRange(type)) }
        }
        add(narrow420, .yuv420, 8)
        add(narrow422, .yuv422, 8)
        add(narrow444, .yuv444, 8)
        add(wide420, .yuv420, 10)
        add(wide422, .yuv422, 10)
        add(wide444, .yuv444, 10)
        add([deep[0]], .yuv422, 16)
        add([deep[1]], .yuv444, 16)
        result[rgb[0]] = EncoderLayout(.yuv444, 8, isFullRange: true, isRGB: true)
        result[rgb[1]] = EncoderLayout(.yuv444, 16, isFullRange: true, isRGB: true)
        return result
    }()
}
