public import AssetKitMedia

// Key spaces of containers that Apple's systems do not describe. Reverse domain names, so that none of them can clash
// with the four-letter names that Apple has or may yet choose.
extension AVMetadataKeySpace {
    /// Comments of Ogg and FLAC files. Keys are the same in small and capital letters.
    public static let akVorbisComment = Self(rawValue: "org.xiph.vorbis")
    /// Tags of Matroska and WebM files.
    public static let akMatroska = Self(rawValue: "org.matroska")
    /// Information chunks of WAVE and AVI files.
    public static let akRIFF = Self(rawValue: "com.microsoft.riff")
    /// What broadcast wave files say about themselves.
    public static let akBroadcastWave = Self(rawValue: "ch.ebu.bext")
    /// Text chunks of AIFF files.
    public static let akAIFF = Self(rawValue: "com.apple.aiff")
    /// APE tags. Keys are the same in small and capital letters.
    public static let akAPE = Self(rawValue: "ape")
    /// What containers say that have no reader of their own here, under FFmpeg's names. Keys are the same in small and
    /// capital letters.
    public static let akFFmpeg = Self(rawValue: "org.ffmpeg")
    /// iTunes tags that have a name instead of a four-character code, such as `com.apple.iTunes.iTunSMPB`. The value
    /// is what identifiers of such tags begin with on Apple's systems.
    public static let akITunesLongForm = Self(rawValue: "itlk")
}

extension AVMetadataKeySpace {
    /// Keys are four bytes, which a number can hold.
    var hasFourByteKeys: Bool { [.iTunes, .quickTimeUserData, .isoUserData, .id3].contains(self) }

    /// Items show their keys as numbers. ID3 frames have four bytes as well, but letters only, and show those.
    var hasNumericKeys: Bool { hasFourByteKeys && self != .id3 }

    /// Keys mean the same in small and capital letters.
    var ignoresCase: Bool { self == .akVorbisComment || self == .akAPE || self == .akFFmpeg }

    /// What stands before the slash of an identifier: the name of the space, but for two with a name of their own.
    var identifierPrefix: String {
        switch self {
        case .common: "common"
        case .id3: "id3"
        default: rawValue
        }
    }

    /// The key space of identifiers that begin with `prefix`.
    init(identifierPrefix prefix: String) {
        switch prefix {
        case AVMetadataKeySpace.common.identifierPrefix: self = .common
        case AVMetadataKeySpace.id3.identifierPrefix: self = .id3
        default: self.init(rawValue: prefix)
        }
    }
}
