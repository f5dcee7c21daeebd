import AssetKit

/// What a command line of `assettool concat` asks for.
struct ConcatOptions: Sendable {
    static let verb = "concat"

    let files: [String]
    /// `-` is standard output.
    let output: String
    let fileType: AVFileType
    let startsFast: Bool
    let threadCount: Int?
    let copiesOnly: Bool
    /// Sound is joined in whole packets, also where these do not meet.
    let joinsSoundByPackets: Bool
    /// The most bytes that the output may have; 0 for any number.
    let sizeLimit: Int64
    let metadata: MetadataArguments
    let isDryRun: Bool
    let overwrites: Bool
    let allowsReferences: Bool
    let printsJSON: Bool
    let progress: ProgressMode

    init(_ arguments: ParsedArguments) throws(UsageError) {
        files = arguments.positionals
        guard !files.isEmpty else { throw UsageError("files are missing", Self.verb) }
        guard files.count(where: FileArgument.readsStandardInput) <= 1 else {
            throw UsageError("standard input can be read once only", Self.verb)
        }
        guard let output = arguments.output else {
            throw UsageError("the output is missing: -o OUT", Self.verb)
        }
        try StandardOutput.check(arguments, Self.verb)
        fileType = try OutputFormat.fileType(output, arguments, Self.verb)
        guard fileType != .akSubRip, fileType != .akWebVTT else {
            let problem = "files are joined into a movie or sound, and \(quoted(output)) would be subtitles alone"
            throw UsageError(problem, Self.verb)
        }
        self.output = output
        threadCount = try ThreadCount.read(arguments, Self.verb)
        startsFast = try OutputFormat.startsFast(arguments, fileType, Self.verb)
        copiesOnly = arguments.has("copy-only")
        switch arguments.value(of: "sound") {
        case nil, "sample": joinsSoundByPackets = false
        case "packet": joinsSoundByPackets = true
        case let name?:
            throw UsageError("there is no sound \(quoted(name)); --sound knows sample and packet", Self.verb)
        }
        sizeLimit = try ExportOptionReader(arguments: arguments, verb: Self.verb).byteCount("limit-size") ?? 0
        metadata = try MetadataArguments(arguments, Self.verb)
        isDryRun = arguments.has("dry-run")
        overwrites = arguments.has("overwrite")
        allowsReferences = arguments.has("allow-references")
        printsJSON = arguments.has("json")
        progress = try ProgressMode(arguments, Self.verb)
    }
}
