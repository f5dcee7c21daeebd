import AssetKit

/// A picture that lies above an edit, as it is named on the command line: `logo.png@top-right:10%`, with its margin, or
/// `logo.png@top-right:20%x5%`, with its width and its margin.
struct OverlayArgument: Sendable {
    let file: String
    let position: AKSequence.Overlay.Position
    /// In parts of the frame's shorter side.
    let margin: Double
    /// In parts of the frame's width; nil for its own.
    let width: Double?

    /// An argument that is the name of a file is that file. Otherwise the name ends at the last `@`.
    init(_ text: String, _ verb: String, isFile: (String) -> Bool = { access($0, F_OK) == 0 }) throws(UsageError) {
        guard !text.isEmpty else { throw UsageError("--overlay needs a picture, such as logo.png", verb) }
        guard text != StandardOutput.name, !text.hasPrefix("\(StandardOutput.name)@") else {
            throw UsageError("--overlay needs a file, and \(quoted(StandardOutput.name)) is none", verb)
        }
        guard let end = Self.nameEnd(in: text, isFile) else {
            (file, position, margin, width) = (text, .bottomRight, 0.05, nil)
            return
        }
        file = String(text[..<end])
        let rest = String(text[text.index(after: end)...])
        let words = rest.lowercased().split(separator: ":", omittingEmptySubsequences: false)
        guard let position = words.first.flatMap({ AKSequence.Overlay.Position(rawValue: String($0)) }),
            words.count <= 2
        else {
            let names = AKSequence.Overlay.Position.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("\(quoted(rest)) is no place of an overlay; there are \(names)", verb)
        }
        self.position = position
        let sizes = words.count > 1 ? words[1].split(separator: "x", omittingEmptySubsequences: false) : []
        guard let parts = Self.parts(sizes), parts.count <= 2 else {
            let problem = "is neither a margin such as 10% nor a width and one, such as 20%x5%"
            throw UsageError("\(quoted(String(words[1]))) \(problem)", verb)
        }
        margin = parts.last ?? 0.05
        width = parts.count > 1 ? parts[0] : nil
    }

    /// Where the name of the file ends; nil where all is one. No place has a point or a slash in it: what is not there is meant
    /// to be a file then.
    private static func nameEnd(in text: String, _ isFile: (String) -> Bool) -> String.Index? {
        guard !isFile(text), let end = text.lastIndex(of: "@"), end > text.startIndex else { return nil }
        let place = text[text.index(after: end)...].prefix { $0 != ":" }
        return isFile(String(text[..<end])) || !place.contains { "./".contains($0) } ? end : nil
    }

    /// What percentages say; nil where something else stands there, or a width of nothing.
    private static func parts(_ words: [Substring]) -> [Double]? {
        var parts: [Double] = []
        for word in words {
            guard word.last == "%", let value = Double(word.dropLast()), (0...100).contains(value) else { return nil }
            parts.append(value / 100)
        }
        return parts.count == 2 && parts[0] == 0 ? nil : parts
    }
}
