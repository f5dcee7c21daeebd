import AssetKit

/// `assettool play`: files in a window with sound, or wherever else they are to go.
struct PlayVerb: Verb {
    let options: PlayOptions

    init(_ arguments: ParsedArguments) throws(UsageError) { options = try PlayOptions(arguments) }

    func run(_ console: Console) async throws -> ExitCode {
        let (code, report) = try await PlayRunner(options, console).run()
        if options.printsStatistics, let report { try console.write(report.json.text) }
        return code
    }
}

extension PlayVerb {
    static let help = VerbHelp(
        name: PlayOptions.verb,
        summary: "play files, with sound and pictures",
        synopsis: [
            "assettool play FILE… [--rate R] [--pitch P] [--from T] [--to T] [--loop] [--volume V] [--tracks LIST]",
            "assettool play FILE… [--audio pulse|alsa|file:OUT.wav|none] [--video x11|terminal|file:PATTERN|none]",
        ],
        details: [
            "Several files follow each other without a gap; one that fails does not stop the others. Sound goes to the sound server",
            "(PulseAudio, PipeWire) or else to a card, pictures into a window (on Wayland through Xwayland), or else the terminal:",
            "as sixels where that says it has them and libsixel is installed, or else in half blocks. Sound is exact at a rate of",
            "1, and joins are too. It ends with the last file. A file of sound is there when playing has come to its end, or q has:",
            "Ctrl-C leaves none. FILE is a path, an address that begins with http: or https:, '-' for standard input, or an edit:",
            "an .otio of OpenTimelineIO, or an .fcpxml or .fcpxmld of Final Cut Pro, whose media are opened in the folder that it is",
            "in and below it, and elsewhere with --allow-references.",
            "",
            "keys:     space pauses, left and right seek 5 s, up and down a minute, . and , go by pictures, [ and ] change the",
            "          rate by a tenth, { and } halve and double it, backspace resets it, 9 and 0 change the volume, m mutes,",
            "          f is fullscreen, escape leaves it, > and < go to the next file and the one before, q quits. Standard input",
            "          that is no terminal is not read.",
            "R:        how fast, from 1/32 (0.03125) to 32; below 0 backwards, without sound",
            "P:        how sound changes its speed: time-domain, spectral, varispeed, low-quality, spectral-long",
            "T:        12.5 or 12.5s, 1m30s, 01:02:03.5, 150f (of that file's pictures), 50%, end; a minus counts from the end: -5",
            "LIST:     numbers of tracks, as info shows them: 1,3",
            "PATTERN:  names of PNG, JPEG or WebP pictures, as out-%04d.png; %d is the number of a picture, from 1",
            "",
            "JSON:     with --stats json, at the end: {\"avError\": {\"median\": 0.2, \"p99\": 0.9}, \"shown\": 240, \"dropped\": 0,",
            "          \"underruns\": 0, \"stalls\": 0, \"seeks\": [41.2], \"processorSeconds\": 1.9}; avError is how many milliseconds",
            "          pictures showed after their time in the sound, seeks how long each took",
        ],
        options: options,
        shortNames: [:],
        examples: [
            ("assettool play SampleMedia/h264-bframes.mp4", "in a window, with sound"),
            (
                "assettool play SampleMedia/aac.m4a SampleMedia/mp3-vbr.mp3 --rate 1.5 --pitch spectral",
                "faster, one behind the other"
            ),
            (
                "assettool play SampleMedia/h264-bframes.mp4 --audio file:heard.wav --video none",
                "what would be heard, as a file"
            ),
        ]
    )

    private static let options = [
        OptionSpec("rate", value: "R", "how fast (default: 1)"),
        OptionSpec("pitch", value: "P", "how sound changes its speed (default: time-domain)"),
        OptionSpec("from", value: "T", "where to start (default: 0)"),
        OptionSpec("to", value: "T", "where to end, exclusive (default: the end)"),
        OptionSpec("loop", "begin anew at the end (default: off)"),
        OptionSpec(
            "audio",
            value: "WHERE",
            "pulse[:SINK], alsa[:DEVICE], file:OUT.wav or none (default: what there is)"
        ),
        OptionSpec("video", value: "WHERE", "x11, terminal, file:PATTERN or none (default: what there is)"),
        OptionSpec("tracks", value: "LIST", "the tracks that play (default: those that the file switches on)"),
        OptionSpec("volume", value: "V", "from 0 to 1 (default: 1)"),
        OptionSpec(
            "geometry",
            value: "WxH+X+Y",
            "size and place of the pictures in their window (default: their own size)"
        ),
        OptionSpec("stats", value: "json", "print how it went at the end (default: off)"),
        .overwrite, .allowReferences, .quiet,
    ]
}
