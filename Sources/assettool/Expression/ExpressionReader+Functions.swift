import AssetKit

// Names: the functions, and the one time that needs a file.

extension ExpressionReader {
    static let functions = [
        "convert", "round", "floor", "ceil", "range", "union", "intersection", "timecode",
    ]

    /// Reads a function call, or says what the word is not.
    mutating func word() throws(ExpressionError) -> ExpressionValue {
        let start = position
        let name = takeWhile { $0.isLetter || $0.isASCIIDigit || $0 == "_" }
        skipSpaces()
        guard name != "end" else { throw ExpressionError("'end' needs a file, and there is none here", at: start) }
        guard Self.functions.contains(name) else {
            let suggestion = nearest(to: name, among: Self.functions).map { "; did you mean '\($0)'?" } ?? ""
            throw ExpressionError("there is no function \(quoted(name))\(suggestion)", at: start)
        }
        try expect("(")
        let value = try call(name, at: start)
        try expect(")")
        return value
    }

    private mutating func call(_ name: String, at start: Int) throws(ExpressionError) -> ExpressionValue {
        switch name {
        case "convert": return try convert()
        case "round": return try rounded(.roundHalfAwayFromZero)
        case "floor": return try rounded(.roundTowardNegativeInfinity)
        case "ceil": return try rounded(.roundTowardPositiveInfinity)
        case "range": return try range()
        case "timecode": return .time(try timecodeAtRate())
        default: return try combine(isUnion: name == "union", at: start)
        }
    }

    private mutating func convert() throws(ExpressionError) -> ExpressionValue {
        let time = try timeArgument()
        try expect(",")
        let scale = try scaleArgument()
        guard take(oneOf: ",") != nil else { return self.time(time, at: scale, .default) }
        let start = position
        let name = takeWhile { $0.isLetter || $0.isASCIIDigit }
        guard let method = CMTimeRoundingMethod(vectorName: name) else {
            let names = CMTimeRoundingMethod.allCases.map { "\($0)" }
            let hint = nearest(to: name, among: names).map { "did you mean '\($0)'?" } ?? names.joined(separator: ", ")
            throw ExpressionError("\(quoted(name)) is not a rounding method; \(hint)", at: start)
        }
        skipSpaces()
        return self.time(time, at: scale, method)
    }

    /// `round(t, scale)`; without a scale to whole seconds.
    private mutating func rounded(_ method: CMTimeRoundingMethod) throws(ExpressionError) -> ExpressionValue {
        let time = try timeArgument()
        guard take(oneOf: ",") != nil else { return self.time(time, at: 1, method) }
        return self.time(time, at: try scaleArgument(), method)
    }

    /// The time at a timescale, as ``CMTimeConvertScale(_:timescale:method:)`` has it: the timescale asked for, or an
    /// infinity.
    private func time(_ time: ExactTime, at scale: Int32, _ method: CMTimeRoundingMethod) -> ExpressionValue {
        let converted = CMTime(time.seconds.forTime, timescale: scale, rounding: method)
        guard let seconds = converted.exactSeconds else { return .infinity(isNegative: time.seconds.isNegative) }
        let isRounded = time.isRounded || converted.hasBeenRounded
        return .time(ExactTime(BigRational(seconds), timescale: scale, isRounded: isRounded))
    }

    private mutating func range() throws(ExpressionError) -> ExpressionValue {
        let start = try timeArgument()
        try expect(",")
        let offset = position
        let duration = try timeArgument()
        guard !duration.seconds.isNegative else { throw ExpressionError("a duration is not negative", at: offset) }
        return .range(start: start, duration: duration)
    }

    private mutating func combine(isUnion: Bool, at start: Int) throws(ExpressionError) -> ExpressionValue {
        let first = try rangeArgument()
        try expect(",")
        let second = try rangeArgument()
        let ends = (
            try fitting(first.start.seconds.adding(first.duration.seconds), at: start),
            try fitting(second.start.seconds.adding(second.duration.seconds), at: start)
        )
        let begin: ExactTime
        let end: BigRational
        if isUnion {
            begin = second.start.seconds < first.start.seconds ? second.start : first.start
            end = max(ends.0, ends.1)
        } else {
            begin = second.start.seconds > first.start.seconds ? second.start : first.start
            end = min(ends.0, ends.1)
            // As CMTimeRange has it: nothing shared is the empty range at zero.
            guard begin.seconds < end else {
                return .range(start: ExactTime(.zero, timescale: 1), duration: ExactTime(.zero, timescale: 1))
            }
        }
        let scale = commonScale(
            commonScale(first.start.timescale, first.duration.timescale),
            commonScale(second.start.timescale, second.duration.timescale)
        )
        return .range(
            start: begin,
            duration: ExactTime(try fitting(end.subtracting(begin.seconds), at: start), timescale: scale)
        )
    }

    /// `timecode(t, rate)`: the time itself, to be shown at the rate.
    private mutating func timecodeAtRate() throws(ExpressionError) -> ExactTime {
        let time = try timeArgument()
        try expect(",")
        let start = position
        let text = takeWhile { $0 != "," && $0 != ")" }
        guard let rate = TimecodeRate(text.trimmingCharacters(in: .whitespaces)) else {
            throw ExpressionError("\(quoted(text)) is not a rate that timecode counts at", at: start)
        }
        requestedRate = rate
        return time
    }

    // MARK: Arguments

    private mutating func timeArgument() throws(ExpressionError) -> ExactTime {
        let start = position
        let value = try operand(at: start)
        guard case .time(let time) = value else {
            throw ExpressionError("a time is expected here, not \(value.kind)", at: start)
        }
        return time
    }

    private mutating func rangeArgument() throws(ExpressionError) -> (start: ExactTime, duration: ExactTime) {
        let start = position
        let value = try operand(at: start)
        guard case .range(let begin, let duration) = value else {
            throw ExpressionError("a range is expected here, not \(value.kind)", at: start)
        }
        return (begin, duration)
    }

    private mutating func scaleArgument() throws(ExpressionError) -> Int32 {
        let start = position
        let time = try timeArgument()
        guard time.seconds.isInteger, let scale: Int32 = time.seconds.numerator.exactly(), scale > 0 else {
            throw ExpressionError("a timescale is a whole number from 1 to \(kCMTimeMaxTimescale)", at: start)
        }
        return scale
    }
}
