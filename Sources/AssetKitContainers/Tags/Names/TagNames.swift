/// Finds names, whatever they are spelled like.
package enum TagNames {
    /// The name that somebody types: a usual name, another word for it, or a key of a file format.
    package static func typed(_ text: String) -> TagName? {
        if let name = plain(text) { return name }
        return typedSpaces.lazy.compactMap { byKey[$0]?[fold(text, $0)] }.first
    }

    /// The name of what a file has under a key. `info` is the name of its own that a text of ID3 has.
    package static func stored(_ key: String, in space: TagKeySpace, info: String?) -> TagName? {
        switch space {
        case .common: return common[key].flatMap(plain)
        case .id3 where ["TXXX", "TXX"].contains(key): return info.flatMap(free)
        case .iTunesLong, .ffmpeg: return free(bareName(key, in: space))
        default:
            if let found = byKey[space]?[fold(key, space)] { return found }
            return space.hasFreeKeys ? free(bareName(key, in: space)) : nil
        }
    }

    /// The name of a key that is a word, without what says whose word it is.
    package static func bareName(_ key: String, in space: TagKeySpace) -> String {
        let prefix = space == .iTunesLong ? "com.apple.iTunes." : space == .quickTimeMetadata ? appleKeys : ""
        if !prefix.isEmpty, key.hasPrefix(prefix) { return String(key.dropFirst(prefix.count)) }
        guard space == .iTunesLong, let point = key.lastIndex(of: ".") else { return key }
        return String(key[key.index(after: point)...])
    }

    /// What all keys begin with that Apple has chosen for QuickTime.
    package static let appleKeys = "com.apple.quicktime."

    /// A word under which files have what there is no key for.
    private static func free(_ text: String) -> TagName? {
        plain(text) ?? byKey[.vorbis]?[fold(text, .vorbis)] ?? byKey[.matroska]?[fold(text, .matroska)]
    }

    private static func plain(_ text: String) -> TagName? { byName[text.lowercased()] }

    /// Formats whose keys people know by heart.
    private static let typedSpaces: [TagKeySpace] = [.vorbis, .id3, .iTunes, .riff, .matroska, .quickTimeMetadata]

    private static let byName: [String: TagName] = {
        var result: [String: TagName] = [:]
        for name in all {
            for spelling in [name.name, name.title] + name.aliases where result[spelling] == nil {
                result[spelling] = name
            }
        }
        return result
    }()

    private static let byKey: [TagKeySpace: [String: TagName]] = {
        var result: [TagKeySpace: [String: TagName]] = [:]
        for name in all {
            for (space, keys) in name.keys {
                for key in keys where result[space]?[fold(key, space)] == nil {
                    result[space, default: [:]][fold(key, space)] = name
                }
            }
        }
        return result
    }()

    private static func fold(_ key: String, _ space: TagKeySpace) -> String {
        space.hasFreeKeys && space != .quickTimeMetadata ? key.lowercased() : key
    }

    /// AVFoundation's common keys.
    private static let common = [
        "title": "title", "artist": "artist", "albumName": "album", "creationDate": "date", "creator": "creator",
        "author": "author", "description": "description", "publisher": "publisher", "contributor": "contributor",
        "type": "genre", "copyrights": "copyright", "subject": "subject", "source": "source", "language": "language",
        "location": "location", "make": "make", "model": "model", "software": "software",
        "lastModifiedDate": "modification_date",
    ]
}

extension TagKeySpace {
    /// Keys are words of any length.
    fileprivate var hasFreeKeys: Bool {
        [.vorbis, .matroska, .ape, .audioFile, .ffmpeg, .quickTimeMetadata].contains(self)
    }
}
