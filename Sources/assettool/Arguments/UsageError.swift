/// The command line is wrong: exit code 2.
struct UsageError: Error {
    let message: String

    /// - Parameters:
    ///   - problem: what is wrong, as a clause without a full stop.
    ///   - suggestion: the nearest thing that would be right.
    ///   - verb: whose help says more.
    init(_ problem: String, suggestion: String? = nil, _ verb: String? = nil) {
        let hint =
            suggestion.map { "; did you mean '\($0)'?" } ?? "; see 'assettool help\(verb.map { " " + $0 } ?? "")'"
        message = printable(problem + hint)
    }

    /// A message that is complete as it stands, line breaks and all: whoever makes it keeps control characters out.
    init(complete message: String) { self.message = message }
}
