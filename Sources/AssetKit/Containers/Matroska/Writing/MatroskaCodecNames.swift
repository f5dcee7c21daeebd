/// Matroska's names for FFmpeg's codecs, and the form in which it stores their headers.
enum MatroskaCodecNames {
    static let pictures = [
        "h264", "hevc", "av1", "vp9", "vp8", "mpeg4", "mpeg2video", "mpeg1video", "prores", "mjpeg", "theora", "ffv1",
    ]
    static let sounds = [
        "opus", "aac", "flac", "vorbis", "mp3", "ac3", "eac3", "alac", "dts", "truehd", "mp2", "mp1", "pcm_u8",
        "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_s16be", "pcm_s24be", "pcm_s32be", "pcm_f32le", "pcm_f64le",
    ]

    private static let names = [
        "h264": "V_MPEG4/ISO/AVC", "hevc": "V_MPEGH/ISO/HEVC", "av1": "V_AV1", "vp9": "V_VP9", "vp8": "V_VP8",
        "mpeg4": "V_MPEG4/ISO/ASP", "mpeg2video": "V_MPEG2", "mpeg1video": "V_MPEG1", "prores": "V_PRORES",
        "mjpeg": "V_MJPEG", "theora": "V_THEORA", "ffv1": "V_FFV1",
        "opus": "A_OPUS", "aac": "A_AAC", "flac": "A_FLAC", "vorbis": "A_VORBIS", "mp3": "A_MPEG/L3", "ac3": "A_AC3",
        "eac3": "A_EAC3", "alac": "A_ALAC", "dts": "A_DTS", "truehd": "A_TRUEHD", "mp2": "A_MPEG/L2",
        "mp1": "A_MPEG/L1", "pcm_u8": "A_PCM/INT/LIT", "pcm_s16le": "A_PCM/INT/LIT", "pcm_s24le": "A_PCM/INT/LIT",
        "pcm_s32le": "A_PCM/INT/LIT", "pcm_s16be": "A_PCM/INT/BIG", "pcm_s24be": "A_PCM/INT/BIG",
        "pcm_s32be": "A_PCM/INT/BIG", "pcm_f32le": "A_PCM/FLOAT/IEEE", "pcm_f64le": "A_PCM/FLOAT/IEEE",
        // The name of WebM, which is the one that FFmpeg reads too.
        "webvtt": "D_WEBVTT/SUBTITLES",
        "subrip": "S_TEXT/UTF8", "ass": "S_TEXT/ASS", "hdmv_pgs_subtitle": "S_HDMV/PGS",
    ]

    static func name(of codec: String) -> String? { names[codec] }

    /// The setup record out of FFmpeg's form of it; `code` is the four-character code in QuickTime.
    static func codecPrivate(of codec: String, _ bytes: [UInt8], code: UInt32) -> [UInt8] {
        switch codec {
        case "flac" where bytes.count >= 34: return Array("fLaC".utf8) + [0x80, 0, 0, 34] + bytes.prefix(34)
        // Without the box around it.
        case "alac" where bytes.count >= 36: return Array(bytes[12...])
        case "vorbis", "theora": return laced(bytes)
        case "prores":
            var record: [UInt8] = []
            record.appendBig(code)
            return record
        case "vp8", "vp9", "mjpeg", "webvtt", "subrip": return []
        default: return bytes
        }
    }

    /// Three headers behind their sizes, as Xiph laces them. FFmpeg has some of them with sizes of two bytes instead.
    private static func laced(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.first != 2 else { return bytes }
        var (rest, headers): (ArraySlice<UInt8>, [ArraySlice<UInt8>]) = (bytes[...], [])
        for _ in 0..<3 {
            guard rest.count >= 2 else { return bytes }
            let count = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
            rest = rest.dropFirst(2)
            guard rest.count >= count else { return bytes }
            headers.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        var result: [UInt8] = [2]
        for header in headers.dropLast() {
            result += Array(repeating: 255, count: header.count / 255) + [UInt8(header.count % 255)]
        }
        return result + headers.joined()
    }
}
