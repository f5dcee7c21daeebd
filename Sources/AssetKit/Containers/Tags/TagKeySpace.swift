/// The name space that a tag's key belongs to. Names are AVFoundation's where it has one.
struct TagKeySpace: RawRepresentable, Hashable, Sendable {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }

    static let common = TagKeySpace(rawValue: "comn")
    static let quickTimeUserData = TagKeySpace(rawValue: "udta")
    static let isoUserData = TagKeySpace(rawValue: "uiso")
    static let quickTimeMetadata = TagKeySpace(rawValue: "mdta")
    static let iTunes = TagKeySpace(rawValue: "itsk")
    /// iTunes' tags that have a name instead of a code.
    static let iTunesLong = TagKeySpace(rawValue: "itlk")
    static let id3 = TagKeySpace(rawValue: "org.id3")
    static let icy = TagKeySpace(rawValue: "icy")
    /// What the information chunk of a CAF file holds.
    static let audioFile = TagKeySpace(rawValue: "caaf")
    static let vorbis = TagKeySpace(rawValue: "org.xiph.vorbis")
    static let matroska = TagKeySpace(rawValue: "org.matroska")
    static let riff = TagKeySpace(rawValue: "com.microsoft.riff")
    static let broadcastWave = TagKeySpace(rawValue: "ch.ebu.bext")
    static let aiff = TagKeySpace(rawValue: "com.apple.aiff")
    static let ape = TagKeySpace(rawValue: "ape")
    /// FFmpeg's names, and all that have none of a format.
    static let ffmpeg = TagKeySpace(rawValue: "org.ffmpeg")
}
