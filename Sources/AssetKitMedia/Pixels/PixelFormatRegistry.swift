internal import AssetKitBase
internal import Foundation

/// The pixel formats that are known: those below, and what clients add.
final class PixelFormatRegistry: Sendable {
    static let shared = PixelFormatRegistry()

    private let added = Protected([OSType: (format: PixelFormat, description: [AnyHashable: Any])]())

    func format(_ type: OSType) -> PixelFormat? {
        Self.known[type] ?? added.withLock { $0[type]?.format }
    }

    func description(_ type: OSType) -> [AnyHashable: Any]? {
        Self.known[type]?.description ?? added.withLock { $0[type]?.description }
    }

    /// All numbers, in their order.
    var types: [OSType] { (Array(Self.known.keys) + added.withLock { Array($0.keys) }).sorted() }

    /// Adds a format. What is known already stays as it is.
    func register(_ description: [AnyHashable: Any], for type: OSType) -> Bool {
        guard format(type) == nil,
            let format = PixelFormat(type: type, description: PropertyList.withTextKeys(description))
        else { return false }
        added.withLock { $0[type] = (format, description) }
        return true
    }

    // Sizes and subsampling as Apple's headers name them.
    private static let known: [OSType: PixelFormat] = {
        let all = packedRGB + packedYCbCr + components + planar
        return Dictionary(all.map { ($0.type, $0) }) { first, _ in first }
    }()

    private static let packedRGB: [PixelFormat] = [
        .packed(kCVPixelFormatType_24RGB, bytes: 3, .rgb),
        .packed(kCVPixelFormatType_24BGR, bytes: 3, .rgb),
        .packed(kCVPixelFormatType_32ARGB, bytes: 4, [.rgb, .alpha]),
        .packed(kCVPixelFormatType_32BGRA, bytes: 4, [.rgb, .alpha]),
        .packed(kCVPixelFormatType_32ABGR, bytes: 4, [.rgb, .alpha]),
        .packed(kCVPixelFormatType_32RGBA, bytes: 4, [.rgb, .alpha]),
        .packed(kCVPixelFormatType_16BE555, bytes: 2, bits: 5, .rgb),
        .packed(kCVPixelFormatType_16LE555, bytes: 2, bits: 5, .rgb),
        .packed(kCVPixelFormatType_16LE5551, bytes: 2, bits: 5, [.rgb, .alpha]),
        .packed(kCVPixelFormatType_16BE565, bytes: 2, bits: 5, .rgb),
        .packed(kCVPixelFormatType_16LE565, bytes: 2, bits: 5, .rgb),
        .packed(kCVPixelFormatType_48RGB, bytes: 6, bits: 16, .rgb),
        .packed(kCVPixelFormatType_64ARGB, bytes: 8, bits: 16, [.rgb, .alpha]),
        .packed(kCVPixelFormatType_64RGBALE, bytes: 8, bits: 16, [.rgb, .alpha]),
        .packed(kCVPixelFormatType_30RGB, bytes: 4, bits: 10, .rgb),
        .packed(kCVPixelFormatType_ARGB2101010LEPacked, bytes: 4, bits: 10, [.rgb, .alpha]),
        .packed(kCVPixelFormatType_64RGBAHalf, bytes: 8, bits: 16, [.rgb, .alpha]),
        .packed(kCVPixelFormatType_128RGBAFloat, bytes: 16, bits: 32, [.rgb, .alpha]),
    ]

    private static let packedYCbCr: [PixelFormat] = [
        .packed(kCVPixelFormatType_422YpCbCr8, bytes: 4, width: 2, .yCbCr),
        .packed(kCVPixelFormatType_422YpCbCr8_yuvs, bytes: 4, width: 2, .yCbCr),
        .packed(kCVPixelFormatType_422YpCbCr8FullRange, bytes: 4, width: 2, [.yCbCr, .fullRange]),
        .packed(kCVPixelFormatType_444YpCbCr8, bytes: 3, .yCbCr),
        .packed(kCVPixelFormatType_4444YpCbCrA8, bytes: 4, [.yCbCr, .alpha]),
        .packed(kCVPixelFormatType_4444YpCbCrA8R, bytes: 4, [.yCbCr, .alpha, .fullRange]),
        .packed(kCVPixelFormatType_4444AYpCbCr8, bytes: 4, [.yCbCr, .alpha]),
        .packed(kCVPixelFormatType_4444AYpCbCr16, bytes: 8, bits: 16, [.yCbCr, .alpha]),
        .packed(kCVPixelFormatType_422YpCbCr16, bytes: 8, width: 2, bits: 16, .yCbCr),
        // Six pixels in sixteen bytes; rows of 48 pixels.
        .packed(kCVPixelFormatType_422YpCbCr10, bytes: 16, width: 6, bits: 10, rowAlignment: 128, .yCbCr),
        .packed(kCVPixelFormatType_444YpCbCr10, bytes: 4, bits: 10, .yCbCr),
    ]

