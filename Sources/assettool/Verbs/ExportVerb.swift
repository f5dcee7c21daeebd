import AssetKit

/// `assettool export`: another format, size or rate, or a part of a file.
struct ExportVerb: Verb {
    /// For each file, in the order given.
    let options: [ExportOptions]

    init(_ arguments: ParsedArguments) throws(UsageError) { options = try ExportOptions.all(arguments) }

    func run(_ console: Console) async throws -> ExitCode {
        let first = options[0]
        guard options.count > 1 else {
            let (name, isDryRun) = (first.output, first.isDryRun)
            let report = try await StandardOutput.deliver(name, isDryRun: isDryRun, console, ExportOptions.verb) {
                try await ExportRunner(options: first).run(console)
            }
            warn(report, first, console)
            let texts = first.printsJSON ? [report.json.text] : results(report, first, console)
            for text in texts { try console.write(text) }
            return .done
        }
        let batch = Batch(files: options.map(\.file), progress: first.progress)
        return try await batch.run(console, printsJSON: first.printsJSON) { number, progress in
            let own = options[number]
            let report = try await ExportRunner(options: own).run(console, progress)
            warn(report, own, console)
            return Batch.Outcome(documents: [report.json], results: results(report, own, console))
        }
    }

    /// Says what the result lacks; JSON has it in itself.
    private func warn(_ report: ExportReport, _ own: ExportOptions, _ console: Console) {
        guard !own.printsJSON else { return }
        let name = options.count > 1 ? "\(quoted(own.file)): " : ""
        for warning in report.warnings { console.report("assettool: \(name)\(printable(warning))") }
    }

    /// What is printed without `--json`.
    private func results(_ report: ExportReport, _ own: ExportOptions, _ console: Console) -> [String] {
        if own.isDryRun { return [report.planText] }
        guard own.output != StandardOutput.name else { return [] }
        return [console.isTerminal() ? printable(report.output) : report.output]
    }
}

