import AssetKit

/// `assettool devices`: cameras, microphones and screens, and why some are missing.
struct DevicesVerb: Verb {
    private static let verb = "devices"

    let synthetic: String?
    let watches: Bool
    let printsJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        if let word = arguments.positionals.first {
            throw UsageError("devices takes options alone, but \(quoted(word)) follows", Self.verb)
        }
        try arguments.refuseSeveralValues(Self.verb)
        synthetic = arguments.value(of: "synthetic")
        watches = arguments.has("watch")
        printsJSON = arguments.has("json")
    }

    func run(_ console: Console) async throws -> ExitCode {
        let devices = try CaptureDevices(synthetic: synthetic)
        if watches {
            try await DeviceWatch(devices: devices, printsJSON: printsJSON).run(console) { try list(devices, console) }
        } else {
            _ = try list(devices, console)
        }
        return .done
    }

    /// Shows what there is.
    private func list(_ devices: CaptureDevices, _ console: Console) throws(WorkError) -> [DeviceReport] {
        let present = DeviceReport.list(devices)
        switch (printsJSON, watches) {
        case (true, true): for report in present { try console.write(DeviceWatch.line("present", report)) }
        case (true, false): try console.write(JSON.array(present.map(\.json)).text)
        case (false, _): try console.write(text(present, devices.obstacles))
        }
        if printsJSON {
            for (provider, reason) in devices.obstacles {
                console.report("assettool: \(printable(Self.sentence(provider, reason)))")
            }
        }
        return present
    }

    private func text(_ present: [DeviceReport], _ obstacles: [(provider: String, reason: String)]) -> String {
        var lines: [String] = []
        for kind in CaptureDeviceKind.allCases {
            let reports = present.filter { $0.kind == kind }
            lines.append("\(kind.rawValue)s:\(reports.isEmpty ? " none" : "")")
            lines += reports.flatMap(\.lines)
        }
        if !obstacles.isEmpty {
            lines.append("missing:")
            lines += obstacles.map { "  \(printable(Self.sentence($0.provider, $0.reason)))" }
        }
        return lines.joined(separator: "\n")
    }

    /// Which devices there cannot be, and why.
    private static func sentence(_ provider: String, _ reason: String) -> String {
        let kind = CaptureDeviceKind(provider: provider)?.rawValue ?? "device"
        return "no \(kind)s of \(provider): \(reason)"
    }
}

extension DevicesVerb {
    static let help = VerbHelp(
        name: verb,
        summary: "cameras, microphones and screens, with their formats and controls",
        synopsis: ["assettool devices [--watch] [--json] [--synthetic SCRIPT]"],
        details: [
            "Each device with its identity, which record and snapshot take, its name, the ways in which it delivers, and what",
            "can be set about it. Microphones are those of a sound server (PulseAudio, PipeWire), and where there is none those",
            "of ALSA: cards, and what its configuration shows. What a server plays is a microphone too. Screens are those of X11,",
            "and what a desktop's portal lets its user share, the usual one on Wayland: the desktop asks which screen or window",
            "when it is recorded, never here, and until then it has no size. Where a kind of devices cannot be had, it says why:",
            "on standard error with --json. --watch goes on and tells what comes and goes, a line each, until Ctrl-C or until",
            "nobody reads it any more, which is no failure: the exit code is 0. SIGTERM ends it with 143.",
            "",
            "SCRIPT:   {\"cameras\": [{\"id\": \"front\", \"width\": 1280, \"height\": 720, \"frameRates\": [30],",
            "            \"script\": [{\"at\": 3, \"unplug\": true}, {\"at\": 4, \"plug\": true}]}],",
            "           \"microphones\": [{\"id\": \"desk\", \"sampleRate\": 48000}], \"screens\": [{\"width\": 1920, \"height\": 1080}]}",
            "          The environment variable ASSETKIT_SYNTHETIC_DEVICES may name such a file for any program; with",
            "          \"only\": true in it the machine's own devices are left out.",
            "",
            "JSON:",
            #"  [{"id": "front", "name": "Front", "mediaType": "video", "kind": "camera", "provider": "v4l2", "default": true,"#,
            #"    "position": "front", "formats": [{"width": 1280, "height": 720, "coding": "jpeg","#,
            #"    "frameRates": [{"minimum": 30.0, "maximum": 30.0}]}], "controls": [{"identifier": "brightness","#,
            #"    "name": "Brightness", "minimum": 0, "maximum": 255, "step": 1, "default": 128, "value": 128,"#,
            #"    "readOnly": false}]}]   microphones have "systemSound", and formats {"sampleRate": 48000.0, "channels": 2};"#,
            #"  formats of a screen that is still to be chosen have no "width" and "height"; "obstacle" tells why a device cannot"#,
            #"  be used; with --watch an object a line, with "event": "present", "connected" or "disconnected""#,
        ],
        options: [
            OptionSpec("watch", "tell what comes and goes, until Ctrl-C (default: off)"), .synthetic, .json,
        ],
        examples: [
            ("assettool devices", "what there is"),
            ("assettool devices --json", "the same, for a script"),
        ]
    )
}
