import AssetKit

/// `assettool waveform`: the peaks of sound, as numbers for players and as pictures.
struct WaveformVerb: Verb {
    let options: WaveformOptions

    init(_ arguments: ParsedArguments) throws(UsageError) { options = try WaveformOptions(arguments) }

    func run(_ console: Console) async throws -> ExitCode {
        let report = try await WaveformRunner(options: options).run(console)
        if options.printsJSON {
            try console.write(report.json.text)
        } else if !options.isStreamed {
            try console.write(report.output)
        }
        return .done
    }
}

extension WaveformVerb {
    static let help = VerbHelp(
        name: WaveformOptions.verb,
        summary: "peaks of sound, as a picture or as numbers for web players",
        synopsis: [
            "assettool waveform FILE -o OUT.png|.svg [--size WxH] [--scale linear|db] [--rms] [--colors LIST]",
            "assettool waveform FILE -o OUT.json|.dat [--samples-per-pixel N] [--bits 8|16] [--split-channels]",
        ],
        details: [
            "Numbers are in audiowaveform's formats (.dat in version 2), which peaks.js reads as they are: of each pixel the",
            "lowest and the highest sample. Channels are mixed unless --split-channels keeps them apart. --rms adds the key",
            "\"rms\" to .json: the root of the mean square of each pixel and channel, at the same precision; in a picture it",
            "is drawn over the peaks. The waveform starts at the file's zero or at --from: sound that begins late is silent",
            "until then.",
            "",
            "times:    12.5 or 12.5s, 1m30s, 01:02:03.5, 01:02:03:12@25, 150f (of the video), 1001/30000, 50%, end; a minus counts",
            "          from the end: -5",
            "LIST:     up to four colors: waveform, background, axis, RMS; #rgb, #rrggbb, #rrggbbaa, or a name such as white,",
            "          black, gray, red, orange, teal, transparent. Those left out follow from the others.",
            "",
            "JSON:     {\"output\": \"a.dat\", \"points\": 517, \"samplesPerPixel\": 256, \"channels\": 1, \"sampleRate\": 44100,",
            "           \"duration\": {\"value\": 132300, \"timescale\": 44100, \"seconds\": 3.0}}",
        ],
        options: options,
        shortNames: ["o": "output"],
        examples: [
            ("assettool waveform SampleMedia/aac.m4a -o aac.png", "a picture, 1200x240"),
            ("assettool waveform SampleMedia/aac.m4a -o aac.json --bits 8", "peaks for peaks.js"),
            (
                "assettool waveform SampleMedia/surround-aac.m4a --split-channels --scale db --size 800x480 -o all.svg",
                "each channel for itself, in decibels"
            ),
            (
                "assettool waveform SampleMedia/aac.m4a --from 1 --to 50% --rms --colors '#7fd6a5,#16181d' -o part.png",
                "half a second, light on dark, with its mean power"
            ),
        ]
    )

    private static let options = [
        OptionSpec("output", value: "OUT", "where to write, also -o; '-' is standard output, with --format"),
        OptionSpec("format", value: "NAME", "png, svg, json or dat (default: by the output's ending)"),
        OptionSpec("samples-per-pixel", value: "N", "samples of one point (default: 256; pictures by --size)"),
        OptionSpec("pixels-per-second", value: "N", "points a second, instead (default: none)"),
        OptionSpec("width", value: "N", "at most N points; a picture N pixels wide (default: none)"),
        OptionSpec("bits", value: "8|16", "precision of json and dat (default: 16)"),
        OptionSpec("split-channels", "a waveform for each channel (default: all mixed)"),
        OptionSpec("from", value: "T", "where to start (default: 0)"),
        OptionSpec("to", value: "T", "where to end, exclusive (default: the end of the sound)"),
        OptionSpec("track", value: "ID", "the track of sound, as info shows it (default: the first enabled one)"),
        OptionSpec("scale", value: "linear|db", "of pictures; db shows 60 dB (default: linear)"),
        OptionSpec("rms", "measure the root of the mean square as well (default: off)"),
        OptionSpec("size", value: "SIZE", "of pictures: 800x200, 800x or x200 (default: 1200x240)"),
        OptionSpec("colors", value: "LIST", "of pictures (default: blue on white)"),
        OptionSpec("no-axis", "leave the time axis out of pictures (default: shown)"),
        .overwrite, .fileTimecode, .allowReferences, .progress, .quiet, .json,
    ]
}
