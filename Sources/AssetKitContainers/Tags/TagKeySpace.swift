/// The name space that a tag's key belongs to. Names are AVFoundation's where it has one.
package struct TagKeySpace: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let common = TagKeySpace(rawValue: "comn")
    package static let quickTimeUserData = TagKeySpace(rawValue: "udta")
    package static let isoUserData = TagKeySpace(rawValue: "uiso")
    package static let quickTimeMetadata = TagKeySpace(rawValue: "mdta")
    package static let iTunes = TagKeySpace(rawValue: "itsk")
    /// iTunes' tags that have a name instead of a code.
    static let iTunesLong = TagKeySpace(rawValue: "itlk")
    package static let id3 = TagKeySpace(rawValue: "org.id3")
    package static let icy = TagKeySpace(rawValue: "icy")
    /// What the information chunk of a CAF file holds.
    package static let audioFile = TagKeySpace(rawValue: "caaf")
    package static let vorbis = TagKeySpace(rawValue: "org.xiph.vorbis")
    package static let matroska = TagKeySpace(rawValue: "org.matroska")
    package static let riff = TagKeySpace(rawValue: "com.microsoft.riff")
    static let broadcastWave = TagKeySpace(rawValue: "ch.ebu.bext")
    package static let aiff = TagKeySpace(rawValue: "com.apple.aiff")
    static let ape = TagKeySpace(rawValue: "ape")
    /// FFmpeg's names, and all that have none of a format.
    package static let ffmpeg = TagKeySpace(rawValue: "org.ffmpeg")
}
