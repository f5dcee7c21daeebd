package import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import Foundation

/// What a codec's encoder can do, and what it is called.
package struct PictureCodecTraits: Sendable {
    /// How the times of packets are found.
    enum Timing: Sendable {
        /// The encoder keeps the times it is given.
        case exact
        /// Packets come in the order of the pictures.
        case ordered
        /// The encoder only counts pictures, and says which one a packet holds.
        case counted
    }

    /// How a quality from 0 to 1 becomes the encoder's number.
    package struct Scale: Sendable {
        /// The number of quality 0 and that of quality 1.
        var worst: Double
        package var best: Double
        /// What can be asked for.
        package var range: ClosedRange<Double>
        /// Steps of the quantiser, which doubles errors as it doubles.
        package var isGeometric = false

        package func value(_ quality: Double) -> Double {
            guard isGeometric else { return worst + (best - worst) * quality }
            return worst * pow(best / worst, quality)
        }
    }

    /// Whether pictures can come back as they were.
    package enum Losslessness: Sendable { case never, onRequest, always }

    /// In sentences.
    package var name: String
    var encoder: EncoderName
    package var subtype: FourCharCode
    package var inputs: [OSType]
    /// The pixel formats that it takes for pictures with alpha; empty where the codec has none.
    package var alphaInputs: [OSType] = []
    /// Layouts without a pixel format that it takes as decoders give them.
    package var plainLayouts: Set<PlainLayout> = []
    var timing: Timing
    package var scale: Scale?
    package var takesBitRate = true
    var takesLimit = true
    package var losslessness = Losslessness.never
    /// Bits of a component beyond which there is a loss all the same.
    package var deepestWithoutLoss = 16
    /// People choose it to keep what there is.
    package var isForKeeping = false
    var presets: [String] = []
    var usualPreset: String?
    var profiles: [String] = []
    var levels: [CodecLevel] = []
    /// There are only I-frames.
    package var isIntra = false
    package var reorders = false
    package var canInterlace = false
    var needsWholeBlocks = false
    var smallest = (width: 1, height: 1)
    var largest = (width: 16384, height: 16384)
}

extension PictureEncoding.Codec {
    package var traits: PictureCodecTraits {
        switch self {
        case .h264: .h264
        case .hevc: .hevc
        case .av1: .av1
        case .vp9: .vp9
        case .vp8: .vp8
        case .proRes422Proxy: .proRes("ProRes 422 Proxy", kCMVideoCodecType_AppleProRes422Proxy)
        case .proRes422LT: .proRes("ProRes 422 LT", kCMVideoCodecType_AppleProRes422LT)
        case .proRes422: .proRes("ProRes 422", kCMVideoCodecType_AppleProRes422)
        case .proRes422HQ: .proRes("ProRes 422 HQ", kCMVideoCodecType_AppleProRes422HQ)
        case .proRes4444: .proRes4444("ProRes 4444", kCMVideoCodecType_AppleProRes4444)
        case .proRes4444XQ: .proRes4444("ProRes 4444 XQ", kCMVideoCodecType_AppleProRes4444XQ)
        case .jpeg: .jpeg
        case .mpeg4: .mpeg4
        case .mpeg2: .mpeg2
        case .ffv1: .ffv1
        }
    }
}

extension PictureCodecTraits {
    // Numbers of qualities: 0.5 is what each encoder's authors call usual.

