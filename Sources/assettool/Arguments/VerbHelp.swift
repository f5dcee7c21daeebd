/// What help says about one verb. The argument parser works from the same list, so help cannot be wrong about options.
struct VerbHelp {
    let name: String
    let summary: String
    let synopsis: [String]
    let details: [String]
    let options: [OptionSpec]
    let shortNames: [Character: String]
    /// Command lines that work in the package folder, and what each one does.
    let examples: [(command: String, purpose: String)]

    init(
        name: String,
        summary: String,
        synopsis: [String],
        details: [String] = [],
        options: [OptionSpec],
        shortNames: [Character: String] = [:],
        examples: [(command: String, purpose: String)]
    ) {
        self.name = name
        self.summary = summary
        self.synopsis = synopsis
        self.details = details
        self.options = options
        self.shortNames = shortNames
        self.examples = examples
    }

    private static let lineWidth = 120

    var allOptions: [OptionSpec] {
        let own = Set(options.map(\.name))
        return options + OptionSpec.common.filter { !own.contains($0.name) }
    }

    /// The option that is written like this: with its name, with a letter such as `-o`, or with a name from elsewhere.
    func option(_ written: String) -> OptionSpec? {
        let all = allOptions
        if let found = all.first(where: { "--\($0.name)" == written }) { return found }
        if written.count == 2, let letter = written.last {
            let name = shortNames[letter] ?? OptionSpec.commonLetters[letter]
            return all.first { $0.name == name }
        }
        guard written.hasPrefix("--"), let name = OptionSpec.aliases[String(written.dropFirst(2))] else { return nil }
        return all.first { $0.name == name }
    }

    var text: String {
        var lines = ["assettool \(name): \(summary)", ""]
        lines += synopsis.enumerated().map { ($0.offset == 0 ? "usage: " : "       ") + $0.element }
        if !details.isEmpty { lines += [""] + details }
        let width = allOptions.map(\.usage.count).max() ?? 0
        lines += ["", "options:"]
        lines += allOptions.flatMap { option in
            wrapped(option.summary, to: Self.lineWidth - width - 4).enumerated().map { row, words in
                "  \(padded(row == 0 ? option.usage : "", to: width))  \(words)"
            }
        }
        lines += ["", "examples:"]
        for example in examples { lines += ["  \(example.command)", "      \(example.purpose)"] }
        return lines.joined(separator: "\n")
    }
}

/// `text` with spaces up to `width`.
func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

/// `text` in lines of at most `width`, broken at spaces.
private func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
        if let last = lines.last, last.count + 1 + word.count <= width {
            lines[lines.count - 1] = "\(last) \(word)"
        } else {
            lines.append(String(word))
        }
    }
    return lines
}
