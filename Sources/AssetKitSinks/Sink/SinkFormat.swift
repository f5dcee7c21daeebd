package import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitCore
internal import AssetKitFFmpeg
package import AssetKitMedia
internal import Foundation

/// A format description with its codec, as containers other than ISO movies need it. A plain value.
struct SinkFormat: Sendable {
    let description: CMFormatDescription
    let codec: MediaCodec
    /// The codec's header as FFmpeg wants it; empty where there is none.
    let codecPrivate: [UInt8]
    let basic: AudioStreamBasicDescription?
    /// PCM: every frame is a sample.
    let isLinear: Bool
    let sampleRate: Int
    /// Where it stands how many frames of sound a packet has.
    let packetLength: PacketLength
    /// A packet whose duration is shorter than it makes frames is trimmed at its end. Packets of other codecs can be
    /// short by themselves.
    let isTrimmedByDuration: Bool

    /// How many frames of sound a packet decodes to.
    enum PacketLength: Sendable, Hashable {
        case constant(Int)
        /// It stands in the packet, as the codec has it.
        case opus, flac
        case unknown
    }

    /// nil for a codec that is not known here.
    init?(_ description: CMFormatDescription) {
        guard let codec = Self.codec(of: description) else { return nil }
        self.description = description
        self.codec = codec
        let bytes = CodecAtoms.codecPrivate(of: codec, atoms: description.atoms)
        codecPrivate = bytes.isEmpty ? Self.codecPrivate(of: codec, cookie: description.magicCookie) : bytes
        basic = description.audioStreamBasicDescription
        isLinear = codec.traits.habits.contains(.isPlain)
        sampleRate = Int(exactly: (basic?.mSampleRate ?? 0).rounded(.towardZero)) ?? 0
        packetLength = Self.packetLength(of: codec, basic)
        isTrimmedByDuration = codec.traits.habits.contains(.hasWholePackets)
    }

    private static func packetLength(of codec: MediaCodec, _ basic: AudioStreamBasicDescription?) -> PacketLength {
        switch codec {
        case .opus: return .opus
        case .mp3: return .constant(basic?.mSampleRate ?? 0 >= 32_000 ? 1152 : 576)
        case .mp2: return .constant(1152)
        case .mp1: return .constant(384)
        case .ac3: return .constant(1536)
        // The last packet may have fewer than the description says.
        case .alac: return .unknown
        case .flac: return .flac
        default:
            let frames = Int(basic?.mFramesPerPacket ?? 0)
            return frames > 1 ? .constant(frames) : .unknown
        }
    }

    var channelCount: Int { Int(basic?.mChannelsPerFrame ?? 0) }

    /// What people call the codec.
    var title: String {
        let name = description.extensionValues[kCMFormatDescriptionExtension_FormatName]
        return PropertyList.text(name) ?? codec.traits.title
    }

    // MARK: Codecs

    private static func codec(of description: CMFormatDescription) -> MediaCodec? {
        if let basic = description.audioStreamBasicDescription { return codec(of: basic) }
        return CodecTraits.ofDescription(description.codeOfStream ?? description.mediaSubType.rawValue)?.codec
    }

    private static func codec(of basic: AudioStreamBasicDescription) -> MediaCodec? {
        if basic.mFormatID == kAudioFormatLinearPCM { return linearCodec(of: basic) }
        return (CodecTraits.of(audioFormat: basic.mFormatID) ?? CodecTraits.ofDescription(basic.mFormatID))?.codec
    }

