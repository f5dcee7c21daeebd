import AssetKit

extension ThumbnailOptions {
    static func layout(_ arguments: ParsedArguments) throws(UsageError) -> Layout {
        var grid: SheetGrid?
        if let text = arguments.value(of: "sheet") {
            guard let read = SheetGrid(text) else {
                throw UsageError("\(quoted(text)) is not a sheet: give columns and rows, as in 4x3", verb)
            }
            grid = read
        }
        if arguments.has("vtt") { return .sprites(grid ?? SheetGrid(columns: 10, rows: 10)) }
        return grid.map { .sheets($0) } ?? .pictures
    }

    static func selection(_ arguments: ParsedArguments, _ layout: Layout) throws(UsageError) -> PictureSelection {
        let given = ["at", "count", "every", "smart"].filter { arguments.has($0) }
        guard given.count < 2 else {
            throw UsageError("--\(given[0]) and --\(given[1]) cannot go together", verb)
        }
        switch given.first {
        case "at":
            var times: [TimeArgument] = []
            let isOfFile = arguments.has("file-timecode")
            for text in arguments.values(of: "at") {
                times.append(try TimeArgument(text, of: "at", verb, isOfFile: isOfFile))
            }
            return .at(times)
        case "count": return .count(try count(arguments.value(of: "count") ?? ""))
        case "every": return .every(try step(arguments.value(of: "every") ?? ""))
        case "smart": return .representative
        default: break
        }
        switch layout {
        case .pictures: return .one
        case .sheets(let grid): return .sheet(grid.cellCount)
        case .sprites: return .sprites
        }
    }

    private static func count(_ text: String) throws(UsageError) -> Int {
        guard text.allSatisfy(\.isASCIIDigit), let count = Int(text), (1...PictureSlots.limit).contains(count) else {
            throw UsageError("--count is a whole number from 1 to \(PictureSlots.limit), not \(quoted(text))", verb)
        }
        return count
    }

    private static func step(_ text: String) throws(UsageError) -> TimeArgument {
        let step = try TimeArgument(text, of: "every", verb)
        let isZero =
            switch step.amount {
            case .time(let time): time.seconds == .zero
            case .timecode(let timecode): timecode.frameNumber <= 0
            case .frames(let count): count == 0
            case .percent(let percent): percent == .zero
            // Only what is asked for of a file is read so.
            case .bareTimecode: false
            }
        guard !isZero, !step.isFromEnd else {
            throw UsageError("--every is a time above zero, not \(quoted(text))", verb)
        }
        return step
    }

    static func tolerance(
        _ arguments: ParsedArguments,
        _ selection: PictureSelection
    ) throws(UsageError) -> PictureTolerance {
        let text = arguments.value(of: "tolerance")
        if arguments.has("exact") {
            guard text == nil else { throw UsageError("--exact and --tolerance cannot go together", verb) }
            return .exact
        }
        switch text {
        case "any": return .any
        case let text?:
            let time = try TimeArgument(text, of: "tolerance", verb)
            guard !time.isFromEnd else { throw UsageError("--tolerance is not below zero: \(quoted(text))", verb) }
            return .within(time)
        case nil:
            switch selection {
            case .one: return .any
            // Who counts frames, or asks for the end, means that very picture.
            case .at(let times) where times.contains(where: \.namesPicture): return .exact
            default: return .fitting
            }
        }
    }

    static func size(_ arguments: ParsedArguments, _ layout: Layout) throws(UsageError) -> PictureSize? {
        guard let text = arguments.value(of: "size") else {
            // The cells of sheets are small unless somebody wants them otherwise, whichever way the picture is turned.
            switch layout {
            case .pictures: return nil
            case .sheets: return PictureSize(width: 320, height: 320)
            case .sprites: return PictureSize(width: 160, height: 160)
            }
        }
        guard let size = PictureSize(text) else {
            throw UsageError("\(quoted(text)) is not a size; give 320x180, 320x, x180, 360p, 4k or 50%", verb)
        }
        return size
    }

    static func quality(_ arguments: ParsedArguments, _ format: StillFormat) throws(UsageError) -> Double {
        guard let text = arguments.value(of: "quality") else { return 0.8 }
        guard let quality = Double(text), (0...1).contains(quality) else {
            throw UsageError("--quality goes from 0 to 1; \(quoted(text)) does not", verb)
        }
        guard format.hasQuality else {
            throw UsageError("\(format.rawValue) is without loss and has no --quality", verb)
        }
        return quality
    }

    static func output(
        _ arguments: ParsedArguments,
        _ layout: Layout
    ) throws(UsageError) -> (Destination, StillFormat) {
        var wanted: StillFormat?
        if let text = arguments.value(of: "format") {
            guard let format = StillFormat(name: text) else {
                throw UsageError("there is no format \(quoted(text)); --format knows \(StillFormat.list)", verb)
            }
            wanted = format
        }
        if case .sprites = layout {
            return (.files(try trackPattern(arguments.value(of: "output"))), wanted ?? .jpg)
        }
        guard let text = arguments.value(of: "output") else {
            let format = wanted ?? .jpg
            return (.files(OutputPattern("%n.\(format.rawValue)")), format)
        }
        guard text != "-" else { return (.standardOutput, wanted ?? .jpg) }
        let format = try format(ofName: text, wanted: wanted)
        return (.files(OutputPattern(text)), format)
    }

    /// The pattern of the WebVTT file's name; the sheets are called after it.
    private static func trackPattern(_ text: String?) throws(UsageError) -> OutputPattern {
        guard text != "-" else { throw UsageError("--vtt writes several files; give it a name with -o", verb) }
        let pattern = OutputPattern(text ?? "%n.vtt")
        guard PathText.ending(pattern.text) == "vtt" else {
            throw UsageError("with --vtt, -o names the .vtt file, and \(quoted(pattern.text)) is none", verb)
        }
        guard !pattern.hasNumber, !pattern.hasTime else {
            throw UsageError("the name of a .vtt file has %n, but no %d and no %t", verb)
        }
        return pattern
    }

    private static func format(ofName text: String, wanted: StillFormat?) throws(UsageError) -> StillFormat {
        let ending = PathText.ending(text)
        let named = ending.flatMap { StillFormat(name: $0) }
        guard let ending, let named else {
            guard let wanted = wanted ?? (ending == nil ? .jpg : nil) else {
                throw UsageError(
                    "'.\(printable(ending ?? ""))' tells no format; end in \(StillFormat.list), or give --format",
                    verb
                )
            }
            return wanted
        }
        guard wanted == nil || wanted == named else {
            throw UsageError(
                "--format \(wanted?.rawValue ?? "") and a name in '.\(ending)' contradict each other",
                verb
            )
        }
        return named
    }
}
