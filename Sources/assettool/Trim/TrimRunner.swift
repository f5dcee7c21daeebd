import AssetKit

/// Cuts one file as the command line says.
struct TrimRunner: Sendable {
    let options: TrimOptions
    /// What the outputs of other inputs are called.
    var taken = TakenNames()

    /// A file that is to be made, and what of the input goes into it.
    struct Job: Sendable {
        var name: String
        var ranges: [CMTimeRange]
        /// Who reads a stream cannot look at its end first.
        var isStreamed: Bool { name == StandardOutput.name }
    }

    func run(_ console: Console, _ batch: Batch.Progress? = nil) async throws -> [TrimReport] {
        let asset = try FileArgument.asset(
            options.file,
            isPrecise: true,
            allowsReferences: options.allowsReferences,
            console
        )
        let input = try await TrimInput(asset, options)
        let jobs = try self.jobs(try await ranges(input))
        let inputs = options.files.compactMap { FileIdentity(path: $0) }
        let targets = try options.isDryRun ? [] : jobs.map { try target($0.name, inputs) }
        let span = jobs.flatMap(\.ranges).reduce(CMTime.zero) { $0 + $1.duration }
        let reporter = batch?.reporter ?? ProgressReporter(options.progress, span: span.seconds, console)
        let whole = batch ?? Batch.Progress(reporter: reporter, number: 0, count: 1)
        defer { reporter.clear() }
        var reports: [TrimReport] = []
        for (number, job) in jobs.enumerated() {
            try Task.checkCancellation()
            let progress = JobProgress(number: number, count: jobs.count, ranges: job.ranges, whole: whole)
            let maker = TrimMaker(asset: asset, options: options, job: job)
            do {
                var report = try await maker.make(at: options.isDryRun ? nil : targets[number], progress)
                report.warnings = job.ranges.compactMap { $0.note(ofEnd: input.times.duration) } + report.warnings
                reports.append(report)
                if !options.isDryRun || batch != nil { progress.end() }
            } catch {
                throw sentence(about: error)
            }
        }
        return reports
    }

    /// The files to make. Only the ranges tell how many there are, so names meet those of other inputs here at last.
    private func jobs(_ ranges: [CMTimeRange]) throws -> [Job] {
        let jobs = try namedJobs(ranges)
        guard let name = taken.take(jobs.map(\.name)) else { return jobs }
        let advice = "trim it by itself, with another name"
        throw WorkError(
            message: "cannot trim \(quoted(options.file)): two outputs would be \(quoted(name)); \(advice)"
        )
    }

    private func namedJobs(_ ranges: [CMTimeRange]) throws(UsageError) -> [Job] {
        let input = PathText.inputName(options.file)
        guard options.splits else {
            let name = options.output.name(number: 1, time: ranges.first?.start ?? .zero, input: input)
            return [Job(name: name, ranges: ranges)]
        }
        let names = OutputNames.names(options.output, for: [(input, ranges.map(\.start))])[0]
        try OutputNames.checkDistinct(names, TrimOptions.verb)
        return zip(names, ranges).map { Job(name: $0, ranges: [$1]) }
    }

    private func ranges(_ input: TrimInput) async throws -> [CMTimeRange] {
        do {
            let found = TrimRanges(selection: options.selection, times: input.times, chapters: input.chapters)
            let ranges = try found.ranges()
            switch options.selection {
            case .every, .chapters: return try await input.snapped(ranges, options)
            case .range, .keep, .cut: return ranges
            }
        } catch {
            throw sentence(about: error)
        }
    }

    private func target(_ name: String, _ inputs: [FileIdentity]) throws(WorkError) -> OutputTarget {
        try OutputTarget(name, overwrites: options.overwrites, inputs: inputs)
    }

    /// What went wrong, in one sentence that names the file.
    private func sentence(about error: any Error) -> any Error {
        guard !(error is CancellationError), !(error is UsageError) else { return error }
        // Other sentences may name files that nobody has asked for.
        if let error = error as? AVError, error.writtenFile != nil {
            return WorkError(message: printable(error.localizedDescription), because: error)
        }
        let reason = printable(FileFailure.reason(error))
        return WorkError(message: "cannot trim \(quoted(options.file)): \(reason)", because: error)
    }
}

/// Shows how far one of several jobs is.
struct JobProgress: Sendable {
    let number: Int
    let count: Int
    let ranges: [CMTimeRange]
    let whole: Batch.Progress

    /// Tells how far the work is. Its end is told by `end` alone, once the file is there.
    func update(_ fraction: Double) {
        if fraction < 1 { tell(fraction) }
    }

    /// Tells that the file is there.
    func end() { tell(1) }

    private func tell(_ fraction: Double) {
        let position = ranges.first.map { range -> CMTime in
            let total = ranges.reduce(0) { $0 + $1.duration.seconds }
            return range.start + CMTime(seconds: fraction * total, preferredTimescale: 1000)
        }
        whole.update(fraction: (Double(number) + fraction) / Double(max(count, 1)), position: position ?? .zero)
    }
}
