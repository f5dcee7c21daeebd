internal import CMTimeLib

/// The resources of a document that is written: formats, files, and the dissolve.
struct FCPXMLResourceList {
    let formatID = "r1"
    private let rate: FrameRate
    private var next = 2
    private var formats: [MarkupElement]
    private var formatIDs: [EditSize: String] = [:]
    private var assets: [MarkupElement] = []
    /// By what tells files apart.
    private var assetIndexes: [[String]: Int] = [:]

    init(rate: FrameRate, size: EditSize?) {
        self.rate = rate
        formats = [Self.format(formatID, rate, size)]
        if let size { formatIDs[size] = formatID }
    }

    var element: MarkupElement { MarkupElement("resources", [:], formats + assets) }

    /// The name of the file of a clip, which is put into the list.
    mutating func asset(of media: EditMedia, kind: EditTrack.Kind) -> String {
        let url = Self.url(media.url)
        let size = media.size.map { "\($0.width)x\($0.height)" } ?? ""
        let key = [url, media.name, media.start.fcpxml, media.duration?.fcpxml ?? "", size]
        let index = assetIndexes[key] ?? add(media, url, key)
        assets[index].attributes[kind == .video ? "hasVideo" : "hasAudio"] = "1"
        if kind == .video, assets[index]["format"] == nil, let size = media.size {
            assets[index].attributes["format"] = format(of: size)
        }
        if kind == .audio { assets[index].attributes["audioSources"] = "1" }
        return assets[index]["id"] ?? ""
    }

    private mutating func add(_ media: EditMedia, _ url: String, _ key: [String]) -> Int {
        let file = MarkupElement("media-rep", ["kind": "original-media", "src": url])
        var asset = MarkupElement("asset", ["id": nextID(), "start": media.start.fcpxml(at: rate)], [file])
        if !media.name.isEmpty { asset.attributes["name"] = media.name }
        if let duration = media.duration { asset.attributes["duration"] = duration.fcpxml(at: rate) }
        assets.append(asset)
        assetIndexes[key] = assets.count - 1
        return assets.count - 1
    }

    private mutating func format(of size: EditSize) -> String {
        if let id = formatIDs[size] { return id }
        let id = nextID()
        formatIDs[size] = id
        // What reads the document may need a rate, and that of the document is the best guess.
        formats.append(Self.format(id, rate, size))
        return id
    }

    private mutating func nextID() -> String {
        defer { next += 1 }
        return "r\(next)"
    }

    private static func format(_ id: String, _ rate: FrameRate, _ size: EditSize?) -> MarkupElement {
        let duration = "\(rate.denominator)/\(rate.numerator)s"
        var element = MarkupElement("format", ["id": id, "frameDuration": duration])
        if let size {
            element.attributes["width"] = "\(size.width)"
            element.attributes["height"] = "\(size.height)"
        }
        return element
    }

    /// Final Cut wants addresses: a path from the root becomes one.
    private static func url(_ text: String) -> String {
        guard text.hasPrefix("/") else { return text }
        let plain = Set("/-_.~!$&'()*+,;=:@".utf8)
        let escaped = text.utf8.map { byte -> String in
            let isLetter = byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
            if byte.isDigit || isLetter || plain.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }
        return "file://" + escaped.joined()
    }
}
