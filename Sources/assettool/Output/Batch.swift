import AssetKit

/// The same work for several files, one after the other. One that fails does not stop the others.
struct Batch: Sendable {
    /// The names of the files, as the command line has them.
    let files: [String]
    let progress: ProgressMode

    /// How far all of it is.
    struct Progress: Sendable {
        let reporter: ProgressReporter
        let number: Int
        let count: Int

        func update(fraction: Double, position: CMTime) {
            reporter.update(fraction: (Double(number) + fraction) / Double(max(1, count)), position: position)
        }
    }

    /// Does the work for each file, and says at the end which have failed. `work` answers what `--json` shows of a file.
    func run(
        _ console: Console,
        printsJSON: Bool,
        _ work: (Int, Progress) async throws -> [JSON]
    ) async throws -> ExitCode {
        // How much media there is would be known only once all files are open.
        let reporter = ProgressReporter(progress, span: 0, console)
        defer { reporter.clear() }
        var (documents, failed): ([JSON], [String]) = ([], [])
        for (number, file) in files.enumerated() {
            try Task.checkCancellation()
            do {
                let part = Progress(reporter: reporter, number: number, count: files.count)
                documents += try await work(number, part)
            } catch let error where !(error is CancellationError) {
                let failure = FileFailure(file, sentence: Self.sentence(error))
                failed.append(file)
                documents.append(failure.json)
                reporter.report("assettool: \(failure.sentence)")
            }
            reporter.update(fraction: Double(number + 1) / Double(files.count), position: .zero)
        }
        reporter.clear()
        if printsJSON { try console.write(JSON.array(documents).text) }
        guard !failed.isEmpty else { return .done }
        let names = failed.map { quoted($0) }.joined(separator: ", ")
        console.report("assettool: \(failed.count) of \(files.count) files failed: \(names)")
        return .failed
    }

    private static func sentence(_ error: any Error) -> String {
        (error as? UsageError)?.message ?? (error as? WorkError)?.message ?? error.localizedDescription
    }

    /// The name of the output of each file; of one file alone `%n` is all that is not its own name. Refuses names by which
    /// two inputs would become one output.
    static func names(
        _ pattern: OutputPattern,
        for files: [String],
        _ verb: String
    ) throws(UsageError) -> [String] {
        let inputs = files.map { (name: PathText.inputName($0), times: [CMTime.zero]) }
        guard files.count > 1 else { return pattern.hasName ? OutputNames.names(pattern, for: inputs)[0] : [pattern.text] }
        guard pattern.text != StandardOutput.name else {
            throw UsageError("'-o -' is for one file, but \(quoted(files[1])) follows", verb)
        }
        guard pattern.hasName || pattern.hasNumber else {
            throw UsageError("several files need names of their own: put %n into -o, as in '%n.mp4'", verb)
        }
        guard files.count(where: { $0 == "-" }) < 2 else {
            throw UsageError("standard input can be read once only", verb)
        }
        let names = (0..<files.count).map { pattern.name(number: $0 + 1, time: .zero, input: inputs[$0].name) }
        try OutputNames.checkDistinct(names, verb)
        return names
    }
}
