import AssetKit

/// What people call presets, codecs and types of files on the command line.
enum ExportNames {
    /// The whole name of a preset: in any case, with or without hyphens, with or without what all names begin with.
    static func preset(_ text: String) -> String? {
        let wanted = plain(text)
        return presets.first { plain(short($0)) == wanted || plain($0) == wanted }
    }

    static var presets: [String] { AVAssetExportSession.allExportPresets() + [AVAssetExportPresetPassthrough] }

    /// The name without what all names begin with.
    static func short(_ preset: String) -> String {
        let prefix = ["AVAssetExportPreset", "AKExportPreset"].first { preset.hasPrefix($0) } ?? ""
        return String(preset.dropFirst(prefix.count))
    }

    /// Why a preset cannot be used on what has these kinds of tracks.
    static func uselessness(of preset: String, for type: AVFileType, _ mediaTypes: [AVMediaType]) -> String {
        guard OutputFormat.holdsPictures(type) || OutputFormat.isSubtitles(type) || mediaTypes.contains(.audio) else {
            return "it has no sound, and a .\(ending(type)) holds nothing else"
        }
        return "the preset \(short(preset)) makes nothing of it"
    }

    private static func plain(_ text: String) -> String { text.lowercased().filter { $0 != "-" && $0 != "_" } }

    /// The preset for a type of files, where nobody names one.
    static func usualPreset(_ type: AVFileType) -> String {
        switch type {
        case .akWebM: AKExportPresetWebMVP9
        case .m4a: AVAssetExportPresetAppleM4A
        case .akAAC: AKExportPresetAAC
        case .mp3: AKExportPresetMP3
        case .akFLAC: AKExportPresetFLAC
        case .akOgg: AKExportPresetOggOpus
        case .wav, .aiff, .caf: AKExportPresetWAV
        case .akSubRip, .akWebVTT: AVAssetExportPresetPassthrough
        default: AVAssetExportPresetHighestQuality
        }
    }

    static let videoCodecs: [(name: String, type: AVVideoCodecType)] = [
        ("h264", .h264), ("hevc", .hevc), ("av1", .akAV1), ("vp9", .akVP9), ("vp8", AVVideoCodecType(rawValue: "vp08")),
        ("prores", .proRes422), ("prores-proxy", .proRes422Proxy), ("prores-lt", .proRes422LT),
        ("prores-hq", .proRes422HQ), ("prores4444", .proRes4444), ("prores4444xq", .appleProRes4444XQ),
        ("jpeg", .jpeg), ("mpeg4", AVVideoCodecType(rawValue: "mp4v")), ("mpeg2", AVVideoCodecType(rawValue: "mp2v")),
        ("ffv1", AVVideoCodecType(rawValue: "FFV1")),
    ]

    static let audioCodecs: [(name: String, format: AudioFormatID)] = [
        ("aac", kAudioFormatMPEG4AAC), ("alac", kAudioFormatAppleLossless), ("opus", kAudioFormatOpus),
        ("mp3", kAudioFormatMPEGLayer3), ("flac", kAudioFormatFLAC), ("vorbis", AKAudioFormatVorbis),
        ("pcm", kAudioFormatLinearPCM),
    ]

    static let pitches: [(name: String, algorithm: AVAudioTimePitchAlgorithm)] = [
        ("spectral", .spectral), ("time-domain", .timeDomain), ("varispeed", .varispeed),
        ("low-quality", .lowQualityZeroLatency), ("spectral-long", .akSpectralLongWindow),
    ]

    /// The name that a track's code has here.
    static let fileTypes: [(ending: String, type: AVFileType)] = [
        ("mp4", .mp4), ("mov", .mov), ("m4v", .m4v), ("m4a", .m4a), ("3gp", .mobile3GPP), ("mkv", .akMatroska),
        ("mka", .akMatroska), ("webm", .akWebM), ("ts", .akMPEGTransportStream), ("wav", .wav), ("aiff", .aiff),
        ("aif", .aiff), ("caf", .caf), ("mp3", .mp3), ("aac", .akAAC), ("flac", .akFLAC), ("ogg", .akOgg),
        ("oga", .akOgg), ("opus", .akOgg),
        ("qt", .mov), ("m4b", .m4a), ("m2ts", .akMPEGTransportStream), ("srt", .akSubRip),
        ("vtt", .akWebVTT),
    ]

    static func fileType(_ ending: String) -> AVFileType? { fileTypes.first { $0.ending == ending.lowercased() }?.type }

    static func ending(_ type: AVFileType) -> String { fileTypes.first { $0.type == type }?.ending ?? type.rawValue }
}
