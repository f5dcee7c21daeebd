internal import Foundation

/// What people and MP4 call the codecs that FFmpeg knows by a name of its own.
enum Codecs {
    struct Entry: Sendable {
        /// FFmpeg's name.
        let name: String
        /// The code in MP4 and MOV.
        let code: FourCharCode
        /// What people say.
        let title: String
    }

    /// The codec that FFmpeg calls `name`. One that is not listed has no code, and FFmpeg's name in capitals.
    static func entry(named name: String) -> Entry {
        if let entry = byName[name] { return entry }
        if name.hasPrefix("pcm_") { return Entry(name: name, code: "lpcm".fourCharCode, title: "Linear PCM") }
        return Entry(name: name, code: 0, title: name.uppercased())
    }

    /// The codec with this code in MP4, MOV or Matroska.
    static func entry(withCode code: FourCharCode) -> Entry? { byCode[code] }

    private static let all = listed + ofCameras
    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    private static let byCode = Dictionary(all.filter { $0.code != 0 }.map { ($0.code, $0) }) { first, _ in first }

    private static func entry(_ name: String, _ code: String, _ title: String) -> Entry {
        Entry(name: name, code: code.fourCharCode, title: title)
    }

    /// What cameras and QuickTime call MPEG-2, by size and rate, and DV, by system.
    private static let ofCameras: [Entry] = {
        let numbers = Array("123456789abcdef")
        let mpeg2 = ["hdv", "xdv", "xd5"].flatMap { start in numbers.map { "\(start)\($0)" } }
        let more = ["m2v1", "mx5n", "mx5p", "mx4n", "mx4p", "mx3n", "mx3p", "xdhd", "xdh2", "mpg2", "AVmp"]
        let mpeg1 = ["m1v1", "m1v ", "mpeg"]
        let tape = [
            "dvc ", "dvcp", "dvpp", "dv5n", "dv5p", "dvhp", "dvhq", "dvh2", "dvh3", "dvh4", "dvh5", "dvh6", "AVdv",
        ]
        return (mpeg2 + more).map { entry("mpeg2video", $0, "MPEG-2 Video") }
            + mpeg1.map { entry("mpeg1video", $0, "MPEG-1 Video") } + tape.map { entry("dvvideo", $0, "DV") }
    }()

    private static let listed: [Entry] = [
        entry("h264", "avc1", "H.264"), entry("h264", "avc3", "H.264"),
        entry("hevc", "hvc1", "HEVC"), entry("hevc", "hev1", "HEVC"),
        entry("hevc", "dvh1", "HEVC"), entry("hevc", "dvhe", "HEVC"),
        entry("av1", "av01", "AV1"), entry("vp8", "vp08", "VP8"), entry("vp9", "vp09", "VP9"),
        entry("mpeg4", "mp4v", "MPEG-4 Visual"), entry("mpeg2video", "mp2v", "MPEG-2 Video"),
        entry("mpeg1video", "mp1v", "MPEG-1 Video"), entry("mjpeg", "jpeg", "Motion JPEG"),
        entry("mjpeg", "mjpa", "Motion JPEG"), entry("mjpegb", "mjpb", "Motion JPEG B"),
        entry("prores", "apcn", "Apple ProRes 422"), entry("prores", "apch", "Apple ProRes 422 HQ"),
        entry("prores", "apcs", "Apple ProRes 422 LT"), entry("prores", "apco", "Apple ProRes 422 Proxy"),
        entry("prores", "ap4h", "Apple ProRes 4444"), entry("prores", "ap4x", "Apple ProRes 4444 XQ"),
        entry("dnxhd", "AVdn", "Avid DNxHD"), entry("dnxhd", "AVdh", "Avid DNxHR"),
        entry("h263", "s263", "H.263"), entry("h263", "h263", "H.263"),
        entry("ffv1", "FFV1", "FFV1"), entry("svq3", "SVQ3", "Sorenson Video 3"), entry("cinepak", "cvid", "Cinepak"),
        entry("rawvideo", "raw ", "uncompressed video"), entry("rawvideo", "2vuy", "uncompressed video"),
        entry("qtrle", "rle ", "Animation"),
        entry("png", "png ", "PNG"), entry("jpeg2000", "mjp2", "JPEG 2000"), entry("theora", "", "Theora"),
        entry("gif", "gif ", "GIF"), entry("webp", "", "WebP"), entry("apng", "", "Animated PNG"),
        entry("flv1", "", "Sorenson Spark"), entry("wmv2", "", "Windows Media Video 8"),
        entry("msmpeg4v2", "", "MPEG-4 version 2 of Microsoft"), entry("msmpeg4v3", "", "DivX 3"),
        entry("aac", "mp4a", "AAC"), entry("mp3", ".mp3", "MP3"), entry("mp2", ".mp2", "MPEG layer 2"),
        entry("mp1", ".mp1", "MPEG layer 1"), entry("opus", "Opus", "Opus"), entry("vorbis", "", "Vorbis"),
        entry("flac", "fLaC", "FLAC"), entry("alac", "alac", "Apple Lossless"), entry("ac3", "ac-3", "AC-3"),
        entry("eac3", "ec-3", "Enhanced AC-3"), entry("ac4", "ac-4", "AC-4"), entry("dts", "dtsc", "DTS"),
        entry("truehd", "mlpa", "Dolby TrueHD"), entry("mpegh_3d_audio", "mhm1", "MPEG-H 3D Audio"),
        entry("amr_nb", "samr", "AMR narrowband"), entry("amr_wb", "sawb", "AMR wideband"),
        entry("speex", "", "Speex"), entry("wmav2", "", "Windows Media Audio 2"),
        entry("gsm_ms", "", "GSM"), entry("adpcm_ima_wav", "", "IMA ADPCM"), entry("adpcm_ms", "", "Microsoft ADPCM"),
        entry("adpcm_ima_qt", "ima4", "IMA 4:1"), entry("pcm_mulaw", "ulaw", "G.711 µ-law"),
        entry("pcm_alaw", "alaw", "G.711 A-law"),
        entry("mov_text", "tx3g", "3GPP timed text"), entry("subrip", "", "SubRip"),
        entry("ass", "", "SubStation Alpha"),
        entry("webvtt", "wvtt", "WebVTT"), entry("ttml", "stpp", "TTML"), entry("text", "text", "text"),
        entry("eia_608", "c608", "CEA-608 captions"), entry("a53_captions", "atcc", "A/53 captions"),
        entry("dvd_subtitle", "", "DVD subtitles"),
        entry("dvb_subtitle", "", "DVB subtitles"), entry("hdmv_pgs_subtitle", "", "Blu-ray subtitles"),
        entry("dvb_teletext", "", "teletext"), entry("timed_id3", "", "timed ID3"), entry("bin_data", "", "data"),
        entry("scte_35", "", "SCTE 35 cues"), entry("epg", "", "programme guide"), entry("tmcd", "tmcd", "timecode"),
    ]
}
