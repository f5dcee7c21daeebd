package import AssetKitBase
package import AssetKitCore
package import AssetKitFFmpeg
package import AssetKitMedia
internal import CMTimeLib
package import Foundation

extension PictureEncoding {
    /// What is known of the pictures that will come. What it leaves open, the settings or habits say.
    package struct Source: Sendable, Hashable {
        package var width: Int?
        package var height: Int?
        package var pixelFormat: OSType?
        package var color: PictureColor?
        package var frameRate: FrameRate?
        package var timescale: Int32?
        package var masteringDisplay: Data?
        package var contentLight: Data?
        /// What alpha does to the colours of pictures that say it.
        package var alpha: Alpha?

        package init(
            width: Int? = nil,
            height: Int? = nil,
            pixelFormat: OSType? = nil,
            color: PictureColor? = nil,
            frameRate: FrameRate? = nil,
            timescale: Int32? = nil,
            masteringDisplay: Data? = nil,
            contentLight: Data? = nil,
            alpha: Alpha? = nil
        ) {
            self.width = width
            self.height = height
            self.pixelFormat = pixelFormat
            self.color = color
            self.frameRate = frameRate
            self.timescale = timescale
            self.masteringDisplay = masteringDisplay
            self.contentLight = contentLight
            self.alpha = alpha
        }
    }

    /// Reads a settings dictionary of AVFoundation's keys. Throws, by name, for what is not known and for what the
    /// encoder cannot do.
    package init(settings: [String: Any], fileType: AVFileType, source: Source = Source()) throws(MediaProblem) {
        let reader = SettingsReader(settings, "the settings of pictures")
        try reader.check(Self.knownKeys)
        let codec = try Self.codec(reader)
        guard let width = try reader.whole(AVVideoWidthKey) ?? source.width,
            let height = try reader.whole(AVVideoHeightKey) ?? source.height
        else { throw .unsupported("the settings of pictures have no width and height") }
        self.init(codec, width: width, height: height)
        if let timescale = source.timescale { self.timescale = timescale }
        if let rate = source.frameRate { frameRate = rate }
        masteringDisplay = source.masteringDisplay
        contentLight = source.contentLight
        _ = try reader.text(AVVideoScalingModeKey, among: Self.scalingModes)
        if let properties = try reader.dictionary(AVVideoCompressionPropertiesKey) {
            try read(properties)
        }
        try readShape(reader)
        pixelFormat = fittingFormat(source)
        settleAlpha(source)
        color = try Self.color(reader, AVVideoColorPropertiesKey) ?? source.color ?? Self.usualColor(width, height)
        try validate()
    }

    private static let knownKeys: Set<String> = [
        AVVideoCodecKey, AVVideoWidthKey, AVVideoHeightKey, AVVideoPixelAspectRatioKey, AVVideoCleanApertureKey,
        AVVideoScalingModeKey, AVVideoColorPropertiesKey, AVVideoAllowWideColorKey, AVVideoCompressionPropertiesKey,
        AVVideoEncoderSpecificationKey,
    ]

    private static let scalingModes = [
        AVVideoScalingModeFit, AVVideoScalingModeResize, AVVideoScalingModeResizeAspect,
        AVVideoScalingModeResizeAspectFill,
    ]

    /// The codecs by the texts that AVFoundation has for them.
    private static let codecs: [String: Codec] = [
        AVVideoCodecType.h264.rawValue: .h264, AVVideoCodecType.hevc.rawValue: .hevc,
        AVVideoCodecType.jpeg.rawValue: .jpeg, AVVideoCodecType.proRes422Proxy.rawValue: .proRes422Proxy,
        AVVideoCodecType.proRes422LT.rawValue: .proRes422LT, AVVideoCodecType.proRes422.rawValue: .proRes422,
        AVVideoCodecType.proRes422HQ.rawValue: .proRes422HQ, AVVideoCodecType.proRes4444.rawValue: .proRes4444,
        AVVideoCodecType.appleProRes4444XQ.rawValue: .proRes4444XQ, AVVideoCodecType.akAV1.rawValue: .av1,
        AVVideoCodecType.akVP9.rawValue: .vp9, AVVideoCodecType.akVP8.rawValue: .vp8,
        AVVideoCodecType.akMPEG4.rawValue: .mpeg4, "mp2v": .mpeg2, "FFV1": .ffv1,
    ]

    /// The codec that AVFoundation has this text for; nil where there is no encoder.
    package static func codec(named name: String) -> Codec? { codecs[name] }

    private static func codec(_ reader: SettingsReader) throws(MediaProblem) -> Codec {
        guard let name = try reader.text(AVVideoCodecKey) else {
            throw .unsupported("the settings of pictures have no value for \(AVVideoCodecKey)")
        }
        guard let codec = codecs[name] else {
            throw MediaProblem(code: .encoderNotFound, reason: "there is no encoder of '\(name)' here")
        }
        return codec
    }

