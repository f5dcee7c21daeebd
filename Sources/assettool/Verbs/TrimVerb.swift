import AssetKit

/// `assettool trim`: parts of a file, as a file.
struct TrimVerb: Verb {
    let options: TrimOptions

    init(_ arguments: ParsedArguments) throws(UsageError) { options = try TrimOptions(arguments) }

    func run(_ console: Console) async throws -> ExitCode {
        guard options.files.count > 1 else {
            let (name, isDryRun) = (options.output.text, options.isDryRun)
            let reports = try await StandardOutput.deliver(name, isDryRun: isDryRun, console, TrimOptions.verb) {
                try await TrimRunner(options: options).run(console)
            }
            tell(reports, options, console)
            if options.printsJSON {
                let documents = reports.map(\.json)
                try console.write((documents.count == 1 ? documents[0] : .array(documents)).text)
            } else {
                for result in results(reports, console) { try console.write(result) }
            }
            return .done
        }
        let taken = TakenNames()
        let batch = Batch(files: options.files, progress: options.progress)
        return try await batch.run(console, printsJSON: options.printsJSON) { number, progress in
            var own = options
            own.file = options.files[number]
            let reports = try await TrimRunner(options: own, taken: taken).run(console, progress)
            tell(reports, own, console)
            return Batch.Outcome(documents: reports.map(\.json), results: results(reports, console))
        }
    }

    /// Says what is to be known about the results of a file.
    private func tell(_ reports: [TrimReport], _ own: TrimOptions, _ console: Console) {
        let name = options.files.count > 1 ? "\(quoted(own.file)): " : ""
        for warning in reports.flatMap(\.warnings) { console.report("assettool: \(name)\(printable(warning))") }
        guard !own.printsJSON else { return }
        if own.mode == .keyframe, own.progress != .silent {
            for text in reports.compactMap(\.cutText) { console.report("assettool: \(name)\(text)") }
        }
    }

    /// What is printed without `--json`.
    private func results(_ reports: [TrimReport], _ console: Console) -> [String] {
        if options.isDryRun { return reports.map(\.planText) }
        guard options.output.text != StandardOutput.name else { return [] }
        return reports.map { console.isTerminal() ? printable($0.output) : $0.output }
    }
}

extension TrimVerb {
    static let help = VerbHelp(
        name: TrimOptions.verb,
        summary: "parts of a file, exact to the picture or copied",
        synopsis: [
            "assettool trim FILE -o OUT --from T [--to T | --duration T] [--mode smart|exact|keyframe]",
            "assettool trim FILE -o OUT --keep A..B… | --cut A..B… [--split]",
            "assettool trim FILE -o PATTERN --split-every T | --split-at chapters",
            "assettool trim FILE… -o '%n.mp4' …, or FILE -o - --format mkv …",
        ],
        details: [
            "smart gives exactly the pictures and the samples asked for, and copies all of them but those at the edges, which",
            "are encoded to fit. What follows each join is decoded and compared; --no-verify leaves that out. A file that cannot",
            "be cut so is cut like exact, which a warning says, or refused where --mode smart is given.",
            "exact encodes all of the part again, in the file's own formats.",
            "keyframe copies: each part begins with the key picture at or before its start and ends with the last picture",
            "before its end that lacks none, and --json says where. Nothing is encoded but FLAC and Apple Lossless alone, which",
            "lose nothing by it.",
            "Sound is copied and cut to the sample where the file can say what of a packet is heard: in mp4, mov and m4a; Opus",
            "in webm, mkv and ogg; Vorbis in ogg; MP3 in mp3; uncompressed sound everywhere. Elsewhere, and where several parts",
            "are joined in other files than movies, smart encodes the sound again, and keyframe cuts it between two packets and",
            "says how far that is off. --sound packet does so in both, for all kinds of files.",
            "",
            "times:    12.5 or 12.5s, 1m30s, 01:02:03.5, 01:02:03:12@25, 150f (of the video), 1001/30000, 50%, end; a minus counts",
            "          from the end: -5. --to and B are not part of what is kept.",
            "PATTERN:  %d or %03d is the number of the output, %t where it begins, %n the input's name; without, -1, -2 …",
            "          goes before the ending. Several files need %n; one that fails does not stop the others, the exit code is",
            "          1 then, a summary names it, and --json gives an array. '-o -' is standard output, with --format: as it is",
            "          made where only copies of mkv, webm, ts, ogg or aac are, else when it is complete; mp4 and mov with their",
            "          index in front.",
            "",
            "JSON (several outputs give an array):",
            #"  {"output": "a.mp4", "requested": {"start": T, "duration": T}, "actual": {"start": T, "duration": T},"#,
            #"   "duration": {"value": 3, "timescale": 1, "seconds": 3.0}, "size": 51234, "elapsed": 0.012, "tracks":"#,
            #"   [{"mediaType": "video", "codec": "avc1", "copiedSamples": 75, "encodedSamples": 0}]}"#,
            #"  --dry-run has "plan" instead: [{"action": "copy", "range": R, "samples": 75, "why": "…"}]"#,
        ],
        options: options,
        shortNames: ["o": "output"],
        examples: [
            ("assettool trim SampleMedia/h264-bframes.mp4 -o part.mp4 --from 1.2 --to -0.5", "to the picture"),
            ("assettool trim SampleMedia/mp3-xing.mp3 -o part.mp3 --from 1.234 --to 2.5", "to the sample, copied"),
            (
                "assettool trim SampleMedia/h264-bframes.mp4 -o without.mp4 --cut 1..2 --mode keyframe",
                "all but a second of it"
            ),
            (
                "assettool trim SampleMedia/chapters.mp4 -o 'chapter %02d.mp4' --split-at chapters --mode keyframe",
                "a file for each chapter"
            ),
        ]
    )

    private static let options = [
        OptionSpec("output", value: "OUT", "where to write, also -o"),
        .format,
        OptionSpec("from", value: "T", "where to start (default: 0)"),
        OptionSpec("to", value: "T", "where to end, exclusive (default: the end)"),
        OptionSpec("duration", value: "T", "how much to keep, instead of --to"),
        OptionSpec("keep", value: "A..B", "a part to keep; may be given several times, and parts are joined"),
        OptionSpec("cut", value: "A..B", "a part to leave out; may be given several times"),
        OptionSpec("split", "every part that is kept becomes a file (default: they are joined)"),
        OptionSpec("split-every", value: "T", "a file for each T of it"),
        OptionSpec("split-at", value: "chapters", "a file for each chapter"),
        OptionSpec("mode", value: "smart|exact|keyframe", "encode the edges, encode all, or copy all (default: smart)"),
        OptionSpec("no-verify", "do not decode and compare what follows each join"),
        OptionSpec("sound", value: "sample|packet", "sound to the sample, or in whole packets (default: sample)"),
        .threads,
        OptionSpec("fast-start", "put the index of a movie first (default: last)"),
        OptionSpec("dry-run", "say what would be done, and write nothing"),
        .overwrite, .fileTimecode, .allowReferences, .progress, .quiet, .json,
    ]
}
