import AssetKit

/// How a verb tells how far it is.
enum ProgressMode: Sendable, Equatable {
    /// A bar, where messages go to a terminal.
    case bar
    /// One JSON object a line.
    case json
    case silent

    init(_ arguments: ParsedArguments, _ verb: String) throws(UsageError) {
        if arguments.has("quiet") {
            self = .silent
            return
        }
        switch arguments.value(of: "progress") {
        case nil: self = .bar
        case "json": self = .json
        case let value?: throw UsageError("there is no progress \(quoted(value)); --progress knows json", verb)
        }
    }
}

extension OptionSpec {
    static let progress = OptionSpec(
        "progress",
        value: "json",
        "write progress to standard error as one JSON object a line (default: a bar on a terminal)"
    )
    static let quiet = OptionSpec("quiet", "show no progress; also -q (default: off)")
    static let overwrite = OptionSpec("overwrite", "replace files that exist; also -y (default: refused)")
    static let fileTimecode = OptionSpec(
        "file-timecode",
        "timecodes are those of the file's timecode track, at its rate (default: they count from zero)"
    )
    static let allowReferences = OptionSpec(
        "allow-references",
        "let a file have others opened that it names (default: refused)"
    )
}
