import AssetKit

/// `assettool recover`: finishes recordings that were cut off.
struct RecoverVerb: Verb {
    let files: [String]
    let printsJSON: Bool

    static let help = VerbHelp(
        name: "recover",
        summary: "finish recordings that were cut off by a crash, a power cut or a full disk",
        synopsis: ["assettool recover FILE… [--json]"],
        details: [
            "A movie that was written in fragments (mov, mp4) can be played up to its last fragment whatever happened. This",
            "removes what is torn at its end and makes an ordinary movie of the rest, in place. A movie that is complete is",
            "left as it is, so that doing it twice does no harm; one that is still being written is refused.",
            "",
            "JSON of one file (several give an array):",
            #"  {"url": "file:///v/a.mp4", "recovered": true, "removedBytes": 20480,"#,
            #"   "duration": {"value": 75, "timescale": 10, "seconds": 7.5}}"#,
        ],
        options: [.json],
        examples: [
            ("assettool recover SampleMedia/faststart.mp4", "a complete movie is left as it is"),
            ("assettool recover SampleMedia/h264-*.mov --json", "several, for a script"),
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        files = arguments.positionals
        guard !files.isEmpty else { throw UsageError("a file is missing", Self.help.name) }
        printsJSON = arguments.has("json")
    }

    func run(_ console: Console) async throws -> ExitCode {
        var documents: [JSON] = []
        var failed = false
        for file in files {
            try Task.checkCancellation()
            do {
                let recovery = try await AVAssetWriter.recoverMovie(at: FileArgument.url(file))
                documents.append(Self.json(file, recovery))
                if !printsJSON { try console.write(Self.sentence(file, recovery)) }
            } catch {
                failed = true
                let failure = FileFailure(file, sentence: "cannot recover '\(file)': \(FileFailure.reason(error))")
                documents.append(failure.json)
                console.report("assettool: \(failure.sentence)")
            }
        }
        if printsJSON { try console.write((documents.count == 1 ? documents[0] : .array(documents)).text) }
        return failed ? .failed : .done
    }

    static func sentence(_ file: String, _ recovery: AVMovieRecovery) -> String {
        let name = printable(file)
        if recovery.wasComplete { return "\(name): complete already, nothing to do" }
        let removed = recovery.removedByteCount
        let torn = removed > 0 ? "; \(removed) bytes of an unfinished fragment are gone" : ""
        return "\(name): recovered, \(InfoReport.clock(recovery.duration))\(torn)"
    }

    static func json(_ file: String, _ recovery: AVMovieRecovery) -> JSON {
        .object([
            ("url", .string(FileArgument.url(file).absoluteString)),
            ("recovered", .boolean(!recovery.wasComplete)),
            ("removedBytes", .integer(recovery.removedByteCount)),
            ("duration", JSON(recovery.duration)),
        ])
    }
}