    /// Uncompressed sound, by what its samples look like. Samples with room to spare count as wide as they lie.
    private static func linearCodec(of basic: AudioStreamBasicDescription) -> MediaCodec? {
        let flags = basic.mFormatFlags
        guard flags & kAudioFormatFlagIsNonInterleaved == 0, basic.mChannelsPerFrame > 0 else { return nil }
        let lying = basic.mBytesPerFrame / basic.mChannelsPerFrame * 8
        let bits = lying > 0 ? lying : basic.mBitsPerChannel
        let isFloat = flags & kAudioFormatFlagIsFloat != 0
        guard isFloat ? [32, 64].contains(bits) : [8, 16, 24, 32].contains(bits) else { return nil }
        let numbers = CodecTraits.Numbers(
            isFloatingPoint: isFloat,
            isSigned: flags & kAudioFormatFlagIsSignedInteger != 0,
            isBigEndian: flags & kAudioFormatFlagIsBigEndian != 0
        )
        return CodecTraits.linear(bits: Int(bits), numbers).codec
    }

    /// The header out of the cookie that clients hand over instead of boxes.
    private static func codecPrivate(of codec: MediaCodec, cookie: Data?) -> [UInt8] {
        guard let cookie, !cookie.isEmpty else { return [] }
        let bytes = Array(cookie)
        switch codec {
        // A descriptor, or the configuration itself.
        case .aac where bytes[0] == 3:
            return CodecAtoms.codecPrivate(of: codec, atoms: ["esds": [0, 0, 0, 0] + bytes])
        case .alac: return CodecAtoms.codecPrivate(of: codec, atoms: ["alac": bytes])
        case .flac: return CodecAtoms.codecPrivate(of: codec, atoms: ["dfLa": bytes])
        case .opus where bytes[0] == 0: return CodecAtoms.codecPrivate(of: codec, atoms: ["dOps": bytes])
        default: return bytes
        }
    }
}

extension CMFormatDescription {
    /// The boxes of the sample description, by their four characters.
    package var atoms: [String: [UInt8]] {
        let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
        let values = PropertyList.dictionary(extensionValues[key]) ?? [:]
        return values.compactMapValues { value in
            let data = value as? Data ?? (value as? [Any])?.first as? Data
            return data.map { Array($0) }
        }
    }

    /// The code of what MP4 has no code of its own for: its descriptor says what it is (ISO/IEC 14496-1, 7.2.6.6.2).
    package var codeOfStream: FourCharCode? {
        // A descriptor that cannot be read names no other codec: the code of the description stays.
        guard mediaSubType.rawValue == kCMVideoCodecType_MPEG4Video, let record = atoms["esds"],
            let descriptor = try? ElementaryStreamDescriptor(record: record[...])
        else { return nil }
        switch descriptor.objectTypeIndication {
        case 0x60...0x65: return kCMVideoCodecType_MPEG2Video
        case 0x6A: return "mp1v".fourCharCode
        case 0x6C: return kCMVideoCodecType_JPEG
        default: return nil
        }
    }

    /// The shape of pixels, in lowest terms as the description has it; 1:1 where it says nothing.
    var pixelShape: (horizontal: Int, vertical: Int) {
        let key = kCMFormatDescriptionExtension_PixelAspectRatio
        let values = PropertyList.dictionary(extensionValues[key]) ?? [:]
        let horizontal = values[kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing] as? NSNumber
        let vertical = values[kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing] as? NSNumber
        guard let horizontal, let vertical, horizontal.intValue > 0, vertical.intValue > 0 else { return (1, 1) }
        return (horizontal.intValue, vertical.intValue)
    }

    /// Fields: nil where nothing is known, else whether there are two and whether the upper one is shown first.
    var scan: (isInterlaced: Bool, isTopFirst: Bool?)? {
        guard let count = extensionValues[kCMFormatDescriptionExtension_FieldCount] as? NSNumber else { return nil }
        guard count.intValue == 2 else { return (false, nil) }
        switch PropertyList.text(extensionValues[kCMFormatDescriptionExtension_FieldDetail]) {
        case kCMFormatDescriptionFieldDetail_TemporalTopFirst,
            kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly:
            return (true, true)
        case kCMFormatDescriptionFieldDetail_TemporalBottomFirst,
            kCMFormatDescriptionFieldDetail_SpatialFirstLineLate:
            return (true, false)
        default: return (true, nil)
        }
    }

