/// One job of the tool. Parsing is pure; `run` does the work and prints through the console.
protocol Verb: Sendable {
    static var help: VerbHelp { get }

    init(_ arguments: ParsedArguments) throws(UsageError)

    /// Does the job and answers the exit code.
    func run(_ console: Console) async throws -> ExitCode
}
