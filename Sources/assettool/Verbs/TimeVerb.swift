import AssetKit

/// `assettool time`: the calculator, and the runner of conformance files.
struct TimeVerb: Verb {
    enum Job: Equatable {
        case calculate(String)
        case calculateLines
        case check(String)
    }

    let job: Job
    let rate: FrameRate?
    let timecodeRate: TimecodeRate?
    let wraps: Bool
    let printsJSON: Bool

    static let help = VerbHelp(
        name: "time",
        summary: "exact media-time arithmetic",
        synopsis: [
            "assettool time EXPRESSION [--rate R] [--wrap] [--json]",
            "assettool time - [--rate R] [--wrap] [--json]      one expression a line of standard input",
            "assettool time --check FILE.jsonl                  run a file of conformance vectors",
        ],
        details: [
            "times:      12.5 or 12.5s, 1m30s, 01:02:03.5, 01:02:03:12@25, 01:02:03;12@29.97 (drop-frame), 150f, 1001/30000",
            "operators:  + - * / ( )   < <= > >= == != (= is ==)",
            "functions:  convert(t, scale[, method])  round(t[, scale])  floor(t[, scale])  ceil(t[, scale])",
            "            range(start, duration)  union(a, b)  intersection(a, b)  timecode(t, rate)",
            "methods:    " + CMTimeRoundingMethod.allCases.map { "\($0)" }.prefix(4).joined(separator: " "),
            "            " + CMTimeRoundingMethod.allCases.map { "\($0)" }.dropFirst(4).joined(separator: " "),
            "",
            "Arithmetic is exact, in fractions of up to 100,000 bits above and below the line. A result that no CMTime holds",
            "is printed rounded, or as an infinity, with its flag. convert, round, floor and ceil give a time at the scale",
            "asked for: what does not fit there is an infinity, which has no exact value to calculate with. Decimals are read",
            "as they are written; only after '@' and '--rate' are 23.976, 29.97, 59.94 and 119.88 the rates n*1000/1001.",
            "A rate stands right behind its '@', and a slash belongs to it only before 1001: '@30000/1001'. Any other slash",
            "divides: '01:02:03:12@25/2' is half of that time.",
            "",
            "With --json a range has \"flags\", those of its start and duration together, and where a flag besides valid is",
            "set also \"startFlags\" and \"durationFlags\".",
        ],
        options: [
            OptionSpec(
                "rate",
                value: "R",
                "frames per second of 'f' and of timecode: 25, 29.97, 29.97df (default: none)"
            ),
            OptionSpec("wrap", "show timecode within 24 hours (default: negative and large ones as they are)"),
            OptionSpec("check", value: "FILE", "run conformance vectors and report by operation, rule and basis"),
            .json,
        ],
        examples: [
            (#"assettool time "1001/30000 * 150 + 1/3""#, "an exact sum of frames and a third of a second"),
            (#"assettool time "01:00:00;00@29.97 - 150f" --rate 29.97"#, "150 frames before an hour of drop-frame"),
            (#"assettool time "convert(2/3, 600, roundTowardZero)" --json"#, "a conversion, for a script"),
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        printsJSON = arguments.has("json")
        wraps = arguments.has("wrap")
        job = try Self.job(arguments)
        guard let name = arguments.value(of: "rate") else {
            (rate, timecodeRate) = (nil, nil)
            return
        }
        // A rate such as 12.5 counts frames, though no timecode counts at it.
        timecodeRate = TimecodeRate(name)
        guard let rate = timecodeRate?.frameRate ?? FrameRate(name) else {
            throw UsageError("'\(name)' is not a frame rate", Self.help.name)
        }
        self.rate = rate
    }

    private static func job(_ arguments: ParsedArguments) throws(UsageError) -> Job {
        let words = arguments.positionals
        if let file = arguments.value(of: "check") {
            guard words.isEmpty else { throw UsageError("--check takes no expression", help.name) }
            return .check(file)
        }
        guard !words.isEmpty else { throw UsageError("an expression is missing", help.name) }
        return words == ["-"] ? .calculateLines : .calculate(words.joined(separator: " "))
    }

    func run(_ console: Console) async throws -> ExitCode {
        switch job {
        case .calculate(let expression):
            let result = try evaluate(expression)
            try console.write(printsJSON ? result.json.text : result.text)
            return .done
        case .calculateLines: return try calculateLines(console)
        case .check(let file): return try check(file, console)
        }
    }

    func evaluate(_ expression: String) throws(UsageError) -> TimeResult {
        var reader = ExpressionReader(expression, rate: rate)
        do {
            let value = try reader.read()
            return TimeResult(expression: expression, value: value, rate: shownRate(reader), wraps: wraps)
        } catch {
            throw UsageError(complete: error.text(for: expression))
        }
    }

    /// The rate to show: the one asked for in the expression, else `--rate`, else that of the timecodes in the
    /// expression, where they agree. Drop-frame input makes drop-frame output of a rate that does not say.
    private func shownRate(_ reader: ExpressionReader) -> TimecodeRate? {
        if let rate = reader.requestedRate { return rate }
        guard let timecodeRate else {
            return rate == nil && Set(reader.timecodeRates).count == 1 ? reader.timecodeRates.first : nil
        }
        return reader.timecodeRates.first { $0.isDropFrame && $0.frameRate == timecodeRate.frameRate } ?? timecodeRate
    }

    /// One expression a line. A wrong one does not stop the others.
    private func calculateLines(_ console: Console) throws -> ExitCode {
        let input = String(decoding: try console.readInput(), as: UTF8.self)
        var results: [JSON] = []
        var code = ExitCode.done
        for line in input.split(whereSeparator: \.isNewline).map(String.init)
        where !line.allSatisfy(\.isWhitespace) {
            try Task.checkCancellation()
            do {
                let result = try evaluate(line)
                if printsJSON { results.append(result.json) } else { try console.write(result.text) }
            } catch let error as UsageError {
                console.report("assettool: \(error.message)")
                if printsJSON {
                    results.append(.object([("expression", .string(line)), ("error", .string(error.message))]))
                }
                code = .wrongCommandLine
            }
        }
        if printsJSON { try console.write(JSON.array(results).text) }
        return code
    }

    private func check(_ file: String, _ console: Console) throws -> ExitCode {
        let report = VectorReport(file: file == "-" ? try console.readInput() : try FileContents.read(file))
        try console.write(printsJSON ? report.json.text : report.text)
        return report.total.failed == 0 ? .done : .failed
    }
}
