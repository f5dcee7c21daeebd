internal import AssetKitBase

/// Matroska's names of formats, and the four-character codes that the rest of AssetKit knows them by.
enum MatroskaCodec {
    /// Names that mean one format, whatever follows.
    private static let exact: [String: String] = [
        "V_MPEG4/ISO/AVC": "avc1", "V_MPEGH/ISO/HEVC": "hvc1", "V_MPEGI/ISO/VVC": "vvc1", "V_VP8": "vp08",
        "V_VP9": "vp09", "V_AV1": "av01", "V_MPEG1": "mp1v", "V_MPEG2": "mp2v", "V_MPEG4/ISO/SP": "mp4v",
        "V_MPEG4/ISO/ASP": "mp4v", "V_MPEG4/ISO/AP": "mp4v", "V_MPEG4/MS/V3": "MP43", "V_MJPEG": "jpeg",
        "V_THEORA": "theo", "V_DIRAC": "drac", "V_FFV1": "FFV1", "V_SNOW": "SNOW", "V_REAL/RV10": "RV10",
        "V_REAL/RV20": "RV20", "V_REAL/RV30": "RV30", "V_REAL/RV40": "RV40", "V_AVS2": "avs2", "V_AVS3": "avs3",
        "A_OPUS": "Opus", "A_OPUS/EXPERIMENTAL": "Opus", "A_VORBIS": "vorb", "A_FLAC": "fLaC", "A_MPEG/L3": ".mp3",
        "A_MPEG/L2": ".mp2", "A_MPEG/L1": ".mp1", "A_EAC3": "ec-3", "A_TRUEHD": "mlpa", "A_MLP": "mlpa",
        "A_ALAC": "alac", "A_TTA1": "TTA1", "A_WAVPACK4": "wvpk", "A_REAL/COOK": "cook", "A_REAL/ATRC": "atrc",
        "A_REAL/28_8": "28_8", "A_REAL/14_4": "14_4", "A_ATRAC/AT1": "ATR1", "A_PCM/INT/LIT": "lpcm",
        "A_PCM/INT/BIG": "lpcm", "A_PCM/FLOAT/IEEE": "lpcm",
        "S_TEXT/UTF8": "srt ", "S_TEXT/ASCII": "srt ", "S_TEXT/ASS": "ass ", "S_ASS": "ass ", "S_TEXT/SSA": "ssa ",
        "S_SSA": "ssa ", "S_TEXT/WEBVTT": "wvtt", "D_WEBVTT/SUBTITLES": "wvtt", "D_WEBVTT/CAPTIONS": "wvtt",
        "D_WEBVTT/DESCRIPTIONS": "wvtt", "D_WEBVTT/METADATA": "wvtt", "S_TEXT/USF": "usf ", "S_VOBSUB": "dvds",
        "S_VOBSUB/ZLIB": "dvds", "S_HDMV/PGS": "pgs ", "S_HDMV/TEXTST": "txst", "S_DVBSUB": "dvbs", "S_KATE": "kate",
        "S_ARIBSUB": "arib",
    ]
    /// Names whose ending tells a profile that does not change the format.
    private static let families: [(prefix: String, code: String)] = [
        ("A_AAC", "mp4a"), ("A_AC3", "ac-3"), ("A_DTS", "dtsc"), ("V_PRORES", "apcn"),
    ]

    static func fourCharCode(of track: MatroskaTrack) -> UInt32? {
        switch track.codecID {
        case "V_MS/VFW/FOURCC": bitmapCode(track.codecPrivate)
        case "A_MS/ACM": waveCode(track.codecPrivate)
        case "V_QUICKTIME", "A_QUICKTIME": quickTimeCode(track.codecPrivate)
        case "V_UNCOMPRESSED": track.video?.uncompressedCode.flatMap { number($0[...]) }
        // The setup record of ProRes in Matroska is the code itself.
        case "V_PRORES": track.codecPrivate.flatMap { number($0[...]) } ?? fourCharCode(named: track.codecID)
        default: fourCharCode(named: track.codecID)
        }
    }

    static func fourCharCode(named codecID: String) -> UInt32? {
        let name = exact[codecID] ?? families.first { codecID.hasPrefix($0.prefix) }?.code
        return name?.fourCharCode
    }

    /// The compression field of a BITMAPINFOHEADER.
    private static func bitmapCode(_ record: [UInt8]?) -> UInt32? {
        guard let record, record.count >= 40 else { return nil }
        return number(record[16..<20])
    }

    /// The format tag of a WAVEFORMATEX, as QuickTime spells those that have no code of their own.
    private static func waveCode(_ record: [UInt8]?) -> UInt32? {
        guard let record, record.count >= 2 else { return nil }
        let tag = UInt16(record[0]) | UInt16(record[1]) << 8
        return RIFFWaveFormat.fourCharCode(tag: tag)
    }

    /// The type of a sample description: after its size.
    private static func quickTimeCode(_ record: [UInt8]?) -> UInt32? {
        guard let record, record.count >= 8 else { return nil }
        return number(record[4..<8])
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        guard bytes.count >= 4 else { return nil }
        return bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