    private static let x26Presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]

    fileprivate static let h264 = PictureCodecTraits(
        name: "H.264",
        encoder: .x264,
        subtype: kCMVideoCodecType_H264,
        inputs: EncoderLayout.narrow420 + EncoderLayout.wide420 + EncoderLayout.narrow422 + EncoderLayout.wide422
            + EncoderLayout.narrow444 + EncoderLayout.wide444,
        plainLayouts: [PlainLayout(.rgb, depth: 8)],
        timing: .exact,
        scale: Scale(worst: 38, best: 8, range: 0...51),
        losslessness: .onRequest,
        presets: x26Presets,
        usualPreset: "medium",
        profiles: ["baseline", "main", "high", "high10", "high422", "high444"],
        levels: CodecLevel.h264,
        reorders: true,
        canInterlace: true,
        needsWholeBlocks: true,
        smallest: (16, 16)
    )

    fileprivate static let hevc = PictureCodecTraits(
        name: "HEVC",
        encoder: .x265,
        subtype: kCMVideoCodecType_HEVC,
        inputs: EncoderLayout.narrow420 + EncoderLayout.wide420 + EncoderLayout.narrow422 + EncoderLayout.wide422
            + EncoderLayout.narrow444 + EncoderLayout.wide444,
        plainLayouts: PlainLayout.layouts([.yuv420, .yuv422, .yuv444], [12])
            .union(PlainLayout.layouts([.gray, .rgb], [8, 10, 12])),
        timing: .exact,
        scale: Scale(worst: 45, best: 11, range: 0...51),
        losslessness: .onRequest,
        presets: x26Presets,
        usualPreset: "medium",
        profiles: ["main", "main10", "main422-10", "main444-8", "main444-10"],
        levels: CodecLevel.hevc,
        reorders: true,
        needsWholeBlocks: true,
        smallest: (32, 32)
    )

    fileprivate static let av1 = PictureCodecTraits(
        name: "AV1",
        encoder: .svtAV1,
        subtype: kCMVideoCodecType_AV1,
        inputs: EncoderLayout.narrow420 + EncoderLayout.wide420 + EncoderLayout.narrow422 + EncoderLayout.wide422
            + EncoderLayout.narrow444 + EncoderLayout.wide444,
        plainLayouts: PlainLayout.layouts([.yuv420, .yuv422, .yuv444], [12])
            .union(PlainLayout.layouts([.gray, .rgb], [8, 10, 12])),
        timing: .ordered,
        scale: Scale(worst: 60, best: 10, range: 1...63),
        losslessness: .onRequest,
        // libaom gives other pictures of 12 bits back, whatever its headers say.
        deepestWithoutLoss: 10,
        presets: (0...13).map(String.init),
        usualPreset: "8",
        reorders: true,
        needsWholeBlocks: true,
        smallest: (64, 64),
        largest: (16384, 8704)
    )

    fileprivate static let vp9 = PictureCodecTraits(
        name: "VP9",
        encoder: .vpxVP9,
        subtype: kCMVideoCodecType_VP9,
        inputs: EncoderLayout.narrow420 + EncoderLayout.wide420 + EncoderLayout.narrow422 + EncoderLayout.wide422
            + EncoderLayout.narrow444 + EncoderLayout.wide444,
        alphaInputs: [EncoderLayout.rgb[0]],
        plainLayouts: PlainLayout.layouts([.yuv420, .yuv422, .yuv444], [12])
            .union(PlainLayout.layouts([.yuv440, .rgb], [8, 10, 12])),
        timing: .ordered,
        scale: Scale(worst: 58, best: 4, range: 0...63),
        losslessness: .onRequest,
        presets: (0...8).map(String.init),
        usualPreset: "4",
        reorders: true
    )

    fileprivate static let vp8 = PictureCodecTraits(
        name: "VP8",
        encoder: .vpxVP8,
        subtype: "vp08".fourCharCode,
        inputs: EncoderLayout.narrow420.filter { !EncoderLayout.isFullRange($0) },
        alphaInputs: [EncoderLayout.rgb[0]],
        timing: .ordered,
        scale: Scale(worst: 58, best: 4, range: 4...63),
        presets: (0...8).map(String.init),
        usualPreset: "4",
        largest: (16383, 16383)
    )

    fileprivate static func proRes(_ name: String, _ subtype: FourCharCode) -> PictureCodecTraits {
        PictureCodecTraits(
            name: name,
            encoder: .proRes,
            subtype: subtype,
            inputs: [kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange],
            timing: .counted,
            takesBitRate: false,
            takesLimit: false,
            isForKeeping: true,
            isIntra: true,
            canInterlace: true
        )
    }

    fileprivate static func proRes4444(_ name: String, _ subtype: FourCharCode) -> PictureCodecTraits {
        var traits = proRes(name, subtype)
        traits.inputs = [kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange] + EncoderLayout.rgb
        traits.alphaInputs = EncoderLayout.rgb
        return traits
    }

    fileprivate static let jpeg = PictureCodecTraits(
        name: "JPEG",
        encoder: .jpeg,
        subtype: kCMVideoCodecType_JPEG,
        inputs: [
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
            kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, kCVPixelFormatType_422YpCbCr8FullRange,
            kCVPixelFormatType_444YpCbCr8BiPlanarFullRange,
        ],
        timing: .counted,
        scale: Scale(worst: 31, best: 1, range: 1...31, isGeometric: true),
        takesLimit: false,
        isIntra: true,
        largest: (65500, 65500)
    )

    fileprivate static let mpeg4 = PictureCodecTraits(
        name: "MPEG-4",
        encoder: .mpeg4,
        subtype: kCMVideoCodecType_MPEG4Video,
        inputs: EncoderLayout.narrow420.filter { !EncoderLayout.isFullRange($0) },
        timing: .counted,
        scale: Scale(worst: 31, best: 1, range: 1...31, isGeometric: true),
        reorders: true,
        canInterlace: true,
        largest: (8191, 8191)
    )

    fileprivate static let mpeg2 = PictureCodecTraits(
        name: "MPEG-2",
        encoder: .mpeg2,
        subtype: kCMVideoCodecType_MPEG2Video,
        inputs: (EncoderLayout.narrow420 + EncoderLayout.narrow422).filter { !EncoderLayout.isFullRange($0) },
        timing: .counted,
        scale: Scale(worst: 31, best: 1, range: 1...31, isGeometric: true),
        reorders: true,
        canInterlace: true,
        largest: (16383, 16383)
    )

    fileprivate static let ffv1 = PictureCodecTraits(
        name: "FFV1",
        encoder: .ffv1,
        subtype: "FFV1".fourCharCode,
        inputs: EncoderLayout.narrow420 + EncoderLayout.wide420 + EncoderLayout.narrow422 + EncoderLayout.wide422
            + EncoderLayout.narrow444 + EncoderLayout.wide444 + EncoderLayout.deep + EncoderLayout.rgb,
        alphaInputs: EncoderLayout.rgb,
        plainLayouts: PlainLayout.layouts([.yuv420, .yuv422, .yuv444], [9, 12, 14, 16])
            .union(PlainLayout.layouts([.yuv440], [8, 10, 12]))
            .union([PlainLayout(.yuv411, depth: 8)])
            .union(PlainLayout.layouts([.gray], [8, 9, 10, 12, 16]))
            .union(PlainLayout.layouts([.rgb], [9, 10, 12, 14, 16]))
            .union(PlainLayout.layouts([.yuv420, .yuv422, .yuv444], [8, 9, 10, 16], hasAlpha: true))
            .union(PlainLayout.layouts([.rgb], [10, 12, 16], hasAlpha: true))
            .union([PlainLayout(.gray, depth: 8, hasAlpha: true)]),
        timing: .counted,
        takesBitRate: false,
        takesLimit: false,
        losslessness: .always,
        isForKeeping: true,
        isIntra: true,
        canInterlace: true
    )
}
