import AssetKit

/// The outcome of an expression, ready to print.
struct TimeResult {
    let expression: String
    let value: ExpressionValue
    /// The rate to show timecode at; nil for none.
    let rate: TimecodeRate?
    let wraps: Bool

    /// More digits help nobody. 1/30011 has 30010 of them before they repeat.
    static let maximumDigits = 100

    // MARK: Text

    var text: String {
        switch value {
        case .boolean(let boolean): return "\(boolean)"
        case .time(let time): return lines(of: time).joined(separator: "\n")
        case .infinity(let isNegative):
            let time = CMTime.infinite(isNegative: isNegative)
            return "time      \(fraction(time))\nflags     \(flags(time))"
        case .range(let start, let duration):
            let end = start.seconds.adding(duration.seconds).map { ExactTime($0, timescale: start.timescale) }
            let parts = [("start", start), ("duration", duration)] + (end.map { [("end", $0)] } ?? [])
            return parts.map { "\(padded($0.0, to: 9)) \(summary(of: $0.1))" }.joined(separator: "\n")
        }
    }

    private func lines(of time: ExactTime) -> [String] {
        let result = time.time
        var lines = [
            "time      \(fraction(result))",
            "exact     \(time.seconds)",
            "seconds   \(decimal(time.seconds))",
        ]
        if let timecode = timecode(of: time.seconds) {
            let rest = timecode.rest == .zero ? "" : " + \(timecode.rest) s"
            lines.append("timecode  \(timecode.text) @ \(timecode.rate)\(rest)")
        }
        return lines + ["flags     \(flags(result))"]
    }

    private func summary(of time: ExactTime) -> String {
        let result = time.time
        let timecode = timecode(of: time.seconds).map { "  \($0.text) @ \($0.rate)" } ?? ""
        let rounded = result.hasBeenRounded ? "  rounded" : ""
        return "\(fraction(result))  \(decimal(time.seconds)) s\(timecode)\(rounded)"
    }

    /// `value/timescale`, or the name of what the time is instead of a number.
    private func fraction(_ time: CMTime) -> String {
        time.isNumeric
            ? "\(time.value)/\(time.timescale)" : time.flagNames.filter { $0 != "valid" }.joined(separator: ", ")
    }

    private func flags(_ time: CMTime) -> String { time.flagNames.joined(separator: ", ") }

    private func decimal(_ number: BigRational) -> String {
        number.decimalText(maximumFractionDigits: Self.maximumDigits)
    }

    /// The frame that shows at this time, and how far into it the time is.
    private func timecode(of seconds: BigRational) -> (text: String, rate: TimecodeRate, rest: BigRational)? {
        guard let rate else { return nil }
        let framesPerSecond = BigRational(rate.frameRate.framesPerSecond)
        guard let frames = seconds.multiplied(by: framesPerSecond), let frame: Int64 = frames.floor.exactly(),
            let start = BigRational(frame).divided(by: framesPerSecond), let rest = seconds.subtracting(start)
        else { return nil }
        let timecode = Timecode(frameNumber: frame, rate: rate)
        return ((wraps ? timecode.wrapped() : timecode).description, rate, rest)
    }
}

extension TimeResult {
    // MARK: JSON

    var json: JSON { .object([("expression", .string(expression))] + fields) }

    private var fields: [(key: String, value: JSON)] {
        switch value {
        case .boolean(let boolean): return [("result", .boolean(boolean))]
        case .time(let time): return fields(of: time)
        case .infinity(let isNegative):
            let time = CMTime.infinite(isNegative: isNegative)
            return [("result", JSON(time)), ("flags", JSON(names: time.flagNames))]
        case .range(let start, let duration):
            return fields(of: CMTimeRange(start: start.time, duration: duration.time))
        }
    }

    private func fields(of time: ExactTime) -> [(key: String, value: JSON)] {
        let result = time.time
        var fields: [(key: String, value: JSON)] = [
            ("result", JSON(result)), ("exact", .string("\(time.seconds.numerator)/\(time.seconds.denominator)")),
            ("decimal", .string(decimal(time.seconds))),
        ]
        if let timecode = timecode(of: time.seconds) { fields.append(("timecode", .string(timecode.text))) }
        return fields + [("flags", JSON(names: result.flagNames))]
    }

    /// The flags of both members together, and, where one of them is more than valid, those of each.
    private func fields(of range: CMTimeRange) -> [(key: String, value: JSON)] {
        let flags = range.start.flags.union(range.duration.flags)
        let fields = [("result", JSON(range)), ("flags", JSON(names: flags.names))]
        guard flags != .valid else { return fields }
        return fields + [
            ("startFlags", JSON(names: range.start.flagNames)),
            ("durationFlags", JSON(names: range.duration.flagNames)),
        ]
    }
}

extension ExactTime {
    /// The time as a CMTime: at the timescale that the expression implies where that is exact, in lowest terms where it
    /// is not, and rounded, with the flag that says so, where no CMTime holds it.
    var time: CMTime {
        let seconds = seconds.forTime
        let exact = timescale.flatMap { CMTime(exactly: seconds, timescale: $0) } ?? CMTime(exactly: seconds)
        guard var time = exact else {
            return CMTime(bestApproximating: seconds, maximumTimescale: Int32(kCMTimeMaxTimescale))
        }
        if isRounded { time.flags.insert(.hasBeenRounded) }
        return time
    }
}

extension CMTimeFlags {
    private static let allNames: [(flag: CMTimeFlags, name: String)] = [
        (.valid, "valid"), (.hasBeenRounded, "hasBeenRounded"), (.positiveInfinity, "positiveInfinity"),
        (.negativeInfinity, "negativeInfinity"), (.indefinite, "indefinite"),
    ]

    /// The names of the flags that are set.
    fileprivate var names: [String] { Self.allNames.filter { contains($0.flag) }.map(\.name) }
}

extension CMTime {
    fileprivate static func infinite(isNegative: Bool) -> CMTime { isNegative ? .negativeInfinity : .positiveInfinity }

    fileprivate var flagNames: [String] { flags.names }
}

extension JSON {
    fileprivate init(names: [String]) { self = .array(names.map { .string($0) }) }
}
