import AssetKit

/// `assettool compose`: an edit document, or parts of files in a new order, as one file.
struct ComposeVerb: Verb {
    let options: ComposeOptions

    init(_ arguments: ParsedArguments) throws(UsageError) { options = try ComposeOptions(arguments) }

    func run(_ console: Console) async throws -> ExitCode {
        let runner = ComposeRunner(options: options)
        switch options.action {
        case .render(let rendering): try await render(rendering, runner, console)
        case .convert(let output):
            let report = try await runner.convert(to: output, console)
            try deliver(report.json, report.output, report.warnings, console)
        case .describe:
            let report = try await runner.describe(console)
            try deliver(report.json, report.text, report.warnings, console)
        }
        return .done
    }

    private func render(_ rendering: ComposeRendering, _ runner: ComposeRunner, _ console: Console) async throws {
        let (name, isDryRun) = (rendering.output, rendering.isDryRun)
        let report = try await StandardOutput.deliver(name, isDryRun: isDryRun, console, ComposeOptions.verb) {
            try await runner.render(rendering, console)
        }
        let isMedia = name == StandardOutput.name && !isDryRun
        try deliver(report.json, isMedia ? nil : isDryRun ? report.planText : report.output, report.warnings, console)
    }

    /// Prints what came of it; JSON has the warnings in itself.
    private func deliver(_ json: JSON, _ text: String?, _ warnings: [String], _ console: Console) throws {
        guard !options.printsJSON else { return try console.write(json.text) }
        for warning in warnings { console.report("assettool: \(printable(warning))") }
        guard let text else { return }
        let isName = !text.contains("\n")
        try console.write(isName && console.isTerminal() ? printable(text) : text)
    }
}

extension ComposeVerb {
    static let help = VerbHelp(
        name: ComposeOptions.verb,
        summary: "an edit, or parts of files in a new order, as one file",
        synopsis: [
            "assettool compose EDIT [-o OUT]",
            "assettool compose FILE[@A..B]… [-o OUT]",
            "assettool compose FILE[@A..B]… --music FILE[@A..B] [--music-volume V] [--volume V] -o OUT",
            "assettool compose FILE[@A..B]… [--dissolve T] [--fade-in T] [--fade-out T] [--overlay PICTURE]… -o OUT",
        ],
        details: [
            "EDIT is an .otio of OpenTimelineIO, or an .fcpxml or .fcpxmld of Final Cut Pro. Without -o it is said what an edit",
            "holds; an OUT that ends in .otio, .fcpxml or .edl is a document, and both open nothing that EDIT names. Media are",
            "opened in the folder that EDIT is in and below it; other files and addresses need --allow-references. A gap and missing",
            "media are black and silent, upper pictures lie over lower ones, and every transition is a dissolve; what is not rendered",
            "is a warning.",
            "The timeline's markers in an .otio, and chapter markers in an .fcpxml, are OUT's chapters.",
            "The parts follow each other: their pictures, first tracks of sound and chapters. Without a preset or options codecs,",
            "chroma, depth, size and rate are those of the first part; pictures of another size are fitted into it, with bars",
            "beside them. A codec that OUT cannot hold, or that is only read, becomes what is usual there; a warning says why.",
            "Groups of pictures that fit are copied, and only those at cuts are encoded; --dry-run says what, when, why. With",
            "music, a volume or an option of the sound all sound is encoded, and pictures are copied all the same; an option that",
            "changes the pictures has all of those encoded. OUT appears when it is complete.",
            "An argument that is the name of a file is that file. Otherwise the name ends at the first '@' that a part follows.",
            "Music is cut to the length of the parts, and fades with them.",
            "--dissolve has each part turn into the next, pictures and sound: the last T of one show together with the first T of",
            "the next, so OUT is that much shorter for each. T is rounded to whole pictures of the first part, so that what is",
            "behind a dissolve can be copied. A fade is of all pictures, from and to COLOR, and of all sound.",
            "Pictures that dissolve, fade or have something beside or above them are encoded; turned ones show upright.",
            "What is copied (--video-codec copy, --audio-codec copy, --preset Passthrough) is neither put together nor mixed.",
            "In another document dissolves are transitions, and fades opacities and volumes.",
            "PICTURE is a PNG, WebP or JPEG, with where it lies: logo.png@top-right:10% is 10 % of the frame's shorter side away",
            "from its edges, logo.png@center:50%x0% is half as wide as the frame (default: bottom-right:5%, in its own size).",
            "'-o -' is standard output, with --format: mp4 and mov with their index in front.",
            "",
            "A, B:     12.5 or 12.5s, 1m30s, 0:10, 01:02:03.5, 01:02:03:12@25, 150f (of that file's pictures), 1001/30000, 50%,",
            "          end; a minus counts from the end: -5. B is exclusive, and one of them may be missing. With --file-timecode",
            "          timecodes are those of each file, at its rate: 01:02:03:12.",
            "T:        a time as A is, which is a length; pictures are those of the first part",
            "V:        a factor such as 0.5, or decibels such as -12dB",
            "COLOR:    #rrggbb, or a name such as white",
            "P:        a name that 'assettool presets' lists, in any case, with or without hyphens",
            "",
            "JSON:     {\"output\": \"a.mp4\", \"requested\": …, \"actual\": …, \"duration\": {\"value\": 6, \"timescale\": 1,",
            "           \"seconds\": 6.0}, \"size\": 102345, \"elapsed\": 0.2, \"tracks\": [{\"mediaType\": \"video\",",
            "           \"codec\": \"avc1\", \"copiedSamples\": 96, \"encodedSamples\": 24}]}; --dry-run has \"plan\" as export does;",
            "          without -o {\"name\", \"duration\", \"tracks\": [{\"mediaType\", \"segments\": [{\"source\", \"target\"}]}], \"warnings\"}",
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
            (
                "assettool compose SampleMedia/h264-bframes.mp4 SampleMedia/hevc.mp4 -o film.mp4 --dissolve 0.5 --fade-out 1",
                "one turns into the other, which goes to black"
            ),
        ]
    )

    private static let options =
        [
            OptionSpec("output", value: "OUT", "where to write, also -o"),
            .format,
            OptionSpec("volume", value: "V", "of the sound of the parts (default: 1)"),
            OptionSpec("music", value: "FILE", "sound below all of it, from its start (default: none)"),
            OptionSpec("music-volume", value: "V", "of the music (default: 1)"),
            OptionSpec("dissolve", value: "T", "how long each part and the next show together (default: 0)"),
            OptionSpec("fade-in", value: "T", "how long pictures and sound take to come (default: 0)"),
            OptionSpec("fade-out", value: "T", "how long they take to go (default: 0)"),
            OptionSpec("background", value: "COLOR", "beside pictures of another shape, and in fades (default: black)"),
            OptionSpec("overlay", value: "PICTURE", "what lies above all pictures, the lowest first (default: none)"),
            OptionSpec("preset", value: "P", "what to make (default: what the first part is)"),
        ]
        + ExportVerb.options.filter { ComposeOptions.ofExport.contains($0.name) }
        + [
            OptionSpec("fast-start", "put the index of a movie first (default: last)"),
            .threads,
            OptionSpec("dry-run", "say what would be done, and write nothing (default: off)"),
            .overwrite, .fileTimecode, .allowReferences, .progress, .quiet, .json,
        ]
}
