/// One job of the tool. Parsing is pure; `run` does the work and prints through the console.
protocol Verb: Sendable {
    static var help: VerbHelp { get }

    init(_ arguments: ParsedArguments) throws(UsageError)

    /// Does the job and answers the exit code.
    func run(_ console: Console) async throws -> ExitCode
}

/// How the process ends.
enum ExitCode: Int32 {
    case done = 0
    case failed = 1
    case wrongCommandLine = 2
    case interrupted = 130
    case terminated = 143
}