    private static let components: [PixelFormat] = [
        .packed(kCVPixelFormatType_8IndexedGray_WhiteIsZero, bytes: 1, .gray),
        .packed(kCVPixelFormatType_16Gray, bytes: 2, bits: 16, .gray),
        .packed(kCVPixelFormatType_32AlphaGray, bytes: 4, bits: 16, [.gray, .alpha]),
        .packed(kCVPixelFormatType_OneComponent8, bytes: 1, .gray),
        .packed(kCVPixelFormatType_OneComponent10, bytes: 2, bits: 10, .gray),
        .packed(kCVPixelFormatType_OneComponent12, bytes: 2, bits: 12, .gray),
        .packed(kCVPixelFormatType_OneComponent16, bytes: 2, bits: 16, .gray),
        .packed(kCVPixelFormatType_OneComponent16Half, bytes: 2, bits: 16, .gray),
        .packed(kCVPixelFormatType_OneComponent32Float, bytes: 4, bits: 32, .gray),
        .packed(kCVPixelFormatType_TwoComponent8, bytes: 2, []),
        .packed(kCVPixelFormatType_TwoComponent16, bytes: 4, bits: 16, []),
        .packed(kCVPixelFormatType_TwoComponent16Half, bytes: 4, bits: 16, []),
        .packed(kCVPixelFormatType_TwoComponent32Float, bytes: 8, bits: 32, []),
        .packed(kCVPixelFormatType_14Bayer_GRBG, bytes: 2, bits: 14, []),
        .packed(kCVPixelFormatType_14Bayer_RGGB, bytes: 2, bits: 14, []),
        .packed(kCVPixelFormatType_14Bayer_BGGR, bytes: 2, bits: 14, []),
        .packed(kCVPixelFormatType_14Bayer_GBRG, bytes: 2, bits: 14, []),
        .packed(kCVPixelFormatType_DisparityFloat16, bytes: 2, bits: 16, []),
        .packed(kCVPixelFormatType_DisparityFloat32, bytes: 4, bits: 32, []),
        .packed(kCVPixelFormatType_DepthFloat16, bytes: 2, bits: 16, []),
        .packed(kCVPixelFormatType_DepthFloat32, bytes: 4, bits: 32, []),
    ]

    private static let planar: [PixelFormat] = [
        .planar(kCVPixelFormatType_420YpCbCr8Planar, subsampling: (2, 2), chromaPlanes: 2, []),
        .planar(kCVPixelFormatType_420YpCbCr8PlanarFullRange, subsampling: (2, 2), chromaPlanes: 2, .fullRange),
        .planar(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, subsampling: (2, 2), []),
        .planar(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, subsampling: (2, 2), .fullRange),
        .planar(kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, subsampling: (2, 1), []),
        .planar(kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, subsampling: (2, 1), .fullRange),
        .planar(kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, subsampling: (1, 1), []),
        .planar(kCVPixelFormatType_444YpCbCr8BiPlanarFullRange, subsampling: (1, 1), .fullRange),
        .planar(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, sampleBytes: 2, subsampling: (2, 2), bits: 10, []),
        .planar(
            kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
            sampleBytes: 2,
            subsampling: (2, 2),
            bits: 10,
            .fullRange
        ),
        .planar(kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, sampleBytes: 2, subsampling: (2, 1), bits: 10, []),
        .planar(
            kCVPixelFormatType_422YpCbCr10BiPlanarFullRange,
            sampleBytes: 2,
            subsampling: (2, 1),
            bits: 10,
            .fullRange
        ),
        .planar(kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, sampleBytes: 2, subsampling: (1, 1), bits: 10, []),
        .planar(
            kCVPixelFormatType_444YpCbCr10BiPlanarFullRange,
            sampleBytes: 2,
            subsampling: (1, 1),
            bits: 10,
            .fullRange
        ),
        .planar(kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange, sampleBytes: 2, subsampling: (2, 1), bits: 16, []),
        .planar(kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange, sampleBytes: 2, subsampling: (1, 1), bits: 16, []),
        .planar(kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar, subsampling: (2, 2), .alpha),
        .planar(
            kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar,
            sampleBytes: 2,
            subsampling: (1, 1),
            bits: 16,
            .alpha
        ),
    ]
}