    /// The pictures have alpha.
    var containsAlpha: Bool {
        (extensionValues[kCMFormatDescriptionExtension_ContainsAlphaChannel] as? NSNumber)?.boolValue ?? false
    }

    /// Alpha is premultiplied.
    package var isPremultiplied: Bool {
        let mode = PropertyList.text(extensionValues[kCMFormatDescriptionExtension_AlphaChannelMode])
        return containsAlpha && mode == kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha
    }

    /// Premultiplied over white, and not over black.
    package var isOverWhite: Bool {
        isPremultiplied && (extensionValues[formatExtensionAlphaIsOverWhite] as? NSNumber)?.boolValue ?? false
    }

    /// QuickTime's graphics mode: copy, straight alpha, or premultiplied over white or black.
    var graphicsMode: UInt16 {
        guard hasAlphaInside else { return 0 }
        guard isPremultiplied else { return 0x100 }
        return isOverWhite ? 0x101 : 0x102
    }

    /// Alpha is a stream beside the samples, as VP8 and VP9 have it: containers without additions lose it.
    package var hasAlphaBeside: Bool { containsAlpha && ["vp08", "vp09"].contains(subtype.letters) }

    /// Decoders here give pictures with alpha. That of HEVC is in a layer that they do not decode.
    package var hasAlphaInside: Bool {
        containsAlpha && !hasAlphaBeside && !["hvc1", "hev1", "muxa"].contains(subtype.letters)
    }

    /// The colours of the pictures: primaries, transfer function, matrix and range.
    var pictureColor: PictureColor {
        var color = PictureColor()
        let values = extensionValues
        color.primaries = CVColorPrimariesGetIntegerCodePointForString(
            PropertyList.text(values[kCMFormatDescriptionExtension_ColorPrimaries])
        )
        color.matrix = CVYCbCrMatrixGetIntegerCodePointForString(
            PropertyList.text(values[kCMFormatDescriptionExtension_YCbCrMatrix])
        )
        let transfer = PropertyList.text(values[kCMFormatDescriptionExtension_TransferFunction])
        color.transfer = CVTransferFunctionGetIntegerCodePointForString(transfer)
        if transfer == kCMFormatDescriptionTransferFunction_UseGamma,
            let gamma = values[kCMFormatDescriptionExtension_GammaLevel] as? NSNumber
        {
            // The two television systems whose curve is a bare power.
            color.transfer = [22: 4, 28: 5][Int((gamma.doubleValue * 10).rounded())] ?? PictureColor.unknown
        }
        color.isFullRange = (values[kCMFormatDescriptionExtension_FullRangeVideo] as? NSNumber)?.boolValue
        // The numbers themselves, where a box has them: a name may stand for several.
        guard let box = atoms["colr"], box.count >= 10,
            ["nclc", "nclx"].contains(String(decoding: box[..<4], as: UTF8.self))
        else { return color }
        func point(_ place: Int, _ usual: Int32) -> Int32 {
            let point = Int32(box[place]) << 8 | Int32(box[place + 1])
            return point == PictureColor.unknown ? usual : point
        }
        color.primaries = point(4, color.primaries)
        color.transfer = point(6, color.transfer)
        color.matrix = point(8, color.matrix)
        return color
    }

    /// The screen that pictures were graded on: 24 bytes as messages of H.264 and HEVC have them.
    var masteringDisplay: [UInt8]? {
        let data = extensionValues[kCMFormatDescriptionExtension_MasteringDisplayColorVolume] as? Data
        return data.flatMap { $0.count >= 24 ? Array($0.prefix(24)) : nil }
    }

    /// How bright pictures get, in cd/m²: the brightest pixel and the brightest picture.
    var contentLight: (maximum: Int, average: Int)? {
        guard let data = extensionValues[kCMFormatDescriptionExtension_ContentLightLevelInfo] as? Data, data.count >= 4
        else { return nil }
        let bytes = data.prefix(4).map(Int.init)
        return (bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3])
    }
}
