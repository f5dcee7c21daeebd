import AssetKit

/// `assettool recover`: finishes recordings that were cut off.
struct RecoverVerb: Verb {
    let files: [String]
    let output: String?
    let overwrites: Bool
    let printsJSON: Bool

    static let help = VerbHelp(
        name: "recover",
        summary: "finish recordings that were cut off by a crash, a power cut or a full disk",
        synopsis: ["assettool recover FILE… [--json]", "assettool recover FILE -o OUT [--overwrite] [--json]"],
        details: [
            "A movie that was written in fragments (mov, mp4) can be played up to its last fragment whatever happened. This",
            "removes what is torn at its end and makes an ordinary movie of the rest. Matroska and WebM lose what is torn too,",
            "and learn how long they are; WAVE, AIFF and CAF of uncompressed sound get the sizes of what is there; ts loses",
            "packets that are not whole. All of it happens in place, or with -o in a copy: then FILE stays as it is. What is",
            "complete is left so, and doing it twice does no harm; what is still being written is refused.",
            "",
            "JSON of one file (several give an array):",
            #"  {"url": "file:///v/a.mp4", "recovered": true, "removedBytes": 20480,"#,
            #"   "duration": {"value": 75, "timescale": 10, "seconds": 7.5}}"#,
        ],
        options: [
            OptionSpec("output", value: "OUT", "write a finished copy, also -o (default: change FILE)"),
            .overwrite, .json,
        ],
        shortNames: ["o": "output"],
        examples: [
            ("assettool recover SampleMedia/faststart.mp4", "a complete movie is left as it is"),
            ("assettool recover SampleMedia/h264-*.mov --json", "several, for a script"),
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        files = arguments.positionals
        guard !files.isEmpty else { throw UsageError("a file is missing", Self.help.name) }
        output = arguments.value(of: "output")
        guard output == nil || files.count == 1 else {
            throw UsageError("-o takes one file at a time, and \(files.count) are given", Self.help.name)
        }
        guard output != "-", output != "" else {
            throw UsageError("a finished copy needs a name: -o OUT", Self.help.name)
        }
        overwrites = arguments.has("overwrite")
        printsJSON = arguments.has("json")
    }

    private func recovery(of file: String) async throws -> AKMovieRecovery {
        let url = FileArgument.url(file)
        guard let output else { return try await AVAssetWriter.akRecoverMovie(at: url) }
        let inputs = [FileIdentity(path: file)].compactMap { $0 }
        let target = try OutputTarget(output, overwrites: overwrites, inputs: inputs)
        guard target.kind != .stream else {
            throw WorkError(message: "a finished copy needs a file, and \(quoted(output)) is none")
        }
        return try await AVAssetWriter.akRecoverMovie(
            at: url,
            to: URL(filePath: target.path),
            replacesExistingFile: overwrites
        )
    }

    func run(_ console: Console) async throws -> ExitCode {
        var documents: [JSON] = []
        var failed = false
        for file in files {
            try Task.checkCancellation()
            do {
                let recovery = try await recovery(of: file)
                documents.append(Self.json(output ?? file, recovery))
                if !printsJSON { try console.write(Self.sentence(output ?? file, recovery)) }
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

    static func sentence(_ file: String, _ recovery: AKMovieRecovery) -> String {
        let name = printable(file)
        if recovery.wasComplete { return "\(name): complete already, nothing to do" }
        let removed = recovery.removedByteCount
        let torn = removed > 0 ? "; \(removed) bytes of what was not finished are gone" : ""
        return "\(name): recovered, \(InfoReport.clock(recovery.duration))\(torn)"
    }

    static func json(_ file: String, _ recovery: AKMovieRecovery) -> JSON {
        .object([
            ("url", .string(FileArgument.url(file).absoluteString)),
            ("recovered", .boolean(!recovery.wasComplete)),
            ("removedBytes", .integer(recovery.removedByteCount)),
            ("duration", JSON(recovery.duration)),
        ])
    }
}
