extension StyledText {
    /// A line of SubStation Alpha as Matroska has it: eight fields and then the text, with overrides in braces.
    init(substation bytes: [UInt8]) {
        self.init()
        let fields = String(decoding: bytes, as: UTF8.self).split(
            separator: ",",
            maxSplits: 8,
            omittingEmptySubsequences: false
        )
        guard fields.count == 9 else { return }
        var (state, rest) = (SubstationState(), fields[8])
        var isLastBrace = false
        while !rest.isEmpty {
            let text = rest.prefix { $0 != "{" && $0 != "\\" }
            if !state.isDrawing { append(text, state.style) }
            rest = rest[text.endIndex...]
            guard let character = rest.first else { return }
            if character == "{", !isLastBrace, let end = rest.firstIndex(of: "}") {
                for word in rest[..<end].dropFirst().split(separator: "\\") { state.apply(word) }
                rest = rest[rest.index(after: end)...]
                continue
            }
            // A brace that nothing closes is text, and so are all behind it.
            if character == "{" { isLastBrace = true }
            let mark = character == "\\" ? rest.dropFirst().first : nil
            let replacement = mark.flatMap { ["N": "\n", "n": "\n", "h": "\u{a0}"][$0] }
            if !state.isDrawing { append(replacement ?? String(character), state.style) }
            rest = rest.dropFirst(replacement == nil ? 1 : 2)
        }
    }
}

/// What overrides have set so far.
private struct SubstationState {
    var style: StyledText.Style = []
    /// What follows are the lines of a drawing, not text.
    var isDrawing = false

    mutating func apply(_ word: Substring) {
        let styles: [Character: StyledText.Style] = ["b": .bold, "i": .italic, "u": .underlined]
        guard let first = word.first else { return }
        if first == "r" { style = [] }
        guard let number = Int(word.dropFirst()) else { return }
        if first == "p" { isDrawing = number > 0 }
        guard let changed = styles[first] else { return }
        // Weights count hundreds; from 600 on letters are bold.
        let isSet = number == 1 || first == "b" && number >= 600
        if isSet { style.insert(changed) } else { style.remove(changed) }
    }
}
