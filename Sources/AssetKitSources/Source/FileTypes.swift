package import AssetKitMedia
internal import Foundation

/// The media types that files can be of: names of types, endings of names, and types of the web.
package enum FileTypes {
    /// One type of file.
    package struct Entry: Sendable {
        package let type: AVFileType
        let extensions: [String]
        package let mimeTypes: [String]
    }

    package static let all: [Entry] = [
        Entry(type: .mov, extensions: ["mov", "qt"], mimeTypes: ["video/quicktime"]),
        Entry(type: .mp4, extensions: ["mp4"], mimeTypes: ["video/mp4", "audio/mp4", "application/mp4"]),
        Entry(type: .m4v, extensions: ["m4v"], mimeTypes: ["video/x-m4v"]),
        Entry(type: .m4a, extensions: ["m4a", "m4b", "m4r"], mimeTypes: ["audio/x-m4a", "audio/m4a"]),
        Entry(type: .mobile3GPP, extensions: ["3gp", "3gpp"], mimeTypes: ["video/3gpp", "audio/3gpp"]),
        Entry(type: .mobile3GPP2, extensions: ["3g2", "3gp2"], mimeTypes: ["video/3gpp2", "audio/3gpp2"]),
        Entry(
            type: .akMatroska,
            extensions: ["mkv", "mka", "mks"],
            mimeTypes: ["video/x-matroska", "audio/x-matroska"]
        ),
        Entry(type: .akWebM, extensions: ["webm"], mimeTypes: ["video/webm", "audio/webm"]),
        Entry(type: .akMPEGTransportStream, extensions: ["ts", "m2ts", "mts", "m2t"], mimeTypes: ["video/mp2t"]),
        Entry(
            type: .wav,
            extensions: ["wav", "wave", "bwf"],
            mimeTypes: ["audio/wav", "audio/x-wav", "audio/vnd.wave"]
        ),
        Entry(type: .aiff, extensions: ["aiff", "aif"], mimeTypes: ["audio/aiff", "audio/x-aiff"]),
        Entry(type: .aifc, extensions: ["aifc", "cdda"], mimeTypes: ["audio/x-aifc"]),
        Entry(type: .caf, extensions: ["caf"], mimeTypes: ["audio/x-caf"]),
        Entry(type: .mp3, extensions: ["mp3"], mimeTypes: ["audio/mpeg", "audio/mp3"]),
        Entry(type: .akAAC, extensions: ["aac", "adts"], mimeTypes: ["audio/aac", "audio/aacp"]),
        Entry(type: .akFLAC, extensions: ["flac"], mimeTypes: ["audio/flac", "audio/x-flac"]),
        Entry(
            type: .akOgg,
            extensions: ["ogg", "oga", "ogv", "opus"],
            mimeTypes: ["audio/ogg", "video/ogg", "application/ogg"]
        ),
        Entry(type: .au, extensions: ["au", "snd"], mimeTypes: ["audio/basic"]),
        Entry(type: .ac3, extensions: ["ac3"], mimeTypes: ["audio/ac3"]),
        Entry(type: .eac3, extensions: ["eac3", "ec3"], mimeTypes: ["audio/eac3"]),
        Entry(type: .amr, extensions: ["amr"], mimeTypes: ["audio/amr"]),
    ]

    /// Files of subtitles alone, which are written and not opened.
    private static let texts: [Entry] = [
        Entry(type: .akSubRip, extensions: ["srt"], mimeTypes: ["application/x-subrip"]),
        Entry(type: .akWebVTT, extensions: ["vtt"], mimeTypes: ["text/vtt"]),
    ]

    package static func fileType(ofExtension name: String) -> AVFileType? {
        let name = name.lowercased()
        return (all + texts).first { $0.extensions.contains(name) }?.type
    }

    /// The type behind a type of the web, whatever parameters follow it.
    package static func fileType(ofMIMEType name: String) -> AVFileType? {
        let bare = name.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        return all.first { $0.mimeTypes.contains(bare) }?.type
    }

    package static func preferredExtension(of type: AVFileType) -> String? {
        (all + texts).first { $0.type == type }?.extensions.first
    }
}
