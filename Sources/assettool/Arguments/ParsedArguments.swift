/// A verb's arguments, sorted into options and the rest. The order of each is kept.
struct ParsedArguments {
    struct Option {
        let name: String
        let value: String
    }

    private(set) var positionals: [String] = []
    private(set) var options: [Option] = []

    /// Sorts `arguments` by what `help` lists.
    ///
    /// `--name value` and `--name=value` mean the same, `--` ends the options, a lone `-` is standard input or output,
    /// and a dash before a digit, a point or a parenthesis begins a time, not an option. An option of the verb is not taken for the
    /// value of the one before it, which was forgotten.
    init(_ arguments: [String], for help: VerbHelp) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                positionals += rest
                return
            }
            guard Self.isOption(argument) else {
                positionals.append(argument)
                continue
            }
            try parse(option: argument, &rest, help)
        }
    }

    private static func isOption(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), let second = argument.dropFirst().first else { return false }
        return !(second.isNumber || second == "." || second == "(" || second == " ")
    }

    /// `--name=value` as its two parts.
    private static func split(_ option: String) -> (written: String, attached: String?) {
        let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
    }

    private mutating func parse(option: String, _ rest: inout ArraySlice<String>, _ help: VerbHelp) throws(UsageError) {
        let (written, attached) = Self.split(option)
        guard let spec = help.option(written) else {
            if written.hasPrefix("--"), let other = Assettool.verbs.first(where: { $0.help.option(written) != nil }) {
                throw UsageError(
                    complete: "\(help.name) has no option '\(written)'; 'assettool \(other.help.name)' has it"
                )
            }
            let known = help.allOptions.map { "--\($0.name)" }
            throw UsageError(
                "there is no option '\(written)'",
                suggestion: nearest(to: written, among: known),
                help.name
            )
        }
        guard spec.value != nil else {
            guard attached == nil else { throw UsageError("option '\(written)' takes no value", help.name) }
            options.append(Option(name: spec.name, value: ""))
            return
        }
        if spec.isValueOptional, attached == nil, rest.first.map(Self.isOption) ?? true {
            options.append(Option(name: spec.name, value: ""))
            return
        }
        if attached == nil, let next = rest.first, Self.isOption(next), help.option(Self.split(next).written) != nil {
            // A value that is written like an option is attached: `--name=-o`.
            let problem = "option '\(written)' needs a value, but the option '\(next)' follows: \(spec.usage)"
            throw UsageError(problem, help.name)
        }
        guard let value = attached ?? rest.popFirst() else {
            throw UsageError("option '\(written)' needs a value: \(spec.usage)", help.name)
        }
        options.append(Option(name: spec.name, value: value))
    }

    /// Whether a switch is given.
    func has(_ name: String) -> Bool { options.contains { $0.name == name } }

    /// The person wants to hear more.
    var isVerbose: Bool { has(OptionSpec.verbose.name) }

    /// The value of an option; the last one counts when it is given several times.
    func value(of name: String) -> String? { options.last { $0.name == name }?.value }

    /// Refuses several values of an option of a verb whose options take one each.
    func refuseSeveralValues(_ verb: String) throws(UsageError) {
        let option = options.first { option in values(of: option.name).contains { $0 != option.value } }
        guard let option else { return }
        throw UsageError("--\(option.name) is given several times, each time otherwise, and takes one value", verb)
    }

    /// The values of an option that may be given several times, in their order.
    func values(of name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }
}