extension ExportVerb {
    static let help = VerbHelp(
        name: ExportOptions.verb,
        summary: "another format, size or rate, or a part of a file",
        synopsis: [
            "assettool export FILE -o OUT [--preset P] [--from T] [--to T]",
            "assettool export FILE -o OUT --video-codec copy --audio-codec opus",
            "assettool export FILE -o OUT --limit-size 20M",
            "assettool export FILE -o OUT --speed 25/24 [--pitch varispeed]",
            "assettool export FILE… -o '%n.mp4'",
            "assettool export FILE -o - --format mkv",
        ],
        details: [
            "The ending of OUT says what it becomes; without a preset it is the best one for that. OUT appears when it is",
            "complete. Pictures keep their times and their turn, sound its channels; languages, chapters, metadata, captions",
            "and colours are carried over. Text subtitles, and captions in tracks, become the kind that OUT can hold; what it",
            "cannot hold is left out, and said. An OUT that ends in .srt or .vtt is the first track of subtitles or closed",
            "captions, or that of --tracks, as SubRip or WebVTT.",
            "Beside pictures that are encoded, AAC (or what sound becomes anyway) at a rate up to a third above the preset's is",
            "copied, unless an option says what sound is to be.",
            "With --limit-size a source that fits is copied. Otherwise OUT is at most 3 % smaller than the limit: sound gives way",
            "first (down to 24 kb/s of Opus, 32 of AAC and MP3, in mono), then pictures become smaller, down to 144 pixels on",
            "the shorter side, and then lose quality; what takes more is refused, with the smallest size that can be made.",
            "With --fragmented OUT is there from the beginning, and takes the place of an older one then. If the program is",
            "killed or the disk is full, it can be played up to at most the interval and 250 ms before; Ctrl-C removes it.",
            "With --speed or --duration-to all of OUT plays faster or slower: pictures, sound, chapters, subtitles, timecode. R is",
            "exact: 25/24 is film as PAL shows it, 1.25 is 5/4. Pictures that are copied keep their samples, encoded ones too",
            "unless --fps says which show; --from and --to are times of FILE. Sound is encoded, and keeps its pitch:",
            "by spectral, which is for music; spectral-long, where drums matter more than chords; time-domain, for speech and",
            "for little work; low-quality, at 1/2, 2/3, 4/5, 5/4, 3/2 and 2 only. By varispeed it follows the speed, as that of",
            "a tape does.",
            "Several files need a pattern: in OUT %n is the name of a file without its ending, %d its number. One that fails does",
            "not stop the others; the exit code is 1 then, a summary names it, and --json gives an array.",
            "'-o -' is standard output: as it is made in mkv, webm, ts, ogg, opus, aac and mp4, mov (in fragments); wav, flac,",
            "mp3, aiff and caf say in front what is known at the end, and go out when they are complete, as mp4 and",
            "mov do with --fast-start.",
            "",
            "P:        a name that 'assettool presets' lists, in any case, with or without hyphens",
            "times:    12.5 or 12.5s, 1m30s, 01:02:03.5, 01:02:03:12@25, 150f (of the video), 1001/30000, 50%, end; a minus counts",
            "          from the end: -5. --to is exclusive.",
            "numbers:  800k, 2.5M, 10MB (a million bytes each), 10MiB (1,048,576 each); rates 44100 or 44.1k",
            "CRF:      \(CodecNames.factorRanges)",
            "codecs:   also by the names of their encoders and standards: x264, h265, libx265, avc, libmp3lame …",
            "metadata: each kind of file has its own keys for these names; any other name becomes a free one where there is",
            "          such a thing. An empty value takes one away, creation_time is the moment when it was made.",
        ] + nameLines + [
            "chapters: lines such as '1:30 Title', CHAPTER01=00:01:30.000 and CHAPTER01NAME=Title, FFmpeg's metadata files",
            "          or WebVTT; times are those of OUT",
            "",
            "JSON:     {\"output\": \"a.mp4\", \"requested\": {\"start\": {\"value\": 0, \"timescale\": 1, \"seconds\": 0.0},",
            "           \"duration\": {\"value\": 3, \"timescale\": 1, \"seconds\": 3.0}}, \"actual\": …, \"duration\": …,",
            "           \"size\": 53113, \"elapsed\": 0.412, \"tracks\": [{\"mediaType\": \"video\", \"codec\": \"avc1\",",
            "           \"copiedSamples\": 0, \"encodedSamples\": 72}]}; --dry-run has \"plan\": [{\"action\": \"encode\", \"track\": 1,",
            "           \"mediaType\": \"video\", \"codec\": \"H.264\", \"range\": …, \"samples\": 72, \"width\": 640, \"height\": 360,",
            "           \"quality\": 0.65, \"expectedSize\": 51000, \"why\": \"…\"}] instead, and \"expectedSizeRange\":",
            "           {\"least\": 15000, \"most\": 190000} where a quality decides, and the expected size is a rough guess;",
            "           at another speed also \"speed\": 1.25 and the new \"duration\"",
        ],
        options: options,
        shortNames: ["o": "output"],
        examples: [
            ("assettool export SampleMedia/h264-bframes.mp4 -o small.mp4 --preset 640x480", "H.264 and AAC"),
            ("assettool export SampleMedia/h264-bframes.mp4 -o part.webm --from 1 --to 2.5", "a part, as VP9 and Opus"),
            (
                "assettool export SampleMedia/h264-bframes.mp4 -o silent.mp4 --video-codec copy --audio-codec none",
                "the pictures as they are, without sound"
            ),
            ("assettool export SampleMedia/subtitles.mkv -o words.srt", "the subtitles alone"),
        ]
    )

    /// The names of metadata, in lines.
    private static var nameLines: [String] {
        var lines = [""]
        for name in AKExportOptions.usualMetadataNames.map(\.name) {
            let longer = lines[lines.count - 1] + (lines[lines.count - 1].isEmpty ? "" : " ") + name
            if longer.count > 108 { lines.append(name) } else { lines[lines.count - 1] = longer }
        }
        return lines.map { "          " + $0 }
    }

