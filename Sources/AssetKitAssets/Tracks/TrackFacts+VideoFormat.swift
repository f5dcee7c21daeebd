internal import AssetKitBase
internal import AssetKitBitstream
package import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
package import CMTimeLib
internal import Foundation

extension TrackFacts {
    func videoFormat(_ description: SampleDescriptionFacts) -> CMFormatDescription {
        let video = video ?? VideoFacts()
        let width = description.width > 0 ? description.width : video.codedWidth
        let height = description.height > 0 ? description.height : video.codedHeight
        let size = CMVideoDimensions(width: Int32(clamping: width), height: Int32(clamping: height))
        var values = commonExtensions(description)
        values.merge(video.formatExtensions(width: Int(size.width), height: Int(size.height))) { own, _ in own }
        return CMFormatDescription(
            type: mediaType.rawValue.fourCharCode,
            subtype: code(description),
            extensions: values,
            dimensions: size
        )
    }
}

extension VideoFacts {
    /// What Core Media has names for, of pictures of this stored size.
    func formatExtensions(width: Int, height: Int) -> [String: Any] {
        var values = colorExtensions.merging(fieldExtensions) { first, _ in first }
        // The numbers of QuickTime: millions of colours, or 256 shades of grey.
        values[kCMFormatDescriptionExtension_Depth] = alpha != nil ? 32 : chroma == "4:0:0" ? 40 : 24
        if let alpha {
            values[kCMFormatDescriptionExtension_ContainsAlphaChannel] = true
            values[kCMFormatDescriptionExtension_AlphaChannelMode] = alpha.channelMode
            if alpha.isOverWhite { values[formatExtensionAlphaIsOverWhite] = true }
        }
        if let bitDepth { values[kCMFormatDescriptionExtension_BitsPerComponent] = bitDepth }
        if pixelAspect != PixelAspect(horizontal: 1, vertical: 1) {
            values[kCMFormatDescriptionExtension_PixelAspectRatio] = [
                kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: pixelAspect.horizontal,
                kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: pixelAspect.vertical,
            ]
        }
        if let cleanAperture {
            values[kCMFormatDescriptionExtension_CleanAperture] = [
                kCMFormatDescriptionKey_CleanApertureWidth: Double(cleanAperture.width),
                kCMFormatDescriptionKey_CleanApertureHeight: Double(cleanAperture.height),
                kCMFormatDescriptionKey_CleanApertureHorizontalOffset: cleanAperture.midX - Double(width) / 2,
                kCMFormatDescriptionKey_CleanApertureVerticalOffset: cleanAperture.midY - Double(height) / 2,
            ]
        }
        values[kCMFormatDescriptionExtension_MasteringDisplayColorVolume] = masteringDisplay?.message
        values[kCMFormatDescriptionExtension_ContentLightLevelInfo] = contentLight?.message
        return values
    }

    private var fieldExtensions: [String: Any] {
        guard let fieldCount else { return [:] }
        var values: [String: Any] = [kCMFormatDescriptionExtension_FieldCount: fieldCount]
        if fieldCount == 2, let isTopFieldFirst {
            values[kCMFormatDescriptionExtension_FieldDetail] =
                isTopFieldFirst
                ? kCMFormatDescriptionFieldDetail_TemporalTopFirst : kCMFormatDescriptionFieldDetail_TemporalBottomFirst
        }
        return values
    }

    private var colorExtensions: [String: Any] {
        let color = color
        var values: [String: Any] = [:]
        if color.primaries != 2 {
            values[kCMFormatDescriptionExtension_ColorPrimaries] =
                CVColorPrimariesGetStringForIntegerCodePoint(Int32(color.primaries))?.takeUnretainedValue()
        }
        if color.transfer != 2 {
            values[kCMFormatDescriptionExtension_TransferFunction] =
                CVTransferFunctionGetStringForIntegerCodePoint(Int32(color.transfer))?.takeUnretainedValue()
        }
        // The two television systems whose curve is a bare power have no name of their own.
        if let gamma = color.gamma {
            values[kCMFormatDescriptionExtension_TransferFunction] = kCMFormatDescriptionTransferFunction_UseGamma
            values[kCMFormatDescriptionExtension_GammaLevel] = gamma
        }
        if color.matrix != 2 {
            values[kCMFormatDescriptionExtension_YCbCrMatrix] =
                CVYCbCrMatrixGetStringForIntegerCodePoint(Int32(color.matrix))?.takeUnretainedValue()
        }
        values[kCMFormatDescriptionExtension_FullRangeVideo] = color.isFullRange
        return values
    }
}

extension VideoFacts.Alpha {
    /// Core Media's word for what alpha does to colours.
    package var channelMode: CFString {
        isPremultiplied
            ? kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha
            : kCMFormatDescriptionAlphaChannelMode_StraightAlpha
    }
}

extension VideoFacts.MasteringDisplay {
    /// The 24 bytes of the message in H.264 and HEVC, which `mdcv` and Core Media keep: green, blue, red, white.
    fileprivate var message: Data? {
        guard chromaticities.count == 8 else { return nil }
        let order = [2, 3, 4, 5, 0, 1, 6, 7]
        var bytes = Data()
        for index in order { bytes.append(bigEndian: UInt16.self, chromaticities[index] * 50_000) }
        bytes.append(bigEndian: UInt32.self, maximumLuminance * 10_000)
        bytes.append(bigEndian: UInt32.self, minimumLuminance * 10_000)
        return bytes
    }
}

extension VideoFacts.ContentLight {
    /// The 4 bytes of the message, which `clli` and Core Media keep.
    fileprivate var message: Data {
        var bytes = Data()
        bytes.append(bigEndian: UInt16.self, Double(maximum))
        bytes.append(bigEndian: UInt16.self, Double(maximumAverage))
        return bytes
    }
}

extension Data {
    /// Appends the nearest number that the type holds.
    fileprivate mutating func append<Number: FixedWidthInteger>(bigEndian: Number.Type, _ value: Double) {
        let number = value.isNaN ? 0 : Number(Swift.min(Swift.max(value.rounded(), 0), Double(Number.max)))
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
