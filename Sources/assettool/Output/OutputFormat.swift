import AssetKit

/// The type of file that an output becomes: `--format`, or the ending of its name.
enum OutputFormat {
    static func fileType(_ output: String, _ arguments: ParsedArguments, _ verb: String) throws(UsageError)
        -> AVFileType
    {
        let ending = PathText.ending(output)
        let named = ending.flatMap(ExportNames.fileType)
        let known = ExportNames.fileTypes.map(\.ending).joined(separator: ", ")
        guard let text = arguments.value(of: "format") else {
            if let named { return named }
            guard output != StandardOutput.name else {
                throw UsageError("standard output needs --format: \(known)", verb)
            }
            throw UsageError("\(quoted(output)) tells no type of file by its ending; there are \(known)", verb)
        }
        guard let type = ExportNames.fileType(text) else {
            throw UsageError("there is no format \(quoted(text)); --format knows \(known)", verb)
        }
        guard output == StandardOutput.name || named == nil || named == type else {
            throw UsageError(
                "--format \(text) and a name in '.\(printable(ending ?? ""))' contradict each other",
                verb
            )
        }
        return type
    }

    /// Movies whose index is known at the end: a stream gets them in fragments, or with their index in front.
    static func isMovie(_ type: AVFileType) -> Bool {
        [.mp4, .mov, .m4v, .m4a, .mobile3GPP].contains(type)
    }

    /// Whether the index is to come first; refused for files that have none.
    static func startsFast(_ arguments: ParsedArguments, _ type: AVFileType, _ verb: String) throws(UsageError)
        -> Bool
    {
        guard arguments.has("fast-start") else { return false }
        guard isMovie(type) else {
            let ending = ExportNames.ending(type)
            throw UsageError("--fast-start cannot act on a .\(ending): only movies have an index to put first", verb)
        }
        return true
    }

    static func isSubtitles(_ type: AVFileType) -> Bool { [.akSubRip, .akWebVTT].contains(type) }

    static func holdsPictures(_ type: AVFileType) -> Bool {
        !isSubtitles(type) && ![.m4a, .wav, .aiff, .caf, .mp3, .akAAC, .akFLAC, .akOgg].contains(type)
    }

    /// Whether such files can say that pictures are to be shown turned.
    static func saysTurns(_ type: AVFileType) -> Bool {
        isMovie(type) || type == .akMatroska || type == .akWebM
    }
}

extension OptionSpec {
    static let format = OptionSpec(
        "format",
        value: "NAME",
        "what OUT becomes, by the usual ending: mkv, mp4, wav …; '-o -' needs it (default: by OUT's ending)"
    )
}
