import AssetKit

/// A time as the command line takes it everywhere: exact, and perhaps in units that only a file can tell the worth of.
struct TimeArgument: Sendable {
    /// How far from the start, or from the end.
    enum Amount: Sendable {
        case time(ExactTime)
        case timecode(Timecode)
        /// At the rate of the file's own timecode.
        case bareTimecode(String)
        case frames(Int64)
        case percent(BigRational)
    }

    /// What stood on the command line.
    let text: String
    let amount: Amount
    /// The amount is counted backwards from the end.
    let isFromEnd: Bool

    /// Reads `12.5`, `12.5s`, `1m30s`, `01:02:03.5`, `01:02:03:12@25`, `01:02:03;12@29.97`, `150f`, `1001/30000`, `50%` or `end`;
    /// a minus, or `end -`, counts from the end. `isOfFile`: timecodes are those of the file, and need no rate.
    init(_ text: String, isOfFile: Bool = false) throws(ExpressionError) {
        if isOfFile, Self.isBareTimecode(text) {
            (self.text, amount, isFromEnd) = (text, Amount.bareTimecode(text), false)
            return
        }
        var reader = ExpressionReader(text, rate: nil)
        self.text = text
        (amount, isFromEnd) = try reader.timeArgument()
    }

    /// Reads the value of an option. What is wrong with it becomes one sentence.
    init(_ text: String, of option: String, _ verb: String, isOfFile: Bool = false) throws(UsageError) {
        do {
            try self.init(text, isOfFile: isOfFile)
        } catch {
            if let right = NumberArgument.withPoint(text) {
                throw UsageError("\(quoted(text)) is not a time for --\(option)", suggestion: right)
            }
            throw UsageError("\(quoted(text)) is not a time for --\(option): \(error.message)", verb)
        }
    }

    /// `01:02:03:12` or `01:02:03;12`.
    private static func isBareTimecode(_ text: String) -> Bool {
        let isOfDigits = text.allSatisfy { $0.isASCIIDigit || $0 == ":" || $0 == ";" }
        return isOfDigits && text.filter { $0 == ":" || $0 == ";" }.count == 3
    }

    /// It means one picture, not a moment: a number of frames, or the end, which is that of the last one.
    var namesPicture: Bool {
        switch amount {
        case .frames: true
        case .time(let time): isFromEnd && time.seconds == .zero
        case .percent, .timecode, .bareTimecode: false
        }
    }

    /// It is a timecode, which counts from zero or from what the file's own begins with.
    var isTimecode: Bool {
        switch amount {
        case .timecode, .bareTimecode: true
        case .time, .frames, .percent: false
        }
    }

    /// Only a list of the video's pictures says what the time is.
    var needsFrames: Bool {
        if case .frames = amount { return true }
        return false
    }
}

extension ExpressionReader {
    /// Reads one time and nothing else.
    fileprivate mutating func timeArgument() throws(ExpressionError) -> (TimeArgument.Amount, isFromEnd: Bool) {
        skipSpaces()
        guard position < characters.count else { throw ExpressionError("there is nothing", at: position) }
        let result: (TimeArgument.Amount, isFromEnd: Bool)
        if takeEnd() {
            result = (try take(oneOf: "-") == nil ? .time(ExactTime(.zero)) : amount(), true)
        } else {
            let isFromEnd = take(oneOf: "-") != nil
            result = (try amount(), isFromEnd)
        }
        guard position == characters.count else {
            throw ExpressionError("\(quoted(characters[position])) is not expected behind it", at: position)
        }
        return result
    }

    private mutating func takeEnd() -> Bool {
        let word = characters[position...].prefix { $0.isLetter }
        guard String(word).lowercased() == "end" else { return false }
        position += word.count
        skipSpaces()
        return true
    }

    private mutating func amount() throws(ExpressionError) -> TimeArgument.Amount {
        guard position < characters.count, characters[position].isASCIIDigit || characters[position] == "." else {
            let found = position < characters.count ? ", not \(quoted(characters[position]))" : ""
            throw ExpressionError("a number is expected\(found)", at: position)
        }
        let start = position
        switch try writtenLiteral() {
        case .timecode(let timecode): return .timecode(timecode)
        case .percent(let percent): return .percent(percent)
        case .time(let time): return .time(try rational(time))
        case .frames(let count):
            guard let count: Int64 = count.numerator.exactly() else {
                throw ExpressionError("no file has so many frames", at: start)
            }
            return .frames(count)
        }
    }

    /// The time itself, or the first part of a rational such as `1001/30000`.
    private mutating func rational(_ time: ExactTime) throws(ExpressionError) -> ExactTime {
        guard let sign = take(oneOf: "/") else { return time }
        let start = position
        guard position < characters.count, characters[position].isASCIIDigit || characters[position] == ".",
            case .time(let divisor) = try writtenLiteral()
        else { throw ExpressionError("a number is expected behind '/'", at: start) }
        guard divisor.seconds != .zero else { throw ExpressionError("division by zero", at: start) }
        return try divide(time, divisor, sign)
    }
}
