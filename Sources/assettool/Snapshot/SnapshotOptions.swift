import AssetKit

/// What a command line of `assettool snapshot` asks for.
struct SnapshotOptions: Sendable {
    static let verb = "snapshot"

    enum Source: Sendable, Equatable {
        /// A camera of a name; nil for the usual one.
        case camera(String?)
        case screen(ScreenArgument)
    }

    let output: String
    let format: StillFormat
    let source: Source
    let size: PictureSize?
    let delay: CMTime
    let synthetic: String?
    let overwrites: Bool
    let printsJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        func usage(_ problem: String) -> UsageError { UsageError(problem, Self.verb) }
        if let word = arguments.positionals.first {
            throw usage("snapshot takes options alone, but \(quoted(word)) follows; the file is -o OUT")
        }
        try arguments.refuseSeveralValues(Self.verb)
        guard let output = arguments.output, !output.isEmpty else { throw usage("the output is missing: -o OUT") }
        self.output = output
        try StandardOutput.check(arguments, Self.verb)
        let name = arguments.value(of: "format") ?? PathText.ending(output) ?? ""
        guard let format = StillFormat(name: name) else {
            guard !name.isEmpty else {
                throw usage("\(quoted(output)) needs an ending or --format: \(StillFormat.list)")
            }
            throw usage("there is no format \(quoted(name)); there are \(StillFormat.list)")
        }
        self.format = format
        guard !arguments.has("camera") || !arguments.has("screen") else {
            throw usage("--camera and --screen contradict each other: a snapshot is of one of them")
        }
        if let text = arguments.value(of: "screen") {
            source = .screen(ScreenArgument(text))
        } else {
            source = .camera(arguments.value(of: "camera"))
        }
        size = try ExportOptionReader(arguments: arguments, verb: Self.verb).size()
        delay = try Self.delay(arguments)
        synthetic = arguments.value(of: "synthetic")
        overwrites = arguments.has("overwrite")
        printsJSON = arguments.has("json")
    }

    private static func delay(_ arguments: ParsedArguments) throws(UsageError) -> CMTime {
        guard let text = arguments.value(of: "delay") else { return .zero }
        guard case .time(let time) = try TimeArgument(text, of: "delay", verb).amount, time.time.isNumeric,
            time.time >= .zero, !text.hasPrefix("-"), !text.lowercased().hasPrefix("end")
        else { throw UsageError("\(quoted(text)) is no time to wait; give 5 or 0.5s", verb) }
        return time.time
    }
}
