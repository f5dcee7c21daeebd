/// One option of a verb: how it is written, and the line that help gives it.
struct OptionSpec {
    /// The name without its two dashes.
    let name: String
    /// What stands for the value in help; nil for a switch.
    let value: String?
    let summary: String

    init(_ name: String, value: String? = nil, _ summary: String) {
        self.name = name
        self.value = value
        self.summary = summary
    }

    /// The option as help writes it: `--rate R`.
    var usage: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
}

extension OptionSpec {
    static let json = OptionSpec("json", "print the whole result as one JSON document")
    static let help = OptionSpec("help", "print this help")
}
