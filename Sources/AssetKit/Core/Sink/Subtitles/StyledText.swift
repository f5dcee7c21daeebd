internal import Foundation

/// Text with the three styles that every kind of subtitle has. A plain value.
struct StyledText: Hashable, Sendable {
    struct Style: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        // The bits of timed text.
        static let bold = Style(rawValue: 1)
        static let italic = Style(rawValue: 2)
        static let underlined = Style(rawValue: 4)
    }

    struct Run: Hashable, Sendable {
        var text: String
        var style: Style = []
    }

    private(set) var runs: [Run] = []

    init() {}

    init(_ text: String) { append(text, []) }

    var isEmpty: Bool { runs.allSatisfy { $0.text.isEmpty } }
    var plain: String { runs.map(\.text).joined() }

    mutating func append(_ text: String, _ style: Style) {
        guard !text.isEmpty else { return }
        if let last = runs.last, last.style == style {
            runs[runs.count - 1].text += text
        } else {
            runs.append(Run(text: text, style: style))
        }
    }

    /// Text with tags such as `<i>`. Other tags are left out; `entities` are those of the web.
    init(markup: String, hasEntities: Bool) {
        var counts: [Character: Int] = [:]
        var rest = markup.replacing("\r\n", with: "\n")[...]
        while let character = rest.first {
            guard character == "<", let end = rest.firstIndex(of: ">") else {
                let part = rest.dropFirst().prefix { $0 != "<" }
                let text = String(rest[rest.startIndex..<part.endIndex])
                append(hasEntities ? Self.resolved(text) : text, Self.style(counts))
                rest = rest[part.endIndex...]
                continue
            }
            let tag = rest[rest.index(after: rest.startIndex)..<end].lowercased()
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }
            if name.count == 1, let letter = name.first, "biu".contains(letter) {
                counts[letter, default: 0] += tag.hasPrefix("/") ? -1 : 1
            }
            rest = rest[rest.index(after: end)...]
        }
    }

    private static func style(_ counts: [Character: Int]) -> Style {
        var style: Style = []
        if counts["b", default: 0] > 0 { style.insert(.bold) }
        if counts["i", default: 0] > 0 { style.insert(.italic) }
        if counts["u", default: 0] > 0 { style.insert(.underlined) }
        return style
    }

    /// Text with tags.
    func markup(hasEntities: Bool) -> String {
        runs.map { run in
            var text = run.text
            if hasEntities {
                text = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            }
            if run.style.contains(.underlined) { text = "<u>\(text)</u>" }
            if run.style.contains(.italic) { text = "<i>\(text)</i>" }
            if run.style.contains(.bold) { text = "<b>\(text)</b>" }
            return text
        }.joined()
    }

    private static func resolved(_ text: String) -> String {
        let entities = [
            ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{a0}"), ("&lrm;", "\u{200e}"), ("&rlm;", "\u{200f}"),
            ("&amp;", "&"),
        ]
        return entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}

extension StyledText {
    /// A sample of timed text or of QuickTime's text: a length, the text, and boxes of which one tells styles
    /// (3GPP TS 26.245, 5.17).
    init(timedText bytes: [UInt8]) {
        guard bytes.count >= 2 else { return }
        let count = Int(bytes[0]) << 8 | Int(bytes[1])
        let content = Array(bytes.dropFirst(2).prefix(count))
        let text = ISOText.text(content)
        let styles = Self.styles(bytes.dropFirst(2 + count))
        guard !styles.isEmpty else {
            append(text, [])
            return
        }
        // Places count characters.
        for (index, scalar) in text.unicodeScalars.enumerated() {
            append(String(scalar), styles.first { $0.range.contains(index) }?.style ?? [])
        }
    }

    /// The sample of timed text.
    var timedText: [UInt8] {
        let text = Array(plain.utf8.prefix(0xFFFF))
        var bytes: [UInt8] = []
        bytes.appendBig(UInt16(text.count))
        bytes += text
        var (records, place): ([UInt8], Int) = ([], 0)
        var count = 0
        for run in runs {
            let end = place + run.text.unicodeScalars.count
            if !run.style.isEmpty, end <= 0xFFFF {
                records.appendBig(UInt16(place))
                records.appendBig(UInt16(end))
                // The first font, its face, its size, white.
                records += [0, 1, run.style.rawValue, 18, 255, 255, 255, 255]
                count += 1
            }
            place = end
        }
        guard count > 0 else { return bytes }
        bytes.appendBig(UInt32(10 + records.count))
        bytes += Array("styl".utf8)
        bytes.appendBig(UInt16(count))
        return bytes + records
    }

    private static func styles(_ boxes: ArraySlice<UInt8>) -> [(range: Range<Int>, style: Style)] {
        var rest = boxes
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard (8...rest.count).contains(size) else { return [] }
            let body = Array(rest.prefix(size).dropFirst(8))
            if rest.dropFirst(4).starts(with: Array("styl".utf8)), body.count >= 2 {
                let count = Int(body[0]) << 8 | Int(body[1])
                return (0..<count).compactMap { index in
                    let start = 2 + index * 12
                    guard body.count >= start + 12 else { return nil }
                    let (from, to) = (
                        Int(body[start]) << 8 | Int(body[start + 1]), Int(body[start + 2]) << 8 | Int(body[start + 3])
                    )
                    return from < to ? (from..<to, Style(rawValue: body[start + 6] & 7)) : nil
                }
            }
            rest = rest.dropFirst(size)
        }
        return []
    }

    /// A line of SubStation Alpha as Matroska has it: eight fields and then the text, with overrides in braces.
    init(substation bytes: [UInt8]) {
        let fields = String(decoding: bytes, as: UTF8.self).split(
            separator: ",",
            maxSplits: 8,
            omittingEmptySubsequences: false
        )
        guard fields.count == 9 else { return }
        var (style, rest): (Style, Substring) = ([], fields[8])
        while let character = rest.first {
            if character == "{", let end = rest.firstIndex(of: "}") {
                for word in rest[..<end].dropFirst().split(separator: "\\") { Self.apply(word, to: &style) }
                rest = rest[rest.index(after: end)...]
            } else if character == "\\", let next = rest.dropFirst().first, "Nnh".contains(next) {
                append(next == "h" ? "\u{a0}" : "\n", style)
                rest = rest.dropFirst(2)
            } else {
                append(String(character), style)
                rest = rest.dropFirst()
            }
        }
    }

    private static func apply(_ word: Substring, to style: inout Style) {
        let styles: [Character: Style] = ["b": .bold, "i": .italic, "u": .underlined]
        guard let first = word.first else { return }
        if word == "r" { style = [] }
        guard let changed = styles[first], let number = Int(word.dropFirst()) else { return }
        if number == 0 { style.remove(changed) } else { style.insert(changed) }
    }
}
