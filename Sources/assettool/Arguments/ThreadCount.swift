/// How many processors a verb may take.
enum ThreadCount {
    /// The value of `--threads`; nil where nothing is said.
    static func read(_ arguments: ParsedArguments, _ verb: String) throws(UsageError) -> Int? {
        guard let text = arguments.value(of: OptionSpec.threads.name) else { return nil }
        guard text.allSatisfy(\.isASCIIDigit), let count = Int(text), (1...4096).contains(count) else {
            throw UsageError("\(quoted(text)) is not a number from 1 to 4096 for --threads", verb)
        }
        return count
    }
}

extension OptionSpec {
    static let threads = OptionSpec(
        "threads",
        value: "N",
        "processors to use at most; OUT is the same, but for AV1 at a bit rate, which differs each time (default: all)"
    )
}
