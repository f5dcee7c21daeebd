internal import AssetKitBitstream

/// A cue of WebVTT without its times.
struct WebVTTCue: Hashable, Sendable {
    var identifier = ""
    var settings = ""
    var text = ""
}

/// Samples of WebVTT as ISO media have them (ISO/IEC 14496-30, 6.2): boxes, one for each cue that shows meanwhile.
enum WebVTTSample {
    /// The cues of a sample; none of one where nothing shows, and nil of bytes that are no boxes of this kind.
    static func cues(_ bytes: [UInt8]) -> [WebVTTCue]? {
        guard let boxes = boxes(bytes[...]), !boxes.isEmpty,
            boxes.allSatisfy({ ["vttc", "vtte", "vttx", "vtta"].contains($0.name) })
        else { return nil }
        return boxes.filter { $0.name == "vttc" }.map { cue(boxes: Self.boxes($0.content) ?? []) }
    }

    /// The sample in which cues show.
    static func sample(_ cues: [WebVTTCue]) -> [UInt8] {
        guard !cues.isEmpty else { return box("vtte", []) }
        return cues.flatMap { cue -> [UInt8] in
            var content: [UInt8] = []
            if !cue.identifier.isEmpty { content += box("iden", Array(cue.identifier.utf8)) }
            if !cue.settings.isEmpty { content += box("sttg", Array(cue.settings.utf8)) }
            content += box("payl", Array(cue.text.utf8))
            return box("vttc", content)
        }
    }

    private static func cue(boxes: [(name: String, content: ArraySlice<UInt8>)]) -> WebVTTCue {
        func text(_ name: String) -> String {
            boxes.first { $0.name == name }.map { String(decoding: $0.content, as: UTF8.self) } ?? ""
        }
        return WebVTTCue(identifier: text("iden"), settings: text("sttg"), text: text("payl"))
    }

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBig(UInt32(content.count + 8))
        return bytes + Array(name.utf8) + content
    }

    private static func boxes(_ bytes: ArraySlice<UInt8>) -> [(name: String, content: ArraySlice<UInt8>)]? {
        var (rest, found): (ArraySlice<UInt8>, [(name: String, content: ArraySlice<UInt8>)]) = (bytes, [])
        while !rest.isEmpty {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard rest.count >= 8, (8...rest.count).contains(size) else { return nil }
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            found.append((name, rest.prefix(size).dropFirst(8)))
            rest = rest.dropFirst(size)
        }
        return found
    }
}
