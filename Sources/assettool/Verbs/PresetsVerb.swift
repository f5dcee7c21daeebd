import AssetKit

/// `assettool presets`: what `assettool export` can make, of anything or of one file.
struct PresetsVerb: Verb {
    private static let verb = "presets"

    let file: String?
    let printsJSON: Bool
    let allowsReferences: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        guard arguments.positionals.count <= 1 else {
            throw UsageError("one file at a time, but \(quoted(arguments.positionals[1])) follows", Self.verb)
        }
        file = arguments.positionals.first
        printsJSON = arguments.has("json")
        allowsReferences = arguments.has("allow-references")
    }

    func run(_ console: Console) async throws -> ExitCode {
        let names = try await names(console)
        let presets = names.compactMap(AKExportPresetDescription.init)
        if printsJSON {
            try console.write(JSON.array(presets.map(Self.json)).text)
            return .done
        }
        let width = presets.map { ExportNames.short($0.presetName).count }.max() ?? 0
        for preset in presets {
            let types = preset.fileTypes.map(ExportNames.ending).joined(separator: " ")
            try console.write(
                "\(padded(ExportNames.short(preset.presetName), to: width))  \(preset.summary)  [\(types)]"
            )
        }
        return .done
    }

    private func names(_ console: Console) async throws -> [String] {
        guard let file else { return ExportNames.presets }
        let asset = try FileArgument.asset(file, isPrecise: false, allowsReferences: allowsReferences, console)
        do {
            _ = try await asset.load(.tracks)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw WorkError(message: "cannot open '\(file)': \(FileFailure.reason(error))")
        }
        return AVAssetExportSession.exportPresets(compatibleWith: asset) + [AVAssetExportPresetPassthrough]
    }

    private static func json(_ preset: AKExportPresetDescription) -> JSON {
        .object([
            ("name", .string(ExportNames.short(preset.presetName))),
            ("fileTypes", .array(preset.fileTypes.map { .string(ExportNames.ending($0)) })),
            ("description", .string(preset.summary)),
        ])
    }
}

extension PresetsVerb {
    static let help = VerbHelp(
        name: verb,
        summary: "what export can make, of anything or of one file",
        synopsis: ["assettool presets [FILE] [--json]"],
        details: [
            "One preset a line: its name, what it is, and the endings of files that it makes. With a file, those that make",
            "something of it.",
            "",
            #"JSON:     [{"name": "1280x720", "fileTypes": ["mp4", "mov"], "description": "H.264 and AAC, within 1280x720"}]"#,
        ],
        options: [.allowReferences, .json],
        shortNames: [:],
        examples: [
            ("assettool presets", "all of them"),
            ("assettool presets SampleMedia/aac.m4a", "those for sound alone"),
        ]
    )
}
