import AssetKit

/// `assettool record`: cameras, microphones and screens into files.
struct RecordVerb: Verb {
    let options: RecordOptions

    init(_ arguments: ParsedArguments) throws(UsageError) { options = try RecordOptions(arguments) }

    func run(_ console: Console) async throws -> ExitCode {
        let report = try await RecordRunner(options, console).run()
        if options.printsJSON {
            try console.write(report.json.text)
        } else if !report.files.isEmpty {
            try console.write(report.text)
        }
        guard let failure = report.failure else { return .done }
        console.report("assettool: \(failure)")
        return report.isInterrupted ? .interrupted : .failed
    }
}

extension RecordVerb {
    static let help = VerbHelp(
        name: RecordOptions.verb,
        summary: "record cameras, microphones and screens",
        synopsis: [
            "assettool record [--camera ID] [--microphone ID|system] -o OUT [--preset P] [--duration T]",
            "assettool record --screen [ID|REGION] [--microphone ID|system] -o OUT [--fps N] [--size SIZE]",
        ],
        details: [
            "With neither --camera nor --screen nor --microphone it is the usual camera and microphone, and into a file of",
            "sound the microphone. Ctrl-C ends the recording: it is a whole, ordinary movie then, and the exit code is 0; a",
            "second Ctrl-C ends at once. SIGTERM, and a terminal that is closed, finish it in the same way, with the exit codes",
            "143 and 129. What is ended before its first picture came is no file, and Ctrl-C is 130 then. The file stands under",
            "its own name from its first picture on, in the place of one that -y replaces, and can be played at every moment;",
            "after a crash or a power cut it has everything but the last second, and 'assettool recover' makes an ordinary movie",
            "of it. Where the disk is full or a device is gone, the file is finished and the exit code is 1; where nothing was",
            "recorded by then, there is none, and one that was there stays.",
            "",
            "ID:       what 'assettool devices' shows: an identity or a name; default for the usual one. For --microphone,",
            "          'system' is what the machine plays.",
            "REGION:   WxH+X+Y in pixels of the first screen; --screen alone is all of it, at 30 a second. On a Wayland desktop",
            "          the desktop asks which screen or window it is, unless it remembers; an ID names another screen. Who ends",
            "          sharing there ends the recording, which is a whole movie; the exit code is 0. A window that gets another",
            "          size ends it too; the exit code is 1",
            "OUT:      .mov, .mp4, .m4v; of sound alone also .m4a, .wav, .caf, .aiff",
            "P:        high, medium, low, 352x288, 320x240, 640x480, 960x540, 1280x720, 1920x1080, 3840x2160, iFrame960x540,",
            "          iFrame1280x720",
            "T:        12.5 or 12.5s, 1m30s, 01:02:03.5",
            "N, B:     25, 29.97 or 30000/1001; 2500000, 800k or 2.5M",
            "",
            "--split-every makes OUT-001.mov, OUT-002.mov …, or what %d or %03d in OUT says; not a picture and not a sample",
            "of sound is lost between two. A file that is in the way of any of them is refused at the start, unless -y is given.",
            "With --pause-key, space pauses and goes on, and q ends, on a terminal.",
            "",
            "JSON:     {\"files\": [{\"output\": \"a.mov\", \"duration\": {\"value\": 100, \"timescale\": 10, \"seconds\": 10.0},",
            "          \"size\": 1500000, \"ended\": \"stopped\"}], \"pictures\": 300, \"dropped\": 0}; ended is stopped, duration, size,",
            "          split, unshared (sharing was ended from the desktop) or failed; then there is an \"error\" too. pictures are",
            "          those in the files, dropped those that were lost while they were recorded",
        ],
        options: options,
        shortNames: ["o": "output"],
        examples: [
            ("assettool record -o clip.mov --duration 1", "one second of the usual camera and microphone"),
            ("assettool record --screen 640x360+0+0 -o screen.mp4 --duration 0.5", "a part of the screen"),
            ("assettool record --microphone default -o note.m4a --duration 0.5", "sound alone"),
            ("assettool record -o 'part-%d.mov' --split-every 0.5 --duration 1", "two files, one behind the other"),
        ]
    )

    private static let options = [
        OptionSpec("output", value: "OUT", "where to record, also -o"),
        OptionSpec("camera", value: "ID", "the camera (default: the usual one, unless another device is named)"),
        OptionSpec(
            "microphone",
            value: "ID|system",
            "the microphone, or what the machine plays (default: as --camera)"
        ),
        OptionSpec(
            "screen",
            value: "[ID|REGION]",
            isValueOptional: true,
            "a screen or a part of the first one (default: off)"
        ),
        OptionSpec("preset", value: "P", "how large and how good pictures are (default: high)"),
        OptionSpec(
            "size",
            value: "SIZE",
            "1280x720, 1280x, x720, 720p or 50%: scaled to fit inside; never enlarges (default: the preset's)"
        ),
        OptionSpec(
            "fps",
            value: "N",
            "pictures in a second, as many as the camera has or fewer (default: 30, or what it has)"
        ),
        OptionSpec("video-codec", value: "C", "h264, hevc; in mov also prores…, jpeg (default: h264)"),
        OptionSpec(
            "audio-codec",
            value: "C",
            "aac, alac, pcm, as OUT can hold it (default: aac; pcm in wav, caf and aiff)"
        ),
        OptionSpec(
            "bitrate",
            value: "B",
            "bits in a second of pictures, or of sound alone (default: as the preset is large)"
        ),
        OptionSpec("encoder-preset", value: "NAME", "how long the encoder may think (default: ultrafast)"),
        OptionSpec("duration", value: "T", "end after so long, pauses not counted (default: at Ctrl-C)"),
        OptionSpec("limit-size", value: "BYTES", "end before the file is larger: 10MB, 20MiB (default: off)"),
        OptionSpec("split-every", value: "T", "go on in another file each time, 0.1 at least (default: off)"),
        OptionSpec("pause-key", "space pauses and goes on, on a terminal (default: off)"),
        OptionSpec("preview", "show the pictures in a window; closing it ends the recording (default: off)"),
        OptionSpec("fragment-interval", value: "T", "how much of a movie a crash may cost, 0.1 at least (default: 1)"),
        .synthetic, .overwrite, .quiet, .json,
    ]
}
