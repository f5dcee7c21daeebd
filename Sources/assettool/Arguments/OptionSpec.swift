/// One option of a verb: how it is written, and the line that help gives it.
struct OptionSpec {
    /// The name without its two dashes.
    let name: String
    /// What stands for the value in help; nil for a switch.
    let value: String?
    let summary: String
    /// The value may be left out: then it is empty, and what follows is another option or nothing.
    let isValueOptional: Bool

    init(_ name: String, value: String? = nil, isValueOptional: Bool = false, _ summary: String) {
        self.name = name
        self.value = value
        self.isValueOptional = isValueOptional
        self.summary = summary
    }

    /// The option as help writes it: `--rate R`.
    var usage: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
}

extension OptionSpec {
    /// What every verb takes, besides what it lists itself.
    static let common: [OptionSpec] = [.quiet, .verbose, .help]

    /// Letters that mean the same in every verb that has the option.
    static let commonLetters: [Character: String] = ["h": "help", "q": "quiet", "v": "verbose", "y": "overwrite"]

    /// Spellings that people know from elsewhere. Help does not list them.
    static let aliases = ["start": "from", "end": "to"]

    static let verbose = OptionSpec("verbose", "say more, such as what the libraries underneath report; also -v")
    static let json = OptionSpec("json", "print the whole result as one JSON document; a failure is {\"error\": \"…\"}")
    static let help = OptionSpec("help", "print this help")
}
