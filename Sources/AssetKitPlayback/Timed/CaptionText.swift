internal import AssetKitBase
internal import AssetKitMedia
internal import Foundation

/// The text of samples of subtitles, without the ways that formats have to style it.
enum CaptionText {
    /// The texts of a sample, one for each cue; none where nothing shows, and nil for what is no text.
    static func texts(_ bytes: [UInt8], _ format: CMFormatDescription) -> [String]? {
        guard let codec = CodecTraits.ofDescription(format.mediaSubType.rawValue)?.codec else { return nil }
        let texts: [String]
        switch codec {
        case .timedText, .text: texts = [timedText(bytes)]
        case .subRip: texts = [plain(String(decoding: bytes, as: UTF8.self))]
        case .webVTT: texts = (cues(bytes) ?? [String(decoding: bytes, as: UTF8.self)]).map(plain)
        case .ass: texts = [event(String(decoding: bytes, as: UTF8.self))]
        default: return nil
        }
        return texts.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    }

    /// Its length in 16 bits, UTF-8 or UTF-16 with a mark, and boxes of styles behind it (3GPP TS 26.245, 5.17).
    private static func timedText(_ bytes: [UInt8]) -> String {
        guard bytes.count >= 2 else { return "" }
        let text = bytes[2...].prefix(Int(bytes[0]) << 8 | Int(bytes[1]))
        let isWide = text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE])
        if isWide { return String(data: Data(text), encoding: .utf16) ?? "" }
        return String(decoding: text, as: UTF8.self).replacing("\r", with: "\n")
    }

    /// The payloads of a sample of boxes (ISO/IEC 14496-30); nil where it is none.
    private static func cues(_ bytes: [UInt8]) -> [String]? {
        guard let boxes = boxes(bytes[...]) else { return nil }
        return boxes.filter { $0.name == "vttc" }.compactMap { box in
            self.boxes(box.content)?.first { $0.name == "payl" }.map { String(decoding: $0.content, as: UTF8.self) }
        }
    }

    private static func boxes(_ bytes: ArraySlice<UInt8>) -> [(name: String, content: ArraySlice<UInt8>)]? {
        var (rest, found): (ArraySlice<UInt8>, [(name: String, content: ArraySlice<UInt8>)]) = (bytes, [])
        while !rest.isEmpty {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard rest.count >= 8, (8...rest.count).contains(size) else { return nil }
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            found.append((name, rest.dropFirst(8).prefix(size - 8)))
            rest = rest.dropFirst(size)
        }
        return found
    }

    /// What stands behind the eight fields that Matroska keeps of an event of SubStation Alpha.
    private static func event(_ line: String) -> String {
        let fields = line.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
        guard fields.count == 9 else { return "" }
        return without(fields[8], between: "{", and: "}").replacing("\\N", with: "\n").replacing("\\n", with: "\n")
            .replacing("\\h", with: " ")
    }

    private static let entities: [(name: String, text: String)] = [
        ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{A0}"), ("&lrm;", "\u{200E}"), ("&rlm;", "\u{200F}"),
        // Last, so that what it makes is not taken for another one.
        ("&amp;", "&"),
    ]

    private static func plain(_ text: String) -> String {
        var result = without(without(text[...], between: "{\\", and: "}")[...], between: "<", and: ">")
        for (name, text) in entities { result = result.replacing(name, with: text) }
        return result.replacing("\r\n", with: "\n")
    }

    /// Without tags. An opening mark that nothing closes is text.
    private static func without(_ text: Substring, between start: String, and end: String) -> String {
        var (rest, result) = (text, "")
        while let open = rest.range(of: start), let close = rest[open.upperBound...].range(of: end) {
            result += rest[..<open.lowerBound]
            rest = rest[close.upperBound...]
        }
        return result + rest
    }
}
