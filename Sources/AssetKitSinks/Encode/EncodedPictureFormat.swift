internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Describes encoded pictures as files do: the codec's header in the box that MP4 has for it, size, shape and colour.
struct EncodedPictureFormat {
    let encoding: PictureEncoding
    /// The header that the encoder put aside.
    let header: [UInt8]

    /// Throws where the header is not what the codec's is.
    func description() throws -> CMFormatDescription {
        let size = encoding.codedSize
        var values = extensions
        let atoms = try atoms()
        if !atoms.isEmpty {
            values[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] = atoms.mapValues { Data($0) }
        }
        return CMFormatDescription(
            type: kCMMediaType_Video,
            subtype: encoding.codec.traits.subtype,
            extensions: values,
            dimensions: CMVideoDimensions(width: Int32(clamping: size.width), height: Int32(clamping: size.height))
        )
    }

    // MARK: The codec's header

    private func atoms() throws -> [String: [UInt8]] {
        switch encoding.codec {
        case .h264: ["avcC": Array(try record(DecoderRecord.h264(parameterSets, lengthSize: 4)))]
        case .hevc: ["hvcC": Array(try record(DecoderRecord.hevc(parameterSets, lengthSize: 4)))]
        case .av1: ["av1C": try av1Record()]
        case .vp9, .vp8: ["vpcC": vpRecord]
        case .mpeg4:
            ["esds": ElementaryStreamDescriptor.record(objectType: 0x20, isSound: false, configuration: header)]
        case .mpeg2:
            ["esds": ElementaryStreamDescriptor.record(objectType: mpeg2Kind, isSound: false, configuration: [])]
        case .ffv1: ["glbl": header]
        default: [:]
        }
    }

    private var parameterSets: [Data] { AnnexBUnits(header[...]).map { Data($0) } }

    private func record(_ record: DecoderRecord?) throws -> Data {
        guard let record else {
            let name = encoding.codec.traits.name
            throw MediaProblem(code: .encodeFailed, reason: "the encoder of \(name) gave no header that can be read")
        }
        return record.data
    }

    /// The sequence header, behind four bytes that repeat the most important of it (AV1 in ISO base media files, 2.3).
    private func av1Record() throws -> [UInt8] {
        var iterator = AV1Units(header[...])
        var units: [UInt8] = []
        var found: AV1SequenceHeader?
        var rest = header[...]
        while let unit = try iterator.next() {
            let length = unit.payload.endIndex - rest.startIndex
            if unit.kind == AV1Units.Kind.sequenceHeader { found = try AV1SequenceHeader(payload: unit.payload) }
            if unit.kind != AV1Units.Kind.temporalDelimiter { units += rest.prefix(length) }
            rest = rest.dropFirst(length)
        }
        guard let sequence = found, let point = sequence.operatingPoints.first else { return Array(try record(nil)) }
        var flags: UInt8 = point.isHighTier ? 0x80 : 0
        if sequence.color.bitDepth > 8 { flags |= 0x40 }
        if sequence.color.bitDepth > 10 { flags |= 0x20 }
        switch sequence.color.chromaFormat {
        case .monochrome: flags |= 0x1C
        case .yuv420: flags |= 0x0C
        case .yuv422: flags |= 0x08
        case .yuv444: break
        }
        switch sequence.color.chromaLocation {
        case .left: flags |= 1
        case .topLeft: flags |= 2
        default: break
        }
        return [0x81, UInt8(sequence.profile << 5 | point.level & 31), flags, 0] + units
    }

    private var vpRecord: [UInt8] {
        let layout = encoding.storedLayout
        let depth = encoding.storedDepth
        // 4:4:0 has no name there.
        let chroma: ChromaFormat? =
            switch layout?.chroma ?? .yuv420 {
            case _ where encoding.plainLayout?.components == .yuv440: nil
            case .yuv420: .yuv420
            case .yuv422: .yuv422
            case .yuv444: .yuv444
            }
        let color = encoding.codedColor
        let rate = Double(encoding.frameRate.frames) / Double(max(encoding.frameRate.seconds, 1))
        let size = PictureSize(width: encoding.codedSize.width, height: encoding.codedSize.height)
        return VPConfiguration(
            profile: encoding.codec == .vp8 ? 0 : (chroma == .yuv420 ? 0 : 1) + (depth > 8 ? 2 : 0),
            level: VPConfiguration.level(of: size, frameRate: rate),
            bitDepth: depth,
            chromaFormat: chroma,
            // Between two rows, as MPEG has it.
            chromaLocation: .left,
            color: ColorDescription(
                primaries: UInt8(clamping: color.primaries),
                transfer: UInt8(clamping: color.transfer),
                matrix: UInt8(clamping: color.matrix),
                isFullRange: color.isFullRange
            )
        ).record
    }

