internal import CMTimeLib

/// What a document refers to.
struct FCPXMLResources {
    struct Format {
        let frameRate: FrameRate?
        let size: EditSize?
    }

    struct Asset {
        let media: EditMedia
        let hasVideo: Bool
        let hasAudio: Bool
    }

    private(set) var formats: [String: Format] = [:]
    private(set) var assets: [String: Asset] = [:]
    /// Compositions that others refer to.
    private(set) var compositions: [String: MarkupElement] = [:]
    private(set) var effects: [String: String] = [:]

    init(_ resources: MarkupElement?) throws(InterchangeError) {
        for element in resources?.children ?? [] {
            guard let id = element["id"] else { continue }
            switch element.name {
            case "format": formats[id] = try Self.format(element)
            case "effect": effects[id] = element["name"] ?? ""
            case "media": compositions[id] = element
            default: continue
            }
        }
        // Assets refer to formats, wherever those stand.
        for element in resources?.all("asset") ?? [] {
            if let id = element["id"] { assets[id] = try asset(element) }
        }
    }

    private static func format(_ element: MarkupElement) throws(InterchangeError) -> Format {
        let rate = try element.duration("frameDuration").flatMap { FrameRate(frameDuration: $0) }
        guard let width = element["width"].flatMap(Double.init), let height = element["height"].flatMap(Double.init)
        else {
            return Format(frameRate: rate, size: nil)
        }
        return Format(frameRate: rate, size: EditSize(width: width, height: height))
    }

    private func asset(_ element: MarkupElement) throws(InterchangeError) -> Asset {
        // Before 1.9 the address stands on the asset itself.
        let files = element.all("media-rep")
        let file = files.first { $0["kind"] ?? "original-media" == "original-media" } ?? files.first
        let url = file?["src"] ?? element["src"] ?? ""
        var media = url.isEmpty ? .missing : EditMedia.file(url)
        media.name = element["name"] ?? ""
        media.start = try element.time("start") ?? .zero
        if let duration = try element.duration(), duration > .zero { media.duration = duration }
        media.size = element["format"].flatMap { formats[$0]?.size }
        let (video, audio) = (element["hasVideo"], element["hasAudio"])
        // What says neither has pictures.
        return Asset(media: media, hasVideo: video.map { $0 == "1" } ?? (audio != "1"), hasAudio: audio == "1")
    }
}
