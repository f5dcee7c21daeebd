import AssetKit

/// `assettool snapshot`: one still from a camera or a screen.
struct SnapshotVerb: Verb {
    let options: SnapshotOptions

    init(_ arguments: ParsedArguments) throws(UsageError) { options = try SnapshotOptions(arguments) }

    func run(_ console: Console) async throws -> ExitCode {
        let isStreamed = options.output == StandardOutput.name
        if isStreamed, console.isTerminal() {
            throw UsageError("a terminal cannot show a picture; send '-o -' into a pipe or a file", Self.help.name)
        }
        let target = try OutputTarget(options.output, overwrites: options.overwrites)
        let snapshot = try await SnapshotRunner(options: options).run()
        if case .screen(let argument) = options.source, let note = argument.rounding {
            console.report("assettool: \(note)")
        }
        if snapshot.isSmall {
            let size = "\(snapshot.image.width)x\(snapshot.image.height)"
            console.report("assettool: the picture stays \(size): it is never enlarged")
        }
        try Task.checkCancellation()
        let data = try options.format.data(of: snapshot.image, quality: 0.9)
        guard !isStreamed else {
            try console.writeData(data)
            return .done
        }
        let staged = StagedOutput()
        try staged.write(data, to: target)
        try staged.commit()
        if options.printsJSON {
            try console.write(json(snapshot).text)
        } else {
            // Programs get names as they are; on a terminal they must not do anything.
            try console.write(console.isTerminal() ? printable(options.output) : options.output)
        }
        return .done
    }

    private func json(_ snapshot: SnapshotRunner.Snapshot) -> JSON {
        .object([
            ("output", .string(options.output)), ("width", .integer(Int64(snapshot.image.width))),
            ("height", .integer(Int64(snapshot.image.height))), ("device", .string(snapshot.device.uniqueID)),
        ])
    }
}

extension SnapshotVerb {
    static let help = VerbHelp(
        name: SnapshotOptions.verb,
        summary: "one still from a camera or a screen",
        synopsis: ["assettool snapshot [--camera ID | --screen [ID|REGION]] -o OUT [--size SIZE] [--delay T]"],
        details: [
            "Without --camera and --screen it is the usual camera. Its first pictures are left out, since it is still looking",
            "for its exposure then. What is written is listed on standard output.",
            "",
            "ID:       what 'assettool devices' shows: an identity or a name; default for the usual one",
            "REGION:   WxH+X+Y in pixels of the first screen; --screen alone is all of it. On a Wayland desktop the desktop asks",
            "          which screen or window it is, unless it remembers",
            "OUT:      .png, .jpg or .webp; '-' is standard output, which needs --format",
            "",
            "JSON:     {\"output\": \"a.png\", \"width\": 1280, \"height\": 720, \"device\": \"front\"}",
        ],
        options: [
            OptionSpec("output", value: "OUT", "where to write, also -o"),
            OptionSpec("camera", value: "ID", "the camera (default: the usual one)"),
            OptionSpec(
                "screen",
                value: "[ID|REGION]",
                isValueOptional: true,
                "a screen, or a part of the first one (default: off)"
            ),
            OptionSpec(
                "size",
                value: "SIZE",
                "320x180, 320x or x180: fits inside; 720p, 50%; never enlarges (default: all)"
            ),
            OptionSpec("format", value: "NAME", "jpg, png or webp (default: by the output's ending)"),
            OptionSpec("delay", value: "T", "wait so long first (default: 0)"),
            .synthetic, .overwrite, .quiet, .json,
        ],
        shortNames: ["o": "output"],
        examples: [
            ("assettool snapshot -o me.jpg", "the usual camera"),
            ("assettool snapshot --screen -o screen.png --size 640x", "the whole screen, smaller"),
        ]
    )
}
