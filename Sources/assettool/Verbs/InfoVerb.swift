import AssetKit

/// `assettool info`: what files hold.
struct InfoVerb: Verb {
    let files: [String]
    let isPrecise: Bool
    let listsSamples: Bool
    let allowsReferences: Bool
    let printsJSON: Bool

    static let help = VerbHelp(
        name: "info",
        summary: "what media is: container, duration, tracks, formats, metadata, chapters, edits",
        synopsis: ["assettool info FILE… [--samples] [--precise] [--allow-references] [--json]"],
        details: [
            "FILE is a path, an address that begins with http: or https:, or '-' for standard input. Several files are read",
            "at once and reported in the order given; one that fails is reported where it stands, and the exit code is 1.",
            "",
            "JSON of one file (more in each track where it applies; several files give an array):",
            #"  {"url": "file:///v/a.mp4", "fileType": "public.mpeg-4", "size": 49046,"#,
            #"   "duration": {"value": 3, "timescale": 1, "seconds": 3.0}, "durationIsPrecise": true, "tracks": [{"#,
            #"     "trackID": 1, "mediaType": "video", "codec": "avc1", "codecName": "H.264", "profile": "High", "level": 1.2,"#,
            #"     "video": {"width": 320, "height": 180, "nominalFrameRate": 25.0, "bitDepth": 8, "chroma": "4:2:0"}}]}"#,
        ],
        options: [
            OptionSpec("samples", "list every sample of every track: time, duration, size, sync (default: off)"),
            OptionSpec("precise", "read the whole file where it has no index, for exact times (default: off)"),
            OptionSpec("allow-references", "let a file have others opened that it names (default: refused)"),
            .json,
        ],
        examples: [
            ("assettool info SampleMedia/h264-bframes.mp4", "one screen about a file"),
            ("assettool info SampleMedia/*.mkv --json", "everything about several files, for a script"),
            ("assettool info SampleMedia/one-frame.mp4 --samples", "each sample of each track"),
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        files = arguments.positionals
        guard !files.isEmpty else { throw UsageError("a file is missing", Self.help.name) }
        isPrecise = arguments.has("precise")
        listsSamples = arguments.has("samples")
        allowsReferences = arguments.has("allow-references")
        printsJSON = arguments.has("json")
    }

    func run(_ console: Console) async throws -> ExitCode {
        let outcomes = try await reports(console)
        if printsJSON {
            let documents = outcomes.map(\.json)
            try console.write((documents.count == 1 ? documents[0] : .array(documents)).text)
        }
        for outcome in outcomes {
            switch outcome {
            case .report(let report): if !printsJSON { try console.write(report.text) }
            case .failure(let failure): console.report("assettool: \(failure.sentence)")
            }
        }
        return outcomes.allSatisfy(\.isReport) ? .done : .failed
    }

    /// What came of one file.
    private enum Outcome: Sendable {
        case report(InfoReport)
        case failure(FileFailure)

        var isReport: Bool {
            if case .report = self { return true }
            return false
        }

        var json: JSON {
            switch self {
            case .report(let report): report.json
            case .failure(let failure): failure.json
            }
        }
    }

    /// Reads the files, a few at a time, and keeps their order.
    private func reports(_ console: Console) async throws -> [Outcome] {
        // To ask for the number of processors takes as long as a small file.
        let width = files.count < 3 ? files.count : max(2, ProcessInfo.processInfo.activeProcessorCount)
        return try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            var outcomes = [Outcome?](repeating: nil, count: files.count)
            var next = 0
            while next < files.count || !group.isEmpty {
                if next < files.count, next < width {
                    add(next, to: &group, console)
                    next += 1
                    continue
                }
                guard let (index, outcome) = try await group.next() else { break }
                outcomes[index] = outcome
                if next < files.count {
                    add(next, to: &group, console)
                    next += 1
                }
            }
            return outcomes.compactMap { $0 }
        }
    }

    private func add(_ index: Int, to group: inout ThrowingTaskGroup<(Int, Outcome), any Error>, _ console: Console) {
        let file = files[index]
        group.addTask { [self] in
            do {
                return (index, .report(try await report(file, console)))
            } catch let error as CancellationError {
                throw error
            } catch {
                return (index, .failure(FileFailure(file, because: error)))
            }
        }
    }

    private func report(_ file: String, _ console: Console) async throws -> InfoReport {
        let asset = try FileArgument.asset(
            file,
            isPrecise: isPrecise,
            allowsReferences: allowsReferences,
            console
        )
        _ = try await asset.load(.duration)
        return try await InfoReport(asset, file: file, listsSamples: listsSamples)
    }
}