    static let options =
        [
            OptionSpec("output", value: "OUT", "where to write, also -o"),
            .format,
            OptionSpec("preset", value: "P", "what to make (default: the best for OUT's ending)"),
            OptionSpec("from", value: "T", "where to start (default: 0)"),
            OptionSpec("to", value: "T", "where to end, exclusive (default: the end)"),
            OptionSpec("bitrate", value: "N", "bits a second of the pictures (default: as many as the quality takes)"),
            OptionSpec("passes", value: "N", "2: measure H.264 or HEVC first, to meet --bitrate better (default: 1)"),
            OptionSpec("quality", value: "Q", "of the pictures, from 0 to 1 (default: the preset's)"),
            OptionSpec("crf", value: "N", "quality on the encoder's own scale, small is good (default: the preset's)"),
            OptionSpec("encoder-preset", value: "NAME", "the encoder's own name for its effort, such as slow"),
            OptionSpec(
                "size",
                value: "SIZE",
                "1280x720, 1280x or x720: fits inside; 720p, 4k: the shorter side; 50%; never enlarges (default: the preset's)"
            ),
            OptionSpec(
                "video-codec",
                value: "NAME",
                ExportNames.videoCodecs.map(\.name).joined(separator: ", ") + ", copy, none"
            ),
            OptionSpec(
                "audio-codec",
                value: "NAME",
                ExportNames.audioCodecs.map(\.name).joined(separator: ", ") + ", copy, none"
            ),
            OptionSpec("audio-bitrate", value: "N", "bits a second of each track of sound (default: the preset's)"),
            OptionSpec("sample-rate", value: "N", "of sound, in Hz (default: the source's)"),
            OptionSpec("channels", value: "N", "of sound (default: the source's)"),
            OptionSpec("tracks", value: "LIST", "such as 1,3 or video,audio:fr (default: one of pictures, all others)"),
            OptionSpec(
                "crop",
                value: "WxH+X+Y",
                "the part to keep of what is shown, also W:H:X:Y; WxH for the middle (default: all)"
            ),
            OptionSpec(
                "rotate",
                value: "DEGREES",
                "90, 180 or 270 clockwise, besides the file's own turn; also of copies (default: 0)"
            ),
            OptionSpec(
                "background",
                value: "COLOR",
                "lay alpha over it: black, #rrggbb … (default: alpha is kept where OUT can, else black)"
            ),
            OptionSpec("fps", value: "RATE", "a constant rate of pictures (default: the times of the source)"),
            OptionSpec("interlaced", value: "keep", "leave interlaced pictures so (default: they become progressive)"),
            OptionSpec(
                "limit-size",
                value: "BYTES",
                "the most that OUT may have; all of it fits in, sound and size give way for it (default: none)"
            ),
            OptionSpec("fast-start", "the index of a movie comes first (default: last)"),
            OptionSpec("fragmented", "a movie of fragments that stay, there from the beginning (default: plain)"),
            OptionSpec("fragment-interval", value: "T", "how long fragments are (default: 1 s)"),
            OptionSpec("hls", "OUT is a folder with playlists and segments for HTTP Live Streaming (default: a file)"),
            .threads,
        ] + MetadataArguments.specs + [
            OptionSpec("speed", value: "R", "how fast OUT plays, such as 1.25 or 25/24, from 1/32 to 32 (default: 1)"),
            OptionSpec("duration-to", value: "T", "how long OUT is: as fast as that takes (default: as --speed says)"),
            OptionSpec(
                "pitch",
                value: "ALGORITHM",
                ExportNames.pitches.map(\.name).joined(separator: ", ") + " (default: spectral)"
            ),
            OptionSpec("pitch-shift", value: "N", "how many semitones higher sound becomes, such as -3 (default: 0)"),
            OptionSpec("dry-run", "print what would be done, and write nothing (default: off)"),
            .overwrite, .fileTimecode, .allowReferences, .progress, .quiet, .json,
        ]
}
