import AssetKit

@main
enum Assettool {
    static func main() async {
        // A reader that goes away shows up as a failed write, which ends the program quietly.
        signal(SIGPIPE, SIG_IGN)
        // So does a file that may not become larger: it is an error with a sentence, and not the end.
        signal(SIGXFSZ, SIG_IGN)
        StandardOutput.occupyClosedStreams()
        AKProcessMemory.returnLargeBlocks()
        let arguments = Array(CommandLine.arguments.dropFirst())
        let code = await Interruption.supervise {
            guard let word = CommandLine.firstIllegible else { return await run(arguments, Console.standard) }
            let sentence = "\(quoted(word)) is not UTF-8, and other names of files cannot be given; rename the file"
            return fail(sentence, .wrongCommandLine, arguments, Console.standard)
        }
        exit(code.rawValue)
    }

    static let verbs: [any Verb.Type] = [
        InfoVerb.self, ThumbnailVerb.self, WaveformVerb.self, TrimVerb.self, ExportVerb.self, PresetsVerb.self,
        ConcatVerb.self, ComposeVerb.self, PlayVerb.self, DevicesVerb.self, RecordVerb.self, SnapshotVerb.self,
        RecoverVerb.self, TimeVerb.self,
    ]

    /// Runs one command line. Everything but ending the process happens in here, so that tests can do without one.
    static func run(_ arguments: [String], _ console: Console) async -> ExitCode {
        do {
            return try await dispatch(arguments, console)
        } catch is ReaderIsGone {
            return .done
        } catch is CancellationError {
            // Whoever pressed Ctrl-C knows.
            return .interrupted
        } catch let error as UsageError {
            return fail(error.message, .wrongCommandLine, arguments, console)
        } catch let error as WorkError {
            return fail(error.message, .failed, arguments, console)
        } catch {
            return fail(printable("\(error)"), .failed, arguments, console)
        }
    }

    /// Says what went wrong: to the person, and to a program that waits for JSON.
    private static func fail(
        _ message: String,
        _ code: ExitCode,
        _ arguments: [String],
        _ console: Console
    ) -> ExitCode {
        console.report("assettool: \(message)")
        // The command line may be one that cannot be parsed.
        if arguments.prefix(while: { $0 != "--" }).contains("--\(OptionSpec.json.name)") {
            // Where results cannot be written any more, the sentence is all there can be.
            try? console.write(JSON.object([("error", .string(message))]).text)
        }
        return code
    }

    private static func dispatch(_ arguments: [String], _ console: Console) async throws -> ExitCode {
        let name = arguments.first ?? "help"
        let rest = Array(arguments.dropFirst())
        switch name {
        case "--help", "-h":
            try expectNothing(more: rest, than: name)
            try console.write(overview)
        case "help":
            guard let topic = rest.first, !["--help", "-h"].contains(topic) else {
                return try await dispatch(["-h"], console)
            }
            let help = try verb(named: topic).help
            try expectNothing(more: Array(rest.dropFirst()), than: "help \(topic)")
            try console.write(help.text)
        case "--version":
            try expectNothing(more: rest, than: name)
            try console.write("assettool \(version)")
        default: return try await run(verb(named: name), rest, console)
        }
        return .done
    }

    private static func expectNothing(more arguments: [String], than command: String) throws(UsageError) {
        guard let first = arguments.first else { return }
        throw UsageError("'assettool \(command)' takes nothing more, but '\(first)' follows")
    }

    private static func run(_ verb: any Verb.Type, _ arguments: [String], _ console: Console) async throws -> ExitCode {
        let parsed = try ParsedArguments(arguments, for: verb.help)
        guard !parsed.has(OptionSpec.help.name) else {
            try console.write(verb.help.text)
            return .done
        }
        guard !parsed.has(OptionSpec.quiet.name) || !parsed.isVerbose else {
            throw UsageError("--quiet and --verbose contradict each other", verb.help.name)
        }
        let job = try verb.init(parsed)
        if parsed.isVerbose { console.followLibraries() }
        return try await job.run(console)
    }

    private static func verb(named name: String) throws(UsageError) -> any Verb.Type {
        if let verb = verbs.first(where: { $0.help.name == name }) { return verb }
        throw UsageError("there is no verb '\(name)'", suggestion: nearest(to: name, among: verbs.map { $0.help.name }))
    }

    static let version = "0.1.0"

    static var overview: String {
        let width = verbs.map { $0.help.name.count }.max() ?? 0
        let list = verbs.map { "  \(padded($0.help.name, to: width))  \($0.help.summary)" }
        return """
            assettool: exact media work on the command line

            usage: assettool VERB [ARGUMENT…]
                   assettool help VERB

            verbs:
            \(list.joined(separator: "\n"))

            Results go to standard output, everything else to standard error.
            Every verb knows -q (--quiet) and -v (--verbose), and -y (--overwrite) where it writes. With --json a run that
            fails prints {"error": "…"} on standard output besides the sentence on standard error; one of several files that
            fails has its "error" where its result would be.
            Exit codes: 0 done, 1 the work failed, 2 the command line is wrong, 129 the terminal is gone, 130 interrupted,
            143 terminated.
            """
    }
}

extension CommandLine {
    /// The first argument that is not UTF-8, as far as it can be shown: what ``arguments`` makes of it is the name of another file.
    fileprivate static var firstIllegible: String? {
        arguments.indices.first { place in
            place < argc && unsafeArgv[place].map { String(validatingCString: $0) == nil } ?? false
        }.map { arguments[$0] }
    }
}
