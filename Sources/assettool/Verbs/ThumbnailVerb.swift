import AssetKit

/// `assettool thumbnail`: still images, contact sheets, and sprites for web players.
struct ThumbnailVerb: Verb {
    let options: ThumbnailOptions

    init(_ arguments: ParsedArguments) throws(UsageError) { options = try ThumbnailOptions(arguments) }

    func run(_ console: Console) async throws -> ExitCode {
        if case .standardOutput = options.destination, console.isTerminal() {
            throw UsageError("a terminal cannot show a picture; send '-o -' into a pipe or a file", Self.help.name)
        }
        let run = try await ThumbnailBatch(options, console)
        let reports = try await run.reports(console)
        if options.printsJSON {
            let documents = reports.map(\.json)
            try console.write((documents.count == 1 ? documents[0] : .array(documents)).text)
        } else if case .files = options.destination {
            // Programs get names as they are; on a terminal they must not do anything.
            let isSeen = console.isTerminal()
            for path in reports.flatMap(\.paths) { try console.write(isSeen ? printable(path) : path) }
        }
        let sentences = reports.flatMap(\.sentences)
        for sentence in sentences { console.report("assettool: \(sentence)") }
        return sentences.isEmpty ? .done : .failed
    }
}

extension ThumbnailVerb {
    static let help = VerbHelp(
        name: ThumbnailOptions.verb,
        summary: "still images, contact sheets, and sprites for web players",
        synopsis: [
            "assettool thumbnail FILE… [-o PATTERN] [--at T]… [--size WxH] [--format jpg|png|webp]",
            "assettool thumbnail FILE… [-o PATTERN] --count N | --every T | --smart",
            "assettool thumbnail FILE… [-o PATTERN] --sheet COLSxROWS [--show-times]",
            "assettool thumbnail FILE… [-o NAME.vtt] --vtt [--sheet COLSxROWS]",
        ],
        details: [
            "Without a time it is one picture, a tenth into the file and moved on past black. A file without video gives its",
            "cover. What is written is listed on standard output, a path a line.",
            "",
            "times:    12.5 or 12.5s, 1m30s, 01:02:03.5, 01:02:03:12@25, 01:02:03;12@29.97, 150f (picture 150, from 0), 1001/30000,",
            "          50%, end; a minus counts from the end: -5, -1f",
            "PATTERN:  %d or %03d is the number of the output, %t its time (HH-MM-SS.mmm), %n the input's name, %% a percent",
            "          sign. Without number and time, -1, -2 … goes before the ending where there are several. '-' is standard",
            "          output, for one picture.",
            "",
            "--count, --every and --sheet take the cheapest picture within a quarter of their spacing (half, where nearer ones",
            "would take more than a second each to decode), --vtt within half, --at within a second; a count of frames, and",
            "'end', mean that very picture. An image file gives its picture for every time, turned as its Exif says.",
            "--smart looks at 16 pictures: not dark, not blown out, with contrast, sharp (variance of the Laplacian), with",
            "some colour, like many others of the file and like its neighbours a quarter of a second away, so no transition.",
            "--vtt makes one picture a second up to 100, then fewer, but one in ten seconds at least; 10x10 on a sheet.",
            "",
            "JSON of one file (several give an array of these):",
            #"  [{"requested": {"value": 1, "timescale": 1, "seconds": 1.0}, "actual": {"value": 24, "timescale": 25,"#,
            #"    "seconds": 0.96}, "path": "a.jpg", "width": 320, "height": 180}]   or "error" instead of what follows "actual""#,
            #"  [{"path": "a.jpg", "columns": 4, "rows": 3, "times": [{"value": 1, "timescale": 8, "seconds": 0.125}]}]"#,
        ],
        options: options,
        shortNames: ["o": "output"],
        examples: [
            ("assettool thumbnail SampleMedia/h264-bframes.mp4", "one picture, h264-bframes.jpg"),
            (
                "assettool thumbnail SampleMedia/vfr.mp4 --at 50% --at 20f --exact -o %n-%t.png",
                "the very pictures half way through, and number 20, named after their times"
            ),
            (
                "assettool thumbnail SampleMedia/hevc.mp4 --sheet 4x3 --show-times -o sheet.jpg",
                "twelve pictures on one sheet"
            ),
            (
                "assettool thumbnail SampleMedia/vp9.mp4 --vtt -o previews.vtt",
                "previews for a web player's time line"
            ),
        ]
    )

    private static let options = [
        OptionSpec("output", value: "PATTERN", "where to write, also -o (default: NAME.jpg in the current folder)"),
        OptionSpec("at", value: "T", "the picture at a time; may be given several times (default: one at 10 %)"),
        OptionSpec("count", value: "N", "the middles of N equal parts (default: none)"),
        OptionSpec("every", value: "T", "at 0, T, 2T … before the end (default: none)"),
        OptionSpec("smart", "the one picture that stands best for the file (default: off)"),
        OptionSpec("exact", "the pictures shown at these very times (default: cheap ones near them)"),
        OptionSpec("tolerance", value: "T", "pictures up to T away, or 'any' (default: see above)"),
        OptionSpec(
            "size",
            value: "SIZE",
            "320x180, 320x or x180: fits inside; 360p, 4k: the shorter side; 50%; never enlarges (default: the video's size)"
        ),
        OptionSpec("format", value: "NAME", "jpg, png or webp (default: by the output's ending, else jpg)"),
        OptionSpec("quality", value: "Q", "of jpg and webp, from 0 to 1 (default: 0.8)"),
        OptionSpec(
            "background",
            value: "COLOR",
            "lay alpha over it: black, #rrggbb … (default: png and webp keep alpha, jpg has black)"
        ),
        OptionSpec("sheet", value: "COLSxROWS", "contact sheets, pictures up to 320x320 (default: off)"),
        OptionSpec("show-times", "write its time on each picture of a sheet (default: off)"),
        OptionSpec("vtt", "sprite sheets, pictures up to 160x160, and WebVTT for web players (default: off)"),
        .overwrite, .fileTimecode, .allowReferences, .progress, .quiet, .json,
    ]
}
