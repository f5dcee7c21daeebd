import AssetKit

/// Everything that the command line of `assettool thumbnail` asks for.
struct ThumbnailOptions: Sendable {
    /// What the pictures become.
    enum Layout: Sendable, Equatable {
        /// A file each.
        case pictures
        /// Sheets to look at.
        case sheets(SheetGrid)
        /// Sheets for a web player, and the list that says what is where.
        case sprites(SheetGrid)
    }

    /// Where the results go.
    enum Destination: Sendable {
        case standardOutput
        case files(OutputPattern)
    }

    let files: [String]
    let selection: PictureSelection
    let tolerance: PictureTolerance
    let layout: Layout
    let destination: Destination
    let format: StillFormat
    let quality: Double
    /// What is behind pictures with alpha; nil where nobody says.
    let background: CGColor?
    let size: PictureSize?
    let showsTimes: Bool
    let overwrites: Bool
    let usesFileTimecode: Bool
    let allowsReferences: Bool
    let printsJSON: Bool
    let progress: ProgressMode

    static let verb = "thumbnail"

    init(_ arguments: ParsedArguments) throws(UsageError) {
        files = arguments.positionals
        guard !files.isEmpty else { throw UsageError("a file is missing", Self.verb) }
        guard files.count(where: FileArgument.readsStandardInput) < 2 else {
            throw UsageError("standard input can be read only once", Self.verb)
        }
        layout = try Self.layout(arguments)
        selection = try Self.selection(arguments, layout)
        tolerance = try Self.tolerance(arguments, selection)
        size = try Self.size(arguments, layout)
        (destination, format) = try Self.output(arguments, layout)
        quality = try Self.quality(arguments, format)
        background = try arguments.background(Self.verb)
        showsTimes = arguments.has("show-times")
        overwrites = arguments.has("overwrite")
        usesFileTimecode = arguments.has("file-timecode")
        allowsReferences = arguments.has("allow-references")
        printsJSON = arguments.has("json")
        progress = try ProgressMode(arguments, Self.verb)
        try checkCombination()
    }

    private func checkCombination() throws(UsageError) {
        if case .representative = selection, layout != .pictures {
            throw UsageError("--smart makes one picture, not a sheet", Self.verb)
        }
        if showsTimes, layout == .pictures { throw UsageError("--show-times is for --sheet", Self.verb) }
        guard case .standardOutput = destination else { return }
        if case .sprites = layout { throw UsageError("--vtt writes several files; give it a name with -o", Self.verb) }
        guard !printsJSON else { throw UsageError("--json and '-o -' both write to standard output", Self.verb) }
        guard files.count == 1 else { throw UsageError("'-o -' is for one picture", Self.verb) }
    }
}
