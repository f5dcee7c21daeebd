internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import Foundation

extension CodecParameters {
    /// What a decoder has to know before sample buffers with a description. Times are counted in whatever the caller likes.
    convenience init(decoding format: CMFormatDescription) throws {
        let traits = Self.traits(of: format)
        guard let codec = traits?.codec else {
            let code = (format.audioStreamBasicDescription?.mFormatID ?? format.mediaSubType.rawValue).fourCharacterText
            throw MediaProblem(code: .decoderNotFound, reason: "there is no decoder for samples of the kind '\(code)'")
        }
        let bytes = CodecAtoms.codecPrivate(of: codec, atoms: Self.atoms(of: format))
        try self.init(
            format,
            codecName: codec.traits.name,
            codecPrivate: bytes.isEmpty ? Self.header(of: codec, cookie: format.magicCookie) : bytes,
            timeBase: (1, 1_000_000)
        )
    }

    private static func traits(of format: CMFormatDescription) -> CodecTraits? {
        guard let basic = format.audioStreamBasicDescription else {
            return CodecTraits.ofDescription(codeInDescriptor(of: format) ?? format.mediaSubType.rawValue)
        }
        guard basic.mFormatID == kAudioFormatLinearPCM else {
            return CodecTraits.of(audioFormat: basic.mFormatID) ?? CodecTraits.ofDescription(basic.mFormatID)
        }
        return linearTraits(of: basic)
    }

    /// Uncompressed sound, by what its samples look like. What does not fill its bytes has to lie at their top.
    private static func linearTraits(of basic: AudioStreamBasicDescription) -> CodecTraits? {
        let flags = basic.mFormatFlags
        let isApart = flags & kAudioFormatFlagIsNonInterleaved != 0
        let channels = isApart ? 1 : basic.mChannelsPerFrame
        guard channels > 0, basic.mBytesPerFrame > 0 else { return nil }
        let bits = basic.mBytesPerFrame / channels * 8
        let isFloat = flags & kAudioFormatFlagIsFloat != 0
        let isFull = bits == basic.mBitsPerChannel || flags & kAudioFormatFlagIsAlignedHigh != 0
        guard isFull, isFloat ? [32, 64].contains(bits) : [8, 16, 24, 32].contains(bits) else { return nil }
        let numbers = CodecTraits.Numbers(
            isFloatingPoint: isFloat,
            isSigned: flags & kAudioFormatFlagIsSignedInteger != 0,
            isBigEndian: flags & kAudioFormatFlagIsBigEndian != 0
        )
        return CodecTraits.linear(bits: Int(bits), numbers)
    }

    /// The boxes of a sample description, by their four characters.
    private static func atoms(of format: CMFormatDescription) -> [String: [UInt8]] {
        let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
        let values = PropertyList.dictionary(format.extensionValues[key]) ?? [:]
        return values.compactMapValues { value in
            (value as? Data ?? (value as? [Any])?.first as? Data).map { Array($0) }
        }
    }

    /// MP4 has one code for several codecs, whose descriptor says which it is (ISO/IEC 14496-1, 7.2.6.6.2).
    private static func codeInDescriptor(of format: CMFormatDescription) -> FourCharCode? {
        guard format.mediaSubType.rawValue == kCMVideoCodecType_MPEG4Video, let record = atoms(of: format)["esds"],
            let descriptor = try? ElementaryStreamDescriptor(record: record[...])
        else { return nil }
        switch descriptor.objectTypeIndication {
        case 0x60...0x65: return kCMVideoCodecType_MPEG2Video
        case 0x6A: return "mp1v".fourCharCode
        case 0x6C: return kCMVideoCodecType_JPEG
        default: return nil
        }
    }

    /// The header out of the cookie that clients hand over instead of boxes.
    private static func header(of codec: MediaCodec, cookie: Data?) -> [UInt8] {
        guard let cookie, let first = cookie.first else { return [] }
        let bytes = Array(cookie)
        switch codec {
        // A descriptor, or the configuration itself.
        case .aac where first == 3: return CodecAtoms.codecPrivate(of: codec, atoms: ["esds": [0, 0, 0, 0] + bytes])
        case .alac: return CodecAtoms.codecPrivate(of: codec, atoms: ["alac": bytes])
        case .flac: return CodecAtoms.codecPrivate(of: codec, atoms: ["dfLa": bytes])
        case .opus where first == 0: return CodecAtoms.codecPrivate(of: codec, atoms: ["dOps": bytes])
        default: return bytes
        }
    }
}
