internal import AssetKitMedia
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
    var pictures: [MediaCodec] = []
    var sounds: [MediaCodec] = []
    var texts: [MediaCodec] = []
    /// Media types whose samples only ISO movies have a place for.
    var others: [AVMediaType] = []
    /// Exactly one track of sound.
    var isSingleSound = false
    /// There are edit lists: what is presented of a track is not simply what is stored.
    var holdsEdits = false
    var holdsFragments = false
    /// What is written of a growing file can be played at every moment, as long as its sound is uncompressed.
    var growsInPlace: Bool { [.wav, .aiff, .aifc, .caf].contains(type) }

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
        if texts.contains(.cea608) { types.append(.closedCaption) }
        return types + others
    }

    func codecs(of mediaType: AVMediaType) -> [MediaCodec] {
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

    private static let linear: [MediaCodec] = [
        .pcmS8, .pcmU8, .pcmS16LE, .pcmS16BE, .pcmS24LE, .pcmS24BE, .pcmS32LE, .pcmS32BE, .pcmF32LE, .pcmF32BE,
        .pcmF64LE, .pcmF64BE,
    ]

    /// All that Matroska has names for.
    private static func codecsOfMatroska(_ kind: CodecTraits.Kind) -> [MediaCodec] {
        MediaCodec.allCases.filter { $0.traits.kind == kind && $0.traits.matroskaName != nil }
    }

    private static let movies: [ContainerRules] = [
        ContainerRules(
            type: .mov,
            title: "a QuickTime movie",
            maker: .iso,
            pictures: [
                .h264, .hevc, .av1, .vp8, .vp9, .proRes, .jpeg, .mpeg4, .mpeg2, .mpeg1, .dnxhd, .h263, .png,
                .jpeg2000, .animation, .raw, .cinepak, .svq3, .jpegB, .ffv1,
            ],
            sounds: linear + [
                .aac, .alac, .mp3, .mp2, .ac3, .eac3, .dts, .flac, .opus, .muLaw, .aLaw, .adpcmIMAQuickTime, .amrNB,
                .amrWB, .ilbc,
            ],
            texts: [.timedText, .text, .webVTT, .cea608],
            others: [.timecode, .metadata],
            holdsEdits: true,
            holdsFragments: true
        ),
        mpeg4(.mp4, "an MP4 file"), mpeg4(.m4v, "an M4V file"),
        ContainerRules(
            type: .m4a,
            title: "an M4A file",
            maker: .iso,
            sounds: [.aac, .alac, .ac3, .eac3, .flac, .opus, .mp3],
            texts: [.timedText, .text],
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
                .h264, .hevc, .av1, .vp9, .vp8, .mpeg4, .mpeg2, .mpeg1, .jpeg, .png,
            ],
            sounds: [.aac, .alac, .mp3, .mp2, .ac3, .eac3, .dts, .flac, .opus, .vorbis],
            texts: [.timedText, .webVTT, .text, .cea608],
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
            pictures: [.h264, .hevc, .mpeg4, .h263],
            sounds: [.aac, .amrNB, .amrWB],
            texts: [.timedText],
            holdsEdits: true,
            holdsFragments: true
        )
    }

    private static let open: [ContainerRules] = [
        ContainerRules(
            type: .akMatroska,
            title: "a Matroska file",
            maker: .matroska,
            pictures: codecsOfMatroska(.picture),
            sounds: codecsOfMatroska(.sound),
            texts: [.subRip, .ass, .webVTT, .pgs]
        ),
        ContainerRules(
            type: .akWebM,
            title: "a WebM file",
            maker: .matroska,
            pictures: [.vp8, .vp9, .av1],
            sounds: [.opus, .vorbis],
            texts: [.webVTT]
        ),
        ContainerRules(
            type: .akMPEGTransportStream,
            title: "an MPEG transport stream",
            maker: .ffmpeg("mpegts"),
            pictures: [.h264, .hevc, .mpeg2, .mpeg1, .mpeg4],
            sounds: [.aac, .mp1, .mp2, .mp3, .ac3, .eac3, .opus, .dts, .trueHD],
            texts: [.dvbSubtitle]
        ),
    ]

    private static let soundFiles: [ContainerRules] = [
        sound(
            .wav,
            "a wave file",
            .ffmpeg("wav"),
            [
                .pcmU8, .pcmS16LE, .pcmS24LE, .pcmS32LE, .pcmF32LE, .pcmF64LE, .muLaw, .aLaw,
            ]
        ),
        sound(.aiff, "an AIFF file", .ffmpeg("aiff"), [.pcmS8, .pcmS16BE, .pcmS24BE, .pcmS32BE]),
        sound(
            .aifc,
            "an AIFF-C file",
            .ffmpeg("aiff"),
            [
                .pcmS16LE, .pcmS16BE, .pcmS24BE, .pcmS32BE, .pcmF32BE, .pcmF64BE, .muLaw, .aLaw,
            ]
        ),
        sound(
            .caf,
            "a Core Audio file",
            .coreAudio,
            linear.filter { $0 != .pcmU8 } + [
                .alac, .aac, .mp3, .ac3, .muLaw, .aLaw,
            ]
        ),
        sound(.mp3, "an MP3 file", .ffmpeg("mp3"), [.mp3]),
        sound(.akAAC, "an ADTS stream", .ffmpeg("adts"), [.aac]),
        sound(.akFLAC, "a FLAC file", .ffmpeg("flac"), [.flac]),
        sound(.akOgg, "an Ogg file", .ffmpeg("ogg"), [.opus, .vorbis, .flac, .speex]),
        sound(
            .au,
            "an AU file",
            .ffmpeg("au"),
            [
                .pcmS8, .pcmS16BE, .pcmS24BE, .pcmS32BE, .pcmF32BE, .pcmF64BE, .muLaw, .aLaw,
            ]
        ),
        sound(.ac3, "an AC-3 file", .ffmpeg("ac3"), [.ac3]),
        sound(.eac3, "an Enhanced AC-3 file", .ffmpeg("eac3"), [.eac3]),
        sound(.amr, "an AMR file", .ffmpeg("amr"), [.amrNB, .amrWB]),
    ]

    private static func sound(
        _ type: AVFileType,
        _ title: String,
        _ maker: Maker,
        _ sounds: [MediaCodec]
    ) -> ContainerRules {
        ContainerRules(type: type, title: title, maker: maker, sounds: sounds, isSingleSound: true)
    }
}