    private static func color(_ reader: SettingsReader, _ key: String) throws(MediaProblem) -> PictureColor? {
        guard let values = try reader.dictionary(key) else { return nil }
        let own = SettingsReader(values, key)
        try own.check([AVVideoColorPrimariesKey, AVVideoTransferFunctionKey, AVVideoYCbCrMatrixKey])
        return PictureColor(
            primaries: try own.code(AVVideoColorPrimariesKey, CVColorPrimariesGetIntegerCodePointForString),
            transfer: try own.code(AVVideoTransferFunctionKey, CVTransferFunctionGetIntegerCodePointForString),
            matrix: try own.code(AVVideoYCbCrMatrixKey, CVYCbCrMatrixGetIntegerCodePointForString)
        )
    }

    /// The colours of television of that size, as Apple's systems have it for pictures that say nothing.
    package static func usualColor(_ width: Int, _ height: Int) -> PictureColor {
        let isSmall = width <= 1024 && height <= 576
        return PictureColor(primaries: isSmall ? 6 : 1, transfer: 1, matrix: isSmall ? 6 : 1)
    }

    private mutating func readShape(_ reader: SettingsReader) throws(MediaProblem) {
        if let values = try reader.dictionary(AVVideoPixelAspectRatioKey) {
            let own = SettingsReader(values, AVVideoPixelAspectRatioKey)
            pixelAspect = PixelAspect(
                horizontal: try own.required(AVVideoPixelAspectRatioHorizontalSpacingKey),
                vertical: try own.required(AVVideoPixelAspectRatioVerticalSpacingKey)
            )
        }
        if let values = try reader.dictionary(AVVideoCleanApertureKey) {
            let own = SettingsReader(values, AVVideoCleanApertureKey)
            guard let width = try own.number(AVVideoCleanApertureWidthKey)?.double,
                let height = try own.number(AVVideoCleanApertureHeightKey)?.double
            else { throw .unsupported("\(AVVideoCleanApertureKey) has no width and height") }
            cleanAperture = CleanAperture(
                width: width,
                height: height,
                horizontalOffset: try own.number(AVVideoCleanApertureHorizontalOffsetKey)?.double ?? 0,
                verticalOffset: try own.number(AVVideoCleanApertureVerticalOffsetKey)?.double ?? 0
            )
        }
    }

    /// Pictures of red, green, blue and alpha keep it in codecs that take them as they are, and where it was asked for.
    private mutating func settleAlpha(_ source: Source) {
        if alpha != nil, let own = codec.traits.alphaInputs.first {
            pixelFormat = codec.traits.alphaInputs.first { $0 == source.pixelFormat } ?? own
        } else if EncoderLayout(pixelFormat)?.isRGB == true {
            alpha = source.alpha ?? .straight
        }
    }

    /// The codec's layout that is nearest to the source's, within the profile.
    private func fittingFormat(_ source: Source) -> OSType {
        let inputs = inputPixelFormats
        guard let own = source.pixelFormat.flatMap({ type in EncoderLayout(type).map { (type: type, layout: $0) } })
        else {
            return inputs.first { EncoderLayout($0)?.depth ?? 8 >= leastDepth && fitsProfile($0) } ?? pixelFormat
        }
        // Players of H.264 and MPEG know 4:2:0 with 8 bits, and hardly anything else; those of newer codecs know more
        // bits too. Only a profile asks for more.
        let isPlain = [.h264, .mpeg4, .mpeg2].contains(codec)
        let isForPlayers = isPlain || [.hevc, .av1, .vp9].contains(codec)
        let sharesColor = own.layout.chroma == .yuv420 || profile == "main422-10"
        if !isPlain, sharesColor || !isForPlayers, inputs.contains(own.type), fitsProfile(own.type),
            own.layout.depth >= leastDepth
        {
            return own.type
        }
        let chroma: EncoderLayout.Chroma =
            profile == "main422-10" ? .yuv422 : codec == .ffv1 ? own.layout.chroma : .yuv420
        func cost(_ type: OSType) -> Int {
            guard let layout = EncoderLayout(type), !layout.isRGB, fitsProfile(type) else { return .max }
            let depth = isPlain ? 8 : max(own.layout.depth, leastDepth)
            return (layout.chroma == chroma ? 0 : 100) + abs(layout.depth - depth) * 4
                + (layout.isFullRange == (own.layout.isFullRange && !own.layout.isRGB) ? 0 : 1)
        }
        return inputs.min { cost($0) < cost($1) } ?? pixelFormat
    }

    private var leastDepth: Int { profile == "main10" || profile == "main422-10" ? 10 : 8 }

    private func fitsProfile(_ type: OSType) -> Bool {
        guard let layout = EncoderLayout(type) else { return false }
        guard let profile, let most = Self.profileLimits[profile] else { return true }
        if profile == "main422-10" { return layout.chroma == .yuv422 && layout.depth == 10 }
        return layout.fits(most.chroma, depth: most.depth)
    }
}
