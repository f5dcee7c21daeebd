@testable import AssetKit
@testable import AssetKitMedia

/// MediaInfo's names of what we call otherwise.
enum WitnessNames {
    static func container(_ type: AVFileType) -> String? {
        switch type {
        case .mov, .mp4, .m4v, .m4a, .mobile3GPP, .mobile3GPP2: "MPEG-4"
        case .akMatroska: "Matroska"
        case .akWebM: "WebM"
        case .akMPEGTransportStream: "MPEG-TS"
        case .wav: "Wave"
        case .aiff, .aifc: "AIFF"
        case .caf: "CAF"
        case .mp3: "MPEG Audio"
        case .akAAC: "ADTS"
        case .akFLAC: "FLAC"
        case .akOgg: "Ogg"
        case .au: "AU"
        case .ac3: "AC-3"
        case .eac3: "E-AC-3"
        default: nil
        }
    }

    /// The name of a codec by FFmpeg's. Of what it does not know in a container it says the code that stands there.
    static func format(of codec: String, in type: AVFileType) -> String? {
        let isMovie = container(type) == "MPEG-4"
        switch codec {
        case "vp8" where isMovie: return "vp08"
        case "vp9" where isMovie: return "vp09"
        case "vorbis" where isMovie: return "Ogg"
        case "mp2" where type == .mov: return ".mp2"
        case "mjpeg" where type == .akMatroska: return "V_MJPEG"
        case "webvtt" where type == .akWebM: return "D_WEBVTT/SUBTITLES"
        case "pcm_mulaw", "pcm_alaw": return type == .aifc ? "PCM" : "ADPCM"
        case _ where codec.hasPrefix("pcm_"): return "PCM"
        default: return formats[codec]
        }
    }

    /// What a codec is read as. MP4 has one number for all layers of MPEG-1 sound; all layers have one decoder.
    static func codec(_ codec: String, in type: AVFileType) -> String {
        codec == "mp2" && [.mp4, .m4v].contains(type) ? "mp3" : codec
    }

    /// The layer of MPEG-1 sound.
    static func profile(of codec: String) -> String? { ["mp2": "Layer 2", "mp3": "Layer 3"][codec] }

    /// It reads no channels of such sound, in files that others make either.
    static func areChannelsUnread(_ codec: String, in type: AVFileType) -> Bool {
        switch codec {
        case "opus": [.mp4, .m4v, .m4a, .akMPEGTransportStream].contains(type)
        case "vorbis": [.mp4, .m4v].contains(type)
        default: false
        }
    }

    private static let formats = [
        "h264": "AVC", "hevc": "HEVC", "av1": "AV1", "vp8": "VP8", "vp9": "VP9", "prores": "ProRes", "mjpeg": "JPEG",
        "mpeg4": "MPEG-4 Visual", "mpeg2video": "MPEG Video", "mpeg1video": "MPEG Video", "dnxhd": "VC-3",
        "h263": "H.263", "png": "PNG", "jpeg2000": "JPEG 2000", "qtrle": "RLE", "rawvideo": "YUV", "cinepak": "Cinepak",
        "ffv1": "FFV1", "theora": "Theora", "aac": "AAC", "alac": "ALAC", "mp3": "MPEG Audio", "mp2": "MPEG Audio",
        "ac3": "AC-3", "eac3": "E-AC-3", "dts": "DTS", "flac": "FLAC", "opus": "Opus", "vorbis": "Vorbis",
        "truehd": "MLP FBA", "adpcm_ima_qt": "ADPCM", "speex": "Speex", "subrip": "UTF-8", "mov_text": "Timed Text",
        "webvtt": "WebVTT",
    ]

    static let languages = ["deu": "de", "ger": "de", "eng": "en", "fre": "fr", "fra": "fr"]
    static let primaries = [
        "bt709": "BT.709", "bt2020": "BT.2020", "smpte170m": "BT.601 NTSC", "bt470bg": "BT.601 PAL",
    ]
    static let transfers = [
        "bt709": "BT.709", "smpte170m": "BT.601", "smpte2084": "PQ", "arib-std-b67": "HLG",
        "bt2020-10": "BT.2020 (10-bit)",
    ]
    static let matrices = [
        "bt709": "BT.709", "bt2020nc": "BT.2020 non-constant", "smpte170m": "BT.601", "bt470bg": "BT.601",
    ]
}
