import AssetKit

/// `assettool concat`: files, one behind the other, as one.
struct ConcatVerb: Verb {
    let options: ConcatOptions

    init(_ arguments: ParsedArguments) throws(UsageError) { options = try ConcatOptions(arguments) }

    func run(_ console: Console) async throws -> ExitCode {
        let (name, isDryRun) = (options.output, options.isDryRun)
        let report = try await StandardOutput.deliver(name, isDryRun: isDryRun, console, ConcatOptions.verb) {
            try await ConcatRunner(options: options).run(console)
        }
        for warning in report.warnings { console.report("assettool: \(printable(warning))") }
        if options.printsJSON {
            try console.write(report.json.text)
        } else if options.isDryRun {
            try console.write(report.planText)
        } else if options.output != StandardOutput.name {
            try console.write(console.isTerminal() ? printable(report.output) : report.output)
        }
        return .done
    }
}

extension ConcatVerb {
    static let help = VerbHelp(
        name: ConcatOptions.verb,
        summary: "files joined to one; what fits together is copied",
        synopsis: ["assettool concat FILE… -o OUT"],
        details: [
            "Samples are copied. The first picture and the first sample of sound of every file stand exactly at the sum of the",
            "durations before it: in mp4 and mov by edits; elsewhere sound whose packets do not meet is encoded all along, and",
            "with --sound packet or --copy-only copied in whole packets, off by half a packet at most, which a warning says.",
            "Pictures or sound whose size, turn, colours, codec or sample rate differ from the first file's are encoded like",
            "those, and --dry-run says which; pictures of another shape keep it, with black bars.",
            "OUT says about itself what the first file does, with the chapters of all; --metadata, --cover and --chapters say",
            "something else, as with 'assettool export', whose help has the names.",
            "'-o -' is standard output, with --format: as it is made in mkv, webm, ts, ogg and aac, else when it is complete; mp4",
            "and mov with their index in front.",
            "",
            "JSON:     {\"output\": \"a.mp4\", \"duration\": {\"value\": 6, \"timescale\": 1, \"seconds\": 6.0}, \"size\": 102345,",
            "           \"elapsed\": 0.02, \"tracks\": [{\"mediaType\": \"video\", \"codec\": \"avc1\", \"copiedSamples\": 150,",
            "           \"encodedSamples\": 0}]}; --dry-run has \"plan\" as trim does",
        ],
        options: options,
        shortNames: ["o": "output"],
        examples: [
            (
                "assettool concat SampleMedia/h264-bframes.mp4 SampleMedia/h264-bframes.mp4 -o twice.mp4",
                "the same thing twice"
            ),
            (
                "assettool concat SampleMedia/h264-bframes.mp4 SampleMedia/hevc.mp4 -o both.mp4 --dry-run",
                "what would be encoded, and why"
            ),
            ("assettool concat SampleMedia/opus.ogg SampleMedia/opus.ogg -o twice.ogg --dry-run", "only the plan"),
            (
                "assettool concat SampleMedia/aac.m4a SampleMedia/aac.m4a -o twice.m4a --metadata title=Twice",
                "with a title"
            ),
        ]
    )

    private static let options =
        [
            OptionSpec("output", value: "OUT", "where to write, also -o"),
            .format,
            .threads,
            OptionSpec("fast-start", "put the index of a movie first (default: last)"),
            OptionSpec(
                "sound",
                value: "sample|packet",
                "join sound to the sample, or in whole packets (default: sample)"
            ),
            OptionSpec(
                "limit-size",
                value: "BYTES",
                "refuse what would be larger than that: nothing of it is left (default: none)"
            ),
            OptionSpec("copy-only", "refuse files of which something would have to be encoded (default: encode it)"),
        ] + MetadataArguments.specs + [
            OptionSpec("dry-run", "say what would be done, and write nothing"),
            .overwrite, .allowReferences, .progress, .quiet, .json,
        ]
}
