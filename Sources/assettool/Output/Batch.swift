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

    /// What there is to print of one file.
    struct Outcome: Sendable {
        /// What `--json` shows.
        let documents: [JSON]
        /// What is printed without it, a result each.
        let results: [String]
    }

    /// Does the work for each file, and says at the end which have failed.
    ///
    /// Results are printed here, apart from the work: where nobody reads them, or there is no room for them, all files
    /// are made nevertheless.
    func run(
        _ console: Console,
        printsJSON: Bool,
        _ work: (Int, Progress) async throws -> Outcome
    ) async throws -> ExitCode {
        // How much media there is would be known only once all files are open.
        let reporter = ProgressReporter(progress, span: 0, console)
        defer { reporter.clear() }
        var (documents, failed): ([JSON], [String]) = ([], [])
        var printer = ResultPrinter(console)
        for (number, file) in files.enumerated() {
            try Task.checkCancellation()
            do {
                let part = Progress(reporter: reporter, number: number, count: files.count)
                let outcome = try await work(number, part)
                documents += outcome.documents
                reporter.clear()
                for result in outcome.results where !printsJSON { printer.print(result) }
            } catch let error where !(error is CancellationError) {
                let failure = FileFailure(file, sentence: Self.sentence(error))
                failed.append(file)
                documents.append(failure.json)
                reporter.report("assettool: \(failure.sentence)")
                // Work that succeeds tells its end itself.
                reporter.update(fraction: Double(number + 1) / Double(files.count), position: .zero)
            }
        }
        reporter.clear()
        if printsJSON { printer.print(JSON.array(documents).text) }
        if !failed.isEmpty {
            let names = failed.map { quoted($0) }.joined(separator: ", ")
            console.report("assettool: \(failed.count) of \(files.count) files failed: \(names)")
        }
        if let failure = printer.failure { console.report("assettool: \(failure.message)") }
        return failed.isEmpty && printer.failure == nil ? .done : .failed
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
        guard files.count > 1 else {
            return pattern.hasName ? OutputNames.names(pattern, for: inputs)[0] : [pattern.text]
        }
        try check(pattern, for: files, verb, numbersInputs: true)
        let names = (0..<files.count).map { pattern.name(number: $0 + 1, time: .zero, input: inputs[$0].name) }
        try OutputNames.checkDistinct(names, verb)
        return names
    }

    /// Refuses what several files cannot have in common, whatever becomes of them. `numbersInputs`: `%d` tells them apart,
    /// because it counts them and not what is made of each.
    static func check(
        _ pattern: OutputPattern,
        for files: [String],
        _ verb: String,
        numbersInputs: Bool
    ) throws(UsageError) {
        guard files.count > 1 else { return }
        guard pattern.text != StandardOutput.name else {
            throw UsageError("'-o -' is for one file, but \(quoted(files[1])) follows", verb)
        }
        guard pattern.hasName || numbersInputs && pattern.hasNumber else {
            throw UsageError("several files need names of their own: put %n into -o, as in '%n.mp4'", verb)
        }
        guard files.count(where: FileArgument.readsStandardInput) < 2 else {
            throw UsageError("standard input can be read once only", verb)
        }
    }
}

/// Prints results as long as that is possible, and never stops the work that they are of.
struct ResultPrinter {
    private let console: Console
    /// Somebody may still read them.
    private var isRead = true
    /// Why they cannot be printed any more.
    private(set) var failure: WorkError?

    init(_ console: Console) { self.console = console }

    /// Prints a result; nothing when nobody reads any more, nor behind one that has failed.
    mutating func print(_ result: String) {
        guard isRead, failure == nil else { return }
        do throws(WorkError) {
            if let offer = console.offer { isRead = try offer(result) } else { try console.write(result) }
        } catch {
            failure = error
        }
    }
}
