internal import Foundation

/// What a type of file can hold. A plain value; the table of all of them is below.
struct ContainerRules: Sendable {
    /// What writes such files.
    enum Maker: Sendable, Hashable {
        /// Our own writer of ISO movies.
        case iso
        /// Our own writer of Matroska.
        case matroska
        /// Our own writer of Core Audio files.
        case coreAudio
        /// FFmpeg's muxer of this name.
        case ffmpeg(String)
    }

    let type: AVFileType
    /// What people call such files, with an article.
    let title: String
    let maker: Maker
    /// FFmpeg's names of codecs.
    var pictures: [String] = []
    var sounds: [String] = []
    var texts: [String] = []
    /// Media types whose samples only ISO movies have a place for.
    var others: [AVMediaType] = []
    /// Exactly one track of sound.
    var isSingleSound = false
    /// There are edit lists: what is presented of a track is not simply what is stored.
    var holdsEdits = false
    var holdsFragments = false

    /// How such files can say that pictures are to be shown.
    enum Turns: Sendable, Hashable {
        /// As they are stored, and not otherwise.
        case none
        /// Turned by quarters, and mirrored.
        case quarters
        /// By any matrix.
        case matrix
    }

    var turns: Turns {
        switch maker {
        case .iso: .matrix
        case .matroska: .quarters
        case .coreAudio, .ffmpeg: .none
        }
    }

    var mediaTypes: [AVMediaType] {
        var types: [AVMediaType] = []
        if !pictures.isEmpty { types.append(.video) }
        if !sounds.isEmpty { types.append(.audio) }
        if !texts.isEmpty { types += [.subtitle, .text] }
        if texts.contains("eia_608") { types.append(.closedCaption) }
        return types + others
    }

    func codecs(of mediaType: AVMediaType) -> [String] {
        switch mediaType {
        case .video, .auxiliaryPicture, .depthData: pictures
        case .audio: sounds
        case .subtitle, .text, .closedCaption: texts
        default: []
        }
    }

    static func rules(of type: AVFileType) -> ContainerRules? { all.first { $0.type == type } }
}

extension ContainerRules {
    static let all: [ContainerRules] = movies + open + soundFiles

    private static let linear = [
        "pcm_s8", "pcm_u8", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be", "pcm_f32le",
        "pcm_f32be", "pcm_f64le", "pcm_f64be",
    ]

    private static let movies: [ContainerRules] = [
        ContainerRules(
            type: .mov,
            title: "a QuickTime movie",
            maker: .iso,
            pictures: [
                "h264", "hevc", "av1", "vp8", "vp9", "prores", "mjpeg", "mpeg4", "mpeg2video", "mpeg1video", "dnxhd",
                "h263", "png", "jpeg2000", "qtrle", "rawvideo", "cinepak", "svq3", "mjpegb", "ffv1",
            ],
            sounds: linear + [
                "aac", "alac", "mp3", "mp2", "ac3", "eac3", "dts", "flac", "opus", "pcm_mulaw", "pcm_alaw",
                "adpcm_ima_qt", "amr_nb",
                "amr_wb", "ilbc",
            ],
            texts: ["mov_text", "text", "webvtt", "eia_608"],
            others: [.timecode, .metadata],
            holdsEdits: true,
            holdsFragments: true
        ),
        mpeg4(.mp4, "an MP4 file"), mpeg4(.m4v, "an M4V file"),
        ContainerRules(
            type: .m4a,
            title: "an M4A file",
            maker: .iso,
            sounds: ["aac", "alac", "ac3", "eac3", "flac", "opus", "mp3"],
            texts: ["mov_text", "text"],
            others: [.metadata],
            holdsEdits: true,
            holdsFragments: true
        ),
        mobile(.mobile3GPP, "a 3GP file"), mobile(.mobile3GPP2, "a 3G2 file"),
    ]