    /// The object type of MPEG-2 Main profile, or of the 4:2:2 profile.
    private var mpeg2Kind: UInt8 { EncoderLayout(encoding.pixelFormat)?.chroma == .yuv422 ? 0x65 : 0x61 }

    // MARK: What all codecs have in common

    private var extensions: [String: Any] {
        var values: [String: Any] = colorExtensions
        values[kCMFormatDescriptionExtension_Depth] = encoding.alpha == nil ? 24 : 32
        values[kCMFormatDescriptionExtension_BitsPerComponent] = encoding.storedDepth
        values[kCMFormatDescriptionExtension_FormatName] = encoding.codec.traits.name
        if let alpha = encoding.alpha {
            values[kCMFormatDescriptionExtension_ContainsAlphaChannel] = true
            values[kCMFormatDescriptionExtension_AlphaChannelMode] =
                alpha == .premultiplied
                ? kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha
                : kCMFormatDescriptionAlphaChannelMode_StraightAlpha
        }
        values[kCMFormatDescriptionExtension_FieldCount] = encoding.fields == .progressive ? 1 : 2
        if encoding.fields != .progressive {
            values[kCMFormatDescriptionExtension_FieldDetail] =
                encoding.fields == .topFirst
                ? kCMFormatDescriptionFieldDetail_TemporalTopFirst : kCMFormatDescriptionFieldDetail_TemporalBottomFirst
        }
        let aspect = encoding.pixelAspect
        if aspect.horizontal != aspect.vertical {
            values[kCMFormatDescriptionExtension_PixelAspectRatio] = [
                kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: aspect.horizontal,
                kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: aspect.vertical,
            ]
        }
        values[kCMFormatDescriptionExtension_CleanAperture] = aperture
        values[kCMFormatDescriptionExtension_MasteringDisplayColorVolume] = encoding.masteringDisplay
        values[kCMFormatDescriptionExtension_ContentLightLevelInfo] = encoding.contentLight
        return values
    }

    /// The wanted part, or the pictures within the whole blocks that are stored.
    private var aperture: [String: Any]? {
        let size = encoding.codedSize
        let isPadded = size.width != encoding.width || size.height != encoding.height
        guard encoding.cleanAperture != nil || isPadded else { return nil }
        let wish =
            encoding.cleanAperture
            ?? PictureEncoding.CleanAperture(width: Double(encoding.width), height: Double(encoding.height))
        // The pictures' middle is left of and above that of what is stored.
        let across = Double(encoding.width - size.width) / 2
        let along = Double(encoding.height - size.height) / 2
        return [
            kCMFormatDescriptionKey_CleanApertureWidth: wish.width,
            kCMFormatDescriptionKey_CleanApertureHeight: wish.height,
            kCMFormatDescriptionKey_CleanApertureHorizontalOffset: wish.horizontalOffset + across,
            kCMFormatDescriptionKey_CleanApertureVerticalOffset: wish.verticalOffset + along,
        ]
    }

    private var colorExtensions: [String: Any] {
        let color = encoding.codedColor
        var values: [String: Any] = [kCMFormatDescriptionExtension_FullRangeVideo: color.isFullRange ?? false]
        values[kCMFormatDescriptionExtension_ColorPrimaries] =
            CVColorPrimariesGetStringForIntegerCodePoint(color.primaries)?.takeUnretainedValue()
        values[kCMFormatDescriptionExtension_TransferFunction] =
            CVTransferFunctionGetStringForIntegerCodePoint(color.transfer)?.takeUnretainedValue()
        // The two television systems whose curve is a bare power have no name of their own.
        if let gamma = [4: 2.2, 5: 2.8][color.transfer] {
            values[kCMFormatDescriptionExtension_TransferFunction] = kCMFormatDescriptionTransferFunction_UseGamma
            values[kCMFormatDescriptionExtension_GammaLevel] = gamma
        }
        values[kCMFormatDescriptionExtension_YCbCrMatrix] =
            CVYCbCrMatrixGetStringForIntegerCodePoint(color.matrix)?.takeUnretainedValue()
        return values
    }
}
