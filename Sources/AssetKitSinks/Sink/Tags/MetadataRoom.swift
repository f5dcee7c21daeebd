internal import AssetKitContainers
package import AssetKitCore
package import AssetKitMedia

/// What files of a type can say about themselves.
package struct MetadataRoom: Sendable {
    /// Any word can be a key; otherwise only `names`.
    var holdsAnyName = true
    /// The usual names that the files have keys for, where not any word can be one.
    var names: Set<String> = []
    package var holdsCovers = true
    package var holdsChapters = true
    /// Values that are neither texts nor pictures stay what they are.
    var holdsBytes = false

    package init(_ type: AVFileType) {
        switch type {
        case .mov, .mp4, .m4v, .m4a: holdsBytes = true
        case .mobile3GPP, .mobile3GPP2: (holdsBytes, holdsChapters) = (true, false)
        case .akWebM: holdsCovers = false
        case .caf: (holdsCovers, holdsChapters) = (false, false)
        case .akMPEGTransportStream: keep(only: ["title"])
        case .au: keep(only: ["title", "artist", "album", "track", "genre"])
        case .akMatroska, .mp3, .akFLAC, .akOgg, .wav, .aiff, .aifc: break
        default: keep(only: [])
        }
    }

    private mutating func keep(only names: Set<String>) {
        (holdsAnyName, holdsCovers, holdsChapters, self.names) = (false, false, false, names)
    }

    /// What of metadata and chapters files of a type cannot hold, each a sentence.
    package static func losses(_ entries: [MetadataEntry], _ chapters: [Chapter], in type: AVFileType) throws
        -> [String]
    {
        let (room, tags) = (MetadataRoom(type), try SinkTags(entries))
        let title = MediaSinks.title(of: type)
        var lost: [String] = []
        if !room.holdsAnyName {
            lost += tags.texts.filter { !room.names.contains($0.name) }.map { $0.usual?.title ?? "'\($0.name)'" }
        }
        if !room.holdsBytes { lost += tags.others.map { "'\($0)'" } }
        if !room.holdsCovers, !tags.pictures.isEmpty { lost.append("the cover") }
        var sentences: [String] = []
        if !lost.isEmpty {
            sentences.append("\(title) has no place for metadata such as this, so it is left out: " + list(lost))
        }
        if !chapters.isEmpty, !room.holdsChapters {
            sentences.append("\(title) has no place for chapters, so they are left out")
        }
        return sentences
    }

    /// Names in a sentence, each once.
    package static func list(_ all: [String]) -> String {
        var names: [String] = []
        for name in all where !names.contains(name) { names.append(name) }
        guard names.count > 1 else { return names[0] }
        return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    }
}
