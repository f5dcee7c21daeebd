/// How text is written with tags.
package enum SubtitleMarkup: Sendable, Hashable {
    /// A few tags as the web has them; what is not one of them is text.
    case subRip
    /// Everything in angle brackets is a tag, and characters that mean something have names.
    case webVTT
}

extension StyledText {
    /// Text with tags such as `<i>`. Tags for other things than the three styles are left out.
    package init(markup: String, _ kind: SubtitleMarkup) {
        self.init()
        var counts: [Character: Int] = [:]
        var rest = markup.replacing("\r\n", with: "\n")[...]
        while !rest.isEmpty {
            let text = rest.prefix { $0 != "<" && $0 != "{" }
            append(kind == .webVTT ? SubtitleEntities.resolved(text) : String(text), Self.style(counts))
            rest = rest[text.endIndex...]
            guard let character = rest.first else { return }
            guard let tag = kind.tag(at: rest) else {
                append(String(character), Self.style(counts))
                rest = rest.dropFirst()
                continue
            }
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }.lowercased()
            if character == "<", name.count == 1, let letter = name.first, "biu".contains(letter) {
                counts[letter] = max(0, counts[letter, default: 0] + (tag.hasPrefix("/") ? -1 : 1))
            }
            rest = rest[tag.endIndex...].dropFirst()
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
    func markup(_ kind: SubtitleMarkup) -> String {
        runs.map { run in
            var text = run.text
            if kind == .webVTT {
                text = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            }
            if run.style.contains(.underlined) { text = "<u>\(text)</u>" }
            if run.style.contains(.italic) { text = "<i>\(text)</i>" }
            if run.style.contains(.bold) { text = "<b>\(text)</b>" }
            return text
        }.joined()
    }
}

extension SubtitleMarkup {
    /// No tag is longer than this: looking further for its end would take forever in text without one.
    private static let longestTag = 1024

    /// What is between the brackets where a tag begins; nil where none does.
    fileprivate func tag(at text: Substring) -> Substring? {
        let isBrace = text.first == "{"
        // SubRip borrows the overrides of SubStation Alpha, such as `{\an8}`.
        guard !isBrace || self == .subRip && text.dropFirst().first == "\\" else { return nil }
        let body = text.dropFirst().prefix(Self.longestTag).prefix { $0 != (isBrace ? "}" : ">") }
        guard body.endIndex < text.endIndex, text[body.endIndex] == (isBrace ? "}" : ">") else { return nil }
        guard !isBrace, self == .subRip else { return body }
        let name = body.drop { $0 == "/" }.prefix { $0.isLetter }.lowercased()
        return ["b", "i", "u", "s", "font", "span", "br"].contains(name) ? body : nil
    }
}

/// Names of characters, as the web has them.
enum SubtitleEntities {
    private static let known: [Substring: String] = [
        "lt": "<", "gt": ">", "nbsp": "\u{a0}", "lrm": "\u{200e}", "rlm": "\u{200f}", "amp": "&", "quot": "\"",
        "apos": "'",
    ]

    /// Text with characters in the place of their names.
    static func resolved(_ text: Substring) -> String {
        var (result, rest) = ("", text)
        while !rest.isEmpty {
            let plain = rest.prefix { $0 != "&" }
            result += plain
            rest = rest[plain.endIndex...]
            guard !rest.isEmpty else { break }
            let name = rest.dropFirst().prefix(12).prefix { $0 != ";" && $0 != "&" }
            let isClosed = name.endIndex < rest.endIndex && rest[name.endIndex] == ";"
            if isClosed, let character = known[name] ?? number(name) {
                result += character
                rest = rest[name.endIndex...].dropFirst()
            } else {
                result += "&"
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static func number(_ name: Substring) -> String? {
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(Unicode.Scalar.init).flatMap { $0.value == 0 ? nil : String($0) }
    }
}
