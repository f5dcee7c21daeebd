internal import AssetKitMedia
internal import Foundation

/// What the name of a preset stands for. A plain value.
struct ExportPreset: Sendable, Hashable {
    /// An upper bound for pictures, whichever way they are turned.
    struct Bound: Sendable, Hashable {
        let long: Int
        let short: Int
    }

    /// How pictures are encoded.
    struct Pictures: Sendable, Hashable {
        let codec: AVVideoCodecType
        /// nil keeps the source's size.
        var bound: Bound?
        /// From 0 to 1, on the scale of `AVVideoQualityKey`; nil for codecs that have none.
        var quality: Double?
        /// Bits that a pixel takes, usually: estimates are made of it.
        let bitsPerPixel: Double
    }

    /// How sound is encoded.
    struct Sound: Sendable, Hashable {
        let format: AudioFormatID
        /// Bits a second of two channels; nil for what has no choice.
        var bitRate: Int?
    }

    let name: String
    /// One line for people.
    let summary: String
    /// nil leaves pictures out.
    let pictures: Pictures?
    let sound: Sound?
    /// The best one first.
    let fileTypes: [AVFileType]

    /// Samples are copied.
    var copies: Bool { name == AVAssetExportPresetPassthrough }

    /// Tells the preset apart without what names of presets begin with: `1280x720`.
    var shortName: String {
        let prefix = name.hasPrefix("AK") ? "AKExportPreset" : "AVAssetExportPreset"
        return String(name.dropFirst(prefix.count))
    }
}

extension ExportPreset {
    /// Finds a preset by its whole name.
    init?(named name: String) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// Every preset that a session can be made with, the one that copies included.
    static let all = ladder + sizes + editing + [passthrough] + sounds + devices + open

    /// File types that movies can be copied to.
    static let writableTypes: [AVFileType] = [
        .mov, .mp4, .m4v, .m4a, .mobile3GPP, .akMatroska, .akWebM, .akMPEGTransportStream, .wav, .aiff, .caf, .mp3,
        .akAAC, .akFLAC, .akOgg,
    ]

    static let passthrough = ExportPreset(
        name: AVAssetExportPresetPassthrough,
        summary: "copies the samples as they are",
        pictures: nil,
        sound: nil,
        fileTypes: writableTypes + [.akSubRip, .akWebVTT]
    )

    private static let movieTypes: [AVFileType] = [.mp4, .mov, .m4v, .akMatroska, .akMPEGTransportStream, .mobile3GPP]

    private static func h264(
        _ name: String,
        _ long: Int?,
        _ short: Int?,
        quality: Double,
        bits: Double = 0.1,
        sound: Int,
        _ types: [AVFileType] = movieTypes
    ) -> ExportPreset {
        var pictures = Pictures(codec: .h264, quality: quality, bitsPerPixel: bits)
        if let long, let short { pictures.bound = Bound(long: long, short: short) }
        return ExportPreset(
            name: name,
            summary: "H.264 and AAC" + Self.size(long, short),
            pictures: pictures,
            sound: Sound(format: kAudioFormatMPEG4AAC, bitRate: sound),
            fileTypes: types
        )
    }

    private static func hevc(_ name: String, _ long: Int?, _ short: Int?, quality: Double) -> ExportPreset {
        var pictures = Pictures(codec: .hevc, quality: quality, bitsPerPixel: 0.06)
        if let long, let short { pictures.bound = Bound(long: long, short: short) }
        return ExportPreset(
            name: name,
            summary: "HEVC and AAC" + Self.size(long, short),
            pictures: pictures,
            sound: Sound(format: kAudioFormatMPEG4AAC, bitRate: 192_000),
            fileTypes: movieTypes
        )
    }

    private static func size(_ long: Int?, _ short: Int?) -> String {
        guard let long, let short else { return ", the source's size" }
        return ", within \(long)x\(short)"
    }

    private static let ladder = [
        h264(AVAssetExportPresetLowQuality, 426, 240, quality: 0.45, bits: 0.06, sound: 64_000),
        h264(AVAssetExportPresetMediumQuality, 640, 360, quality: 0.55, bits: 0.08, sound: 128_000),
        h264(AVAssetExportPresetHighestQuality, nil, nil, quality: 0.65, bits: 0.14, sound: 192_000),
        hevc(AVAssetExportPresetHEVCHighestQuality, nil, nil, quality: 0.65),
    ]

