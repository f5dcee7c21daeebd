internal import AssetKitBase
internal import AssetKitMedia

/// A codec as playlists write it: a four-character code, and what the codec adds to that behind points (RFC 6381).
struct VariantCodec {
    private let code: FourCharCode
    private let details: [Substring]

    /// Reads `avc1.64001f` and its like; nil for what has no four-character code.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let name = parts.first, name.utf8.count == 4 else { return nil }
        code = String(name).fourCharCode
        details = Array(parts.dropFirst())
    }

    /// The codec, where it is one of pictures.
    var videoType: CMVideoCodecType? {
        switch code {
        case "avc1".fourCharCode, "avc3".fourCharCode: kCMVideoCodecType_H264
        case "hvc1".fourCharCode, "hev1".fourCharCode: kCMVideoCodecType_HEVC
        case "dvh1".fourCharCode, "dvhe".fourCharCode: kCMVideoCodecType_DolbyVisionHEVC
        case "mjpg".fourCharCode: kCMVideoCodecType_JPEG
        case "av01".fourCharCode, "vp08".fourCharCode, "vp09".fourCharCode, "mp4v".fourCharCode: code
        default: nil
        }
    }

    /// The format, where it is one of sound.
    var audioFormat: AudioFormatID? {
        switch code {
        case "mp4a".fourCharCode: mpeg4Format
        case "ac-3".fourCharCode: kAudioFormatAC3
        case "ec-3".fourCharCode: kAudioFormatEnhancedAC3
        case "fLaC".fourCharCode: kAudioFormatFLAC
        case "Opus".fourCharCode: kAudioFormatOpus
        case "alac".fourCharCode: kAudioFormatAppleLossless
        default: nil
        }
    }

    /// Behind `mp4a` stand the object type of MPEG-4 systems in hexadecimal and, for MPEG-4 audio (40), the audio object
    /// type in decimal digits.
    private var mpeg4Format: AudioFormatID {
        guard let type = details.first.flatMap({ Int($0, radix: 16) }) else { return kAudioFormatMPEG4AAC }
        switch (type, details.dropFirst().first.flatMap { Int($0) }) {
        case (0x69, _), (0x6b, _), (0x40, 34): return kAudioFormatMPEGLayer3
        case (0x40, 5): return kAudioFormatMPEG4AAC_HE
        case (0x40, 23): return kAudioFormatMPEG4AAC_LD
        case (0x40, 29): return kAudioFormatMPEG4AAC_HE_V2
        case (0x40, 39): return kAudioFormatMPEG4AAC_ELD
        case (0x40, 42): return kAudioFormatMPEGD_USAC
        case (0xa5, _): return kAudioFormatAC3
        case (0xa6, _): return kAudioFormatEnhancedAC3
        default: return kAudioFormatMPEG4AAC
        }
    }
}
