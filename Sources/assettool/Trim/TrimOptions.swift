import AssetKit

/// What a command line of `assettool trim` asks for.
struct TrimOptions: Sendable {
    static let verb = "trim"

    /// How exact a cut is.
    enum Mode: String, Sendable, CaseIterable {
        case smart
        case exact
        case keyframe

        /// The same in the words of the library.
        var trimMode: AKTrimMode {
            switch self {
            case .smart: .smart
            case .exact: .exact
            case .keyframe: .keyframe
            }
        }
    }

    /// A stretch of the file; nil for its beginning or its end.
    struct Interval: Sendable {
        var from: TimeArgument?
        var to: TimeArgument?
    }

    /// Which parts are wanted.
    enum Selection: Sendable {
        case range(Interval, duration: TimeArgument?)
        case keep([Interval])
        case cut([Interval])
        case every(TimeArgument)
        case chapters
    }

    /// The one of the files that this is about.
    var file: String
    let files: [String]
    let output: OutputPattern
    let fileType: AVFileType
    let mode: Mode
    /// The mode was asked for: nothing else will do.
    let insistsOnMode: Bool
    let verifiesJoins: Bool
    let selection: Selection
    /// Each part becomes a file of its own.
    let splits: Bool
    let cutsSoundBetweenPackets: Bool
    let startsFast: Bool
    let threadCount: Int?
    let isDryRun: Bool
    let overwrites: Bool
    let allowsReferences: Bool
    let usesFileTimecode: Bool
    let printsJSON: Bool
    let progress: ProgressMode

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let reader = TrimOptionReader(arguments: arguments)
        files = try reader.files()
        file = files[0]
        output = try reader.output()
        fileType = try reader.fileType(output)
        mode = try reader.mode()
        insistsOnMode = arguments.has("mode")
        verifiesJoins = try reader.verifiesJoins(mode)
        selection = try reader.selection()
        splits = try reader.splits(selection)
        try reader.refuseSameNames(output, selection)
        cutsSoundBetweenPackets = try reader.cutsSoundBetweenPackets(mode)
        threadCount = try ThreadCount.read(arguments, Self.verb)
        startsFast = try OutputFormat.startsFast(arguments, fileType, Self.verb)
        isDryRun = arguments.has("dry-run")
        overwrites = arguments.has("overwrite")
        allowsReferences = arguments.has("allow-references")
        usesFileTimecode = arguments.has("file-timecode")
        printsJSON = arguments.has("json")
        progress = try ProgressMode(arguments, Self.verb)
    }

    /// Every time on the command line.
    var times: [TimeArgument] {
        switch selection {
        case .range(let interval, let duration): [interval.from, interval.to, duration].compactMap { $0 }
        case .keep(let intervals), .cut(let intervals): intervals.flatMap { [$0.from, $0.to].compactMap { $0 } }
        case .every(let time): [time]
        case .chapters: []
        }
    }
}