    private static let sizes = [
        h264(AVAssetExportPreset640x480, 640, 480, quality: 0.57, sound: 128_000),
        h264(AVAssetExportPreset960x540, 960, 540, quality: 0.57, sound: 128_000),
        h264(AVAssetExportPreset1280x720, 1280, 720, quality: 0.57, sound: 160_000),
        h264(AVAssetExportPreset1920x1080, 1920, 1080, quality: 0.57, sound: 192_000),
        h264(AVAssetExportPreset3840x2160, 3840, 2160, quality: 0.57, bits: 0.08, sound: 192_000),
        hevc(AVAssetExportPresetHEVC1920x1080, 1920, 1080, quality: 0.57),
        hevc(AVAssetExportPresetHEVC3840x2160, 3840, 2160, quality: 0.57),
        hevc(AVAssetExportPresetHEVC7680x4320, 7680, 4320, quality: 0.57),
    ]

    private static let editing = [
        ExportPreset(
            name: AVAssetExportPresetAppleProRes422LPCM,
            summary: "ProRes 422 and uncompressed sound, the source's size",
            pictures: Pictures(codec: .proRes422, bitsPerPixel: 2.2),
            sound: Sound(format: kAudioFormatLinearPCM),
            fileTypes: [.mov]
        ),
        ExportPreset(
            name: AVAssetExportPresetAppleProRes4444LPCM,
            summary: "ProRes 4444 and uncompressed sound, the source's size",
            pictures: Pictures(codec: .proRes4444, bitsPerPixel: 4.4),
            sound: Sound(format: kAudioFormatLinearPCM),
            fileTypes: [.mov]
        ),
    ]

    private static func sound(
        _ name: String,
        _ summary: String,
        _ format: AudioFormatID,
        _ bitRate: Int?,
        _ types: [AVFileType]
    ) -> ExportPreset {
        ExportPreset(
            name: name,
            summary: summary,
            pictures: nil,
            sound: Sound(format: format, bitRate: bitRate),
            fileTypes: types
        )
    }

    private static let sounds = [
        sound(AVAssetExportPresetAppleM4A, "AAC, no pictures", kAudioFormatMPEG4AAC, 192_000, [.m4a])
    ]

    private static let devices = [
        h264(AVAssetExportPresetAppleM4VCellular, 480, 320, quality: 0.5, sound: 96_000, [.m4v]),
        h264(AVAssetExportPresetAppleM4ViPod, 640, 480, quality: 0.55, sound: 128_000, [.m4v]),
        h264(AVAssetExportPresetAppleM4V480pSD, 854, 480, quality: 0.55, sound: 128_000, [.m4v]),
        h264(AVAssetExportPresetAppleM4VAppleTV, 960, 540, quality: 0.57, sound: 160_000, [.m4v]),
        h264(AVAssetExportPresetAppleM4VWiFi, 640, 360, quality: 0.55, sound: 128_000, [.m4v]),
        h264(AVAssetExportPresetAppleM4V720pHD, 1280, 720, quality: 0.57, sound: 160_000, [.m4v]),
        h264(AVAssetExportPresetAppleM4V1080pHD, 1920, 1080, quality: 0.57, sound: 192_000, [.m4v]),
    ]

    private static let open = [
        ExportPreset(
            name: AKExportPresetWebMVP9,
            summary: "VP9 and Opus, the source's size",
            pictures: Pictures(codec: .akVP9, quality: 0.57, bitsPerPixel: 0.07),
            sound: Sound(format: kAudioFormatOpus, bitRate: 128_000),
            fileTypes: [.akWebM, .akMatroska]
        ),
        ExportPreset(
            name: AKExportPresetMatroskaAV1Opus,
            summary: "AV1 and Opus, the source's size",
            pictures: Pictures(codec: .akAV1, quality: 0.57, bitsPerPixel: 0.05),
            sound: Sound(format: kAudioFormatOpus, bitRate: 128_000),
            fileTypes: [.akMatroska, .akWebM, .mp4]
        ),
        sound(AKExportPresetFLAC, "FLAC without loss, no pictures", kAudioFormatFLAC, nil, [.akFLAC]),
        sound(
            AKExportPresetAppleLossless,
            "Apple Lossless, no pictures",
            kAudioFormatAppleLossless,
            nil,
            [.m4a, .caf]
        ),
        sound(AKExportPresetAAC, "AAC in a bare stream, no pictures", kAudioFormatMPEG4AAC, 192_000, [.akAAC]),
        sound(AKExportPresetMP3, "MP3, no pictures", kAudioFormatMPEGLayer3, 192_000, [.mp3]),
        sound(AKExportPresetOggOpus, "Opus in Ogg, no pictures", kAudioFormatOpus, 128_000, [.akOgg]),
        sound(AKExportPresetWAV, "uncompressed, no pictures", kAudioFormatLinearPCM, nil, [.wav, .aiff, .caf]),
    ]
}
