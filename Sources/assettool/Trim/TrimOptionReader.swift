import AssetKit

/// Reads the options of `assettool trim` one by one.
struct TrimOptionReader {
    let arguments: ParsedArguments

    private func usage(_ problem: String) -> UsageError { UsageError(problem, TrimOptions.verb) }

    func files() throws(UsageError) -> [String] {
        guard !arguments.positionals.isEmpty else { throw usage("a file is missing") }
        return arguments.positionals
    }

    func output() throws(UsageError) -> OutputPattern {
        guard let output = arguments.output else { throw usage("the output is missing: -o OUT") }
        try StandardOutput.check(arguments, TrimOptions.verb)
        let pattern = OutputPattern(output)
        try Batch.check(pattern, for: arguments.positionals, TrimOptions.verb, numbersInputs: false)
        return pattern
    }

    /// Refuses a pattern by which the first outputs of two files would have one name, as far as the command line tells:
    /// numbers begin again with each file, and how many parts there are is known when the file is.
    func refuseSameNames(_ pattern: OutputPattern, _ selection: TrimOptions.Selection) throws(UsageError) {
        let start = start(selection)
        guard start != nil || !pattern.hasTime else { return }
        let names = arguments.positionals.map { file in
            pattern.name(number: 1, time: start ?? .zero, input: PathText.inputName(file))
        }
        try OutputNames.checkDistinct(names, of: arguments.positionals, TrimOptions.verb)
    }

    /// Where the first output of every file begins; nil where that is another time in each.
    private func start(_ selection: TrimOptions.Selection) -> CMTime? {
        let from: TimeArgument?
        switch selection {
        case .range(let interval, _): from = interval.from
        case .keep(let intervals): from = intervals.first?.from
        case .cut: return nil
        case .every, .chapters: return .zero
        }
        guard let from else { return .zero }
        guard !arguments.has("file-timecode") else { return nil }
        // A part of a length that is not known yet is an error here, and looked at again when the file is open.
        return try? from.time(in: FileTimes(duration: .invalid))
    }

    func fileType(_ output: OutputPattern) throws(UsageError) -> AVFileType {
        let type = try OutputFormat.fileType(output.text, arguments, TrimOptions.verb)
        guard type != .akSubRip, type != .akWebVTT else {
            throw usage("subtitles alone are written by 'assettool export', which knows --from and --to too")
        }
        return type
    }

    func mode() throws(UsageError) -> TrimOptions.Mode {
        guard let name = arguments.value(of: "mode") else { return .smart }
        guard let mode = TrimOptions.Mode(rawValue: name) else {
            let list = TrimOptions.Mode.allCases.map(\.rawValue).joined(separator: ", ")
            throw usage("there is no mode \(quoted(name)); --mode knows \(list)")
        }
        return mode
    }

    func verifiesJoins(_ mode: TrimOptions.Mode) throws(UsageError) -> Bool {
        guard arguments.has("no-verify") else { return true }
        guard mode == .smart else { throw usage("--no-verify goes with --mode smart: nothing else is verified") }
        return false
    }

    func selection() throws(UsageError) -> TrimOptions.Selection {
        let groups = [["from", "to", "duration"], ["keep"], ["cut"], ["split-every"], ["split-at"]]
        let given = groups.compactMap { group in group.first { arguments.has($0) } }
        guard given.count <= 1 else { throw usage("--\(given[0]) and --\(given[1]) contradict each other") }
        guard let name = given.first else {
            throw usage(
                "nothing says what to keep: --from and --to, --keep, --cut, --split-every or --split-at chapters"
            )
        }
        switch name {
        case "keep": return .keep(try intervals("keep"))
        case "cut": return .cut(try intervals("cut"))
        case "split-every":
            guard let time = try time("split-every") else { throw usage("--split-every needs a time") }
            return .every(time)
        case "split-at":
            guard arguments.value(of: "split-at") == "chapters" else { throw usage("--split-at knows chapters only") }
            return .chapters
        default:
            let interval = TrimOptions.Interval(from: try time("from"), to: try time("to"))
            let duration = try time("duration")
            guard interval.to == nil || duration == nil else {
                throw usage("--to and --duration contradict each other")
            }
            return .range(interval, duration: duration)
        }
    }

    func splits(_ selection: TrimOptions.Selection) throws(UsageError) -> Bool {
        switch selection {
        case .every, .chapters:
            guard arguments.output != StandardOutput.name else {
                throw usage("'-o -' is for one part; give several a name with -o")
            }
            return true
        case .keep, .cut:
            guard !arguments.has("split") || arguments.output != StandardOutput.name else {
                throw usage("'-o -' is for one part; give several a name with -o")
            }
            return arguments.has("split")
        case .range:
            guard !arguments.has("split") else { throw usage("--split goes with --keep or --cut") }
            return false
        }
    }

    func cutsSoundBetweenPackets(_ mode: TrimOptions.Mode) throws(UsageError) -> Bool {
        switch arguments.value(of: "sound") {
        case nil, "sample": return false
        case "packet" where mode == .exact:
            throw usage("--sound packet goes with --mode smart or keyframe: exact encodes the sound, too")
        case "packet": return true
        case let name?: throw usage("there is no sound \(quoted(name)); --sound knows sample and packet")
        }
    }

    // MARK: Times

    private func time(_ name: String) throws(UsageError) -> TimeArgument? {
        guard let text = arguments.value(of: name) else { return nil }
        return try self.time(text, of: name)
    }

    private func time(_ text: String, of name: String) throws(UsageError) -> TimeArgument {
        try TimeArgument(text, of: name, TrimOptions.verb, isOfFile: arguments.has("file-timecode"))
    }

    /// `A..B`, of which either may be left out. Not with three dots: nobody means a fraction by the last.
    private func intervals(_ name: String) throws(UsageError) -> [TrimOptions.Interval] {
        var intervals: [TrimOptions.Interval] = []
        for text in arguments.values(of: name) {
            guard let dots = text.range(of: "..") else {
                throw usage("\(quoted(text)) is no stretch; --\(name) takes A..B, such as 12.5..20")
            }
            guard !text.contains("...") else {
                throw usage("\(quoted(text)) has too many dots; --\(name) takes A..B with two, such as 0.5..20")
            }
            let (start, end) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
            guard !(start.isEmpty && end.isEmpty) else { throw usage("--\(name) '..' would be all of it") }
            intervals.append(
                TrimOptions.Interval(
                    from: start.isEmpty ? nil : try time(start, of: name),
                    to: end.isEmpty ? nil : try time(end, of: name)
                )
            )
        }
        return intervals
    }
}
