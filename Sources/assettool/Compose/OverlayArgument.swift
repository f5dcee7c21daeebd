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
        guard !isFile(text), let place = text.lastIndex(of: "@"), place > text.startIndex else {
            (file, position, margin, width) = (text, .bottomRight, 0.05, nil)
            return
        }
        file = String(text[..<place])
        let words = text[text.index(after: place)...].split(separator: ":", omittingEmptySubsequences: false)
        guard let position = words.first.flatMap({ AKSequence.Overlay.Position(rawValue: String($0)) }),
            words.count <= 2
        else {
            let names = AKSequence.Overlay.Position.allCases.map(\.rawValue).joined(separator: ", ")
            let rest = String(text[text.index(after: place)...])
            throw UsageError("\(quoted(rest)) is no place of an overlay; there are \(names)", verb)
        }
        self.position = position
        let sizes = words.count > 1 ? words[1].split(separator: "x", omittingEmptySubsequences: false) : []
        guard let parts = Self.parts(sizes), parts.count <= 2 else {
            let rest = String(words[1])
            throw UsageError(
                "\(quoted(rest)) is neither a margin such as 10% nor a width and one, such as 20%x5%",
                verb
            )
        }
        margin = parts.last ?? 0.05
        width = parts.count > 1 ? parts[0] : nil
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
