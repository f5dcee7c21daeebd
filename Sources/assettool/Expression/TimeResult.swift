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

    var text: String {
        switch value {
        case .boolean(let boolean): return "\(boolean)"
        case .time(let time): return lines(of: time).joined(separator: "\n")
        case .range(let start, let duration):
            let end = start.seconds.adding(duration.seconds).map { ExactTime($0, timescale: start.timescale) }
            let parts = [("start", start), ("duration", duration)] + (end.map { [("end", $0)] } ?? [])
            return parts.map { "\(padded($0.0, to: 9)) \(summary(of: $0.1))" }.joined(separator: "\n")
        }
    }

    var json: JSON {
        var fields: [(key: String, value: JSON)] = [("expression", .string(expression))]
        switch value {
        case .boolean(let boolean):
            fields.append(("result", .boolean(boolean)))
        case .time(let time):
            let result = time.time
            fields += [
                ("result", JSON(result)), ("exact", .string("\(time.seconds.numerator)/\(time.seconds.denominator)")),
                ("decimal", .string(decimal(time.seconds))),
            ]
            if let timecode = timecode(of: time.seconds) { fields.append(("timecode", .string(timecode.text))) }
            fields.append(("flags", .array(result.flagNames.map { .string($0) })))
        case .range(let start, let duration):
            let range = CMTimeRange(start: start.time, duration: duration.time)
            let names = Set(range.start.flagNames + range.duration.flagNames)
            fields += [
                ("result", JSON(range)),
                ("flags", .array(CMTimeFlags.names.map(\.name).filter(names.contains).map { .string($0) })),
            ]
        }
        return .object(fields)
    }

    private func lines(of time: ExactTime) -> [String] {
        let result = time.time
        var lines = [
            "time      \(result.isNumeric ? "\(result.value)/\(result.timescale)" : result.flagNames.joined(separator: ", "))",
            "exact     \(time.seconds)",
            "seconds   \(decimal(time.seconds))",
        ]
        if let timecode = timecode(of: time.seconds) {
            let rest = timecode.rest == .zero ? "" : " + \(timecode.rest) s"
            lines.append("timecode  \(timecode.text) @ \(timecode.rate)\(rest)")
        }
        return lines + ["flags     \(result.flagNames.joined(separator: ", "))"]
    }

    private func summary(of time: ExactTime) -> String {
        let result = time.time
        let timecode = timecode(of: time.seconds).map { "  \($0.text) @ \($0.rate)" } ?? ""
        let rounded = result.hasBeenRounded ? "  rounded" : ""
        return "\(result.value)/\(result.timescale)  \(decimal(time.seconds)) s\(timecode)\(rounded)"
    }

    private func decimal(_ number: Rational128) -> String {
        number.decimalText(maximumFractionDigits: Self.maximumDigits)
    }

    /// The frame that shows at this time, and how far into it the time is.
    private func timecode(of seconds: Rational128) -> (text: String, rate: TimecodeRate, rest: Rational128)? {
        guard let rate, let frames = seconds.multiplied(by: rate.frameRate.framesPerSecond),
            let frame = Int64(exactly: frames.floor),
            let start = Rational128(frame).divided(by: rate.frameRate.framesPerSecond),
            let rest = seconds.subtracting(start)
        else { return nil }
        let timecode = Timecode(frameNumber: frame, rate: rate)
        return ((wraps ? timecode.wrapped() : timecode).description, rate, rest)
    }
}

extension ExactTime {
    /// The time as a CMTime: at the timescale that the expression implies where that is exact, in lowest terms where it
    /// is not, and rounded, with the flag that says so, where no CMTime holds it.
    var time: CMTime {
        let exact = timescale.flatMap { CMTime(exactly: seconds, timescale: $0) } ?? CMTime(exactly: seconds)
        guard var time = exact else {
            return CMTime(bestApproximating: seconds, maximumTimescale: Int32(kCMTimeMaxTimescale))
        }
        if isRounded { time.flags.insert(.hasBeenRounded) }
        return time
    }
}

extension CMTimeFlags {
    static let names: [(flag: CMTimeFlags, name: String)] = [
        (.valid, "valid"), (.hasBeenRounded, "hasBeenRounded"), (.positiveInfinity, "positiveInfinity"),
        (.negativeInfinity, "negativeInfinity"), (.indefinite, "indefinite"),
    ]
}

extension CMTime {
    /// The names of the flags that are set.
    fileprivate var flagNames: [String] { CMTimeFlags.names.filter { flags.contains($0.flag) }.map(\.name) }
}