    private static func mpeg4(_ type: AVFileType, _ title: String) -> ContainerRules {
        ContainerRules(
            type: type,
            title: title,
            maker: .iso,
            pictures: [
                "h264", "hevc", "av1", "vp9", "vp8", "mpeg4", "mpeg2video", "mpeg1video", "mjpeg", "png",
            ],
            sounds: ["aac", "alac", "mp3", "mp2", "ac3", "eac3", "dts", "flac", "opus", "vorbis"],
            texts: ["mov_text", "webvtt", "text", "eia_608"],
            others: [.timecode, .metadata],
            holdsEdits: true,
            holdsFragments: true
        )
    }

    private static func mobile(_ type: AVFileType, _ title: String) -> ContainerRules {
        ContainerRules(
            type: type,
            title: title,
            maker: .iso,
            pictures: ["h264", "hevc", "mpeg4", "h263"],
            sounds: ["aac", "amr_nb", "amr_wb"],
            texts: ["mov_text"],
            holdsEdits: true,
            holdsFragments: true
        )
    }

    private static let open: [ContainerRules] = [
        ContainerRules(
            type: .akMatroska,
            title: "a Matroska file",
            maker: .matroska,
            pictures: MatroskaCodecNames.pictures,
            sounds: MatroskaCodecNames.sounds,
            texts: ["subrip", "ass", "webvtt", "hdmv_pgs_subtitle"]
        ),
        ContainerRules(
            type: .akWebM,
            title: "a WebM file",
            maker: .matroska,
            pictures: ["vp8", "vp9", "av1"],
            sounds: ["opus", "vorbis"],
            texts: ["webvtt"]
        ),
        ContainerRules(
            type: .akMPEGTransportStream,
            title: "an MPEG transport stream",
            maker: .ffmpeg("mpegts"),
            pictures: ["h264", "hevc", "mpeg2video", "mpeg1video", "mpeg4"],
            sounds: ["aac", "mp1", "mp2", "mp3", "ac3", "eac3", "opus", "dts", "truehd"],
            texts: ["dvb_subtitle"]
        ),
    ]

    private static let soundFiles: [ContainerRules] = [
        sound(
            .wav,
            "a wave file",
            .ffmpeg("wav"),
            [
                "pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le", "pcm_mulaw", "pcm_alaw",
            ]
        ),
        sound(.aiff, "an AIFF file", .ffmpeg("aiff"), ["pcm_s8", "pcm_s16be", "pcm_s24be", "pcm_s32be"]),
        sound(
            .aifc,
            "an AIFF-C file",
            .ffmpeg("aiff"),
            [
                "pcm_s16le", "pcm_s16be", "pcm_s24be", "pcm_s32be", "pcm_f32be", "pcm_f64be", "pcm_mulaw", "pcm_alaw",
            ]
        ),
        sound(
            .caf,
            "a Core Audio file",
            .coreAudio,
            linear.filter { $0 != "pcm_u8" } + [
                "alac", "aac", "mp3", "ac3", "pcm_mulaw", "pcm_alaw",
            ]
        ),
        sound(.mp3, "an MP3 file", .ffmpeg("mp3"), ["mp3"]),
        sound(.akAAC, "an ADTS stream", .ffmpeg("adts"), ["aac"]),
        sound(.akFLAC, "a FLAC file", .ffmpeg("flac"), ["flac"]),
        sound(.akOgg, "an Ogg file", .ffmpeg("ogg"), ["opus", "vorbis", "flac", "speex"]),
        sound(
            .au,
            "an AU file",
            .ffmpeg("au"),
            [
                "pcm_s8", "pcm_s16be", "pcm_s24be", "pcm_s32be", "pcm_f32be", "pcm_f64be", "pcm_mulaw", "pcm_alaw",
            ]
        ),
        sound(.ac3, "an AC-3 file", .ffmpeg("ac3"), ["ac3"]),
        sound(.eac3, "an Enhanced AC-3 file", .ffmpeg("eac3"), ["eac3"]),
        sound(.amr, "an AMR file", .ffmpeg("amr"), ["amr_nb", "amr_wb"]),
    ]

    private static func sound(
        _ type: AVFileType,
        _ title: String,
        _ maker: Maker,
        _ sounds: [String]
    ) -> ContainerRules {
        ContainerRules(type: type, title: title, maker: maker, sounds: sounds, isSingleSound: true)
    }
}
