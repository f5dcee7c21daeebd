/// Text with the three styles that every kind of subtitle has. A plain value.
package struct StyledText: Hashable, Sendable {
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
    package var plain: String { runs.map(\.text).joined() }

    mutating func append(_ text: some StringProtocol, _ style: Style) {
        guard !text.isEmpty else { return }
        if let last = runs.last, last.style == style {
            runs[runs.count - 1].text += text
        } else {
            runs.append(Run(text: String(text), style: style))
        }
    }

    mutating func append(_ other: StyledText) {
        for run in other.runs { append(run.text, run.style) }
    }

    /// Without empty space around it.
    var trimmed: StyledText {
        var result = self
        while let first = result.runs.first {
            let rest = first.text.drop(while: \.isWhitespace)
            result.runs[0].text = String(rest)
            guard rest.isEmpty else { break }
            result.runs.removeFirst()
        }
        while let last = result.runs.last {
            var rest = last.text[...]
            while rest.last?.isWhitespace ?? false { rest.removeLast() }
            result.runs[result.runs.count - 1].text = String(rest)
            guard rest.isEmpty else { break }
            result.runs.removeLast()
        }
        return result
    }
}
