import AssetKit

/// `assettool compose`: parts of files in a new order, with music, as one file.
struct ComposeVerb: Verb {
    let options: ComposeOptions

    init(_ arguments: ParsedArguments) throws(UsageError) { options = try ComposeOptions(arguments) }

    func run(_ console: Console) async throws -> ExitCode {
        let rendering = options.rendering
        let (name, isDryRun) = (rendering.output, rendering.isDryRun)
        let report = try await StandardOutput.deliver(name, isDryRun: isDryRun, console, ComposeOptions.verb) {
            try await ComposeRunner(options: options).run(console)
        }
        if rendering.printsJSON {
            try console.write(report.json.text)
            return .done
        }
        for warning in report.warnings { console.report("assettool: \(printable(warning))") }
        if isDryRun {
            try console.write(report.planText)
        } else if name != StandardOutput.name {
            try console.write(console.isTerminal() ? printable(report.output) : report.output)
        }
        return .done
    }
}

extension ComposeVerb {
    static let help = VerbHelp(
        name: ComposeOptions.verb,
        summary: "parts of files in a new order, with music, as one file",
        synopsis: [
            "assettool compose FILE[@A..B]… -o OUT",
            "assettool compose FILE[@A..B]… --music FILE[@A..B] [--music-volume V] [--volume V] -o OUT",
        ],
        details: [
            "The parts follow each other: their pictures, and their first track of sound. Without a preset or options codecs,",
            "size and rate are those of the first part; pictures of another size are fitted into it, with bars beside them.",
            "Groups of pictures that fit are copied, and only those at cuts are encoded; --dry-run says what and why. Music, a",
            "volume or an option that changes something has all of it encoded. OUT appears when it is complete.",
            "An argument that is the name of a file is that file. Otherwise the name ends at the first '@' that a part follows.",
            "Music is cut to the length of the parts.",
            "'-o -' is standard output, with --format: mp4 and mov with their index in front.",
            "",
            "A, B:     12.5 or 12.5s, 1m30s, 0:10, 01:02:03.5, 01:02:03:12@25, 150f (of that file's pictures), 1001/30000, 50%,",
            "          end; a minus counts from the end: -5. B is exclusive, and one of them may be missing.",
            "V:        a factor such as 0.5, or decibels such as -12dB",
            "P:        a name that 'assettool presets' lists, in any case, with or without hyphens",
            "",
            "JSON:     {\"output\": \"a.mp4\", \"requested\": …, \"actual\": …, \"duration\": {\"value\": 6, \"timescale\": 1,",
            "           \"seconds\": 6.0}, \"size\": 102345, \"elapsed\": 0.2, \"tracks\": [{\"mediaType\": \"video\",",
            "           \"codec\": \"avc1\", \"copiedSamples\": 96, \"encodedSamples\": 24}]}; --dry-run has \"plan\" as export does",
        ],
        options: options,
        shortNames: ["o": "output"],
        examples: [
            (
                "assettool compose SampleMedia/h264-bframes.mp4@1..2 SampleMedia/h264-bframes.mp4@..1 -o swapped.mp4",
                "the second second first"
            ),
            (
                "assettool compose SampleMedia/h264-bframes.mp4 -o song.mp4 --volume 0 --music SampleMedia/mp3-vbr.mp3",
                "other sound"
            ),
            ("assettool compose SampleMedia/h264-bframes.mp4@5f..-5f -o part.mp4 --dry-run", "only the plan"),
        ]
    )

    private static let options =
        [
            OptionSpec("output", value: "OUT", "where to write, also -o"),
            .format,
            OptionSpec("volume", value: "V", "of the sound of the parts (default: 1)"),
            OptionSpec("music", value: "FILE", "sound below all of it, from its start (default: none)"),
            OptionSpec("music-volume", value: "V", "of the music (default: 1)"),
            OptionSpec("preset", value: "P", "what to make (default: what the first part is, where OUT can hold that)"),
        ]
        + ExportVerb.options.filter { ComposeOptions.ofExport.contains($0.name) }
        + [
            OptionSpec("fast-start", "put the index of a movie first (default: last)"),
            .threads,
            OptionSpec("dry-run", "say what would be done, and write nothing (default: off)"),
            .overwrite, .allowReferences, .progress, .quiet, .json,
        ]
}
