import AssetKit

// Every way to write a time that the command line knows.

/// A time as it is written, before anybody knows how long a frame is or which file is meant.
enum TimeLiteral {
    case time(ExactTime)
    case timecode(Timecode)
    case frames(BigRational)
    case percent(BigRational)
}

extension ExpressionReader {
    /// Reads `12.5`, `12.5s`, `1m30s`, `150f`, `50%`, `01:02:03.5`, `01:02:03:12@25` or `01:02:03;12@29.97`.
    mutating func writtenLiteral() throws(ExpressionError) -> TimeLiteral {
        let start = position
        let digits = takeWhile { $0.isASCIIDigit || $0 == "." || $0 == ":" || $0 == ";" }
        let literal: TimeLiteral
        if take(suffix: "@") {
            literal = .timecode(try timecode(digits, at: start, rate: writtenRate()))
        } else if digits.contains(where: { $0 == ":" || $0 == ";" }) {
            literal = try clockOrTimecode(digits, at: start)
        } else if take(suffix: "f") {
            let count = try decimal(digits, at: start)
            guard count.isInteger else { throw ExpressionError("a count of frames is a whole number", at: start) }
            literal = .frames(count)
        } else if take(suffix: "%") {
            literal = .percent(try decimal(digits, at: start))
        } else if let time = try timeInUnits(digits, at: start) {
            literal = .time(time)
        } else {
            literal = .time(ExactTime(try decimal(digits, at: start)))
        }
        if position < characters.count, characters[position].isLetter || characters[position] == "@" {
            throw ExpressionError("\(quoted(characters[position])) is not a unit of time", at: position)
        }
        skipSpaces()
        return literal
    }

    /// Reads a literal that needs no file, and says what it is worth.
    mutating func literal() throws(ExpressionError) -> ExactTime {
        let start = position
        let literal = try writtenLiteral()
        switch literal {
        case .time(let time): return time
        case .timecode(let timecode):
            timecodeRates.append(timecode.rate)
            return try fitting(ExactTime(timecode), at: start)
        case .frames(let count):
            guard let rate else { throw ExpressionError("frames need a rate: give --rate", at: unit(after: start)) }
            let seconds = try fitting(count.divided(by: BigRational(rate.framesPerSecond)), at: start)
            return ExactTime(seconds, timescale: rate.numerator)
        case .percent:
            throw ExpressionError("'%' needs a file, and there is none here", at: unit(after: start))
        }
    }

    /// Where the digits that begin at `start` end.
    private func unit(after start: Int) -> Int {
        start + characters[start...].prefix { $0.isASCIIDigit || $0 == "." }.count
    }

    private func fitting(_ time: ExactTime?, at offset: Int) throws(ExpressionError) -> ExactTime {
        guard let time else { return ExactTime(try fitting(nil as BigRational?, at: offset)) }
        return time
    }

    /// A decimal number, exactly.
    func decimal(_ text: String, at start: Int) throws(ExpressionError) -> BigRational {
        if let second = text.indices(of: ".").dropFirst().first {
            throw ExpressionError("a number has one decimal point", at: start + second)
        }
        guard text != "." else { throw ExpressionError("a number needs a digit", at: start) }
        return try fitting(BigRational(decimal: text), at: start)
    }

    /// Text with colons and without a rate: a clock of two or three fields, or a timecode at the rate of `--rate`.
    private func clockOrTimecode(_ text: String, at start: Int) throws(ExpressionError) -> TimeLiteral {
        let isTimecode = text.contains(";") || text.filter { $0 == ":" }.count > 2
        guard isTimecode else { return .time(ExactTime(try clock(text, at: start))) }
        guard let rate else {
            throw ExpressionError("a timecode needs a rate, as in '01:02:03:12@25', or --rate", at: position)
        }
        return .timecode(try timecode(text, at: start, rate: rate))
    }

    /// `HH:MM:SS.fraction` or `MM:SS.fraction`. Only the first field may exceed its clock.
    private func clock(_ text: String, at start: Int) throws(ExpressionError) -> BigRational {
        var total = BigRational.zero
        var offset = start
        let fields = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        for (index, field) in fields.enumerated() {
            let isLast = index == fields.count - 1
            guard !field.isEmpty else {
                throw ExpressionError("the \(Self.name(ofField: index, of: fields.count)) are missing", at: offset)
            }
            if !isLast, let point = field.indices(of: ".").first {
                throw ExpressionError("only the seconds can have a decimal point", at: offset + point)
            }
            let number = try decimal(field, at: offset)
            guard index == 0 || number < BigRational(60) else {
                let name = Self.name(ofField: index, of: fields.count)
                throw ExpressionError("the \(name) go from 0 to 59", at: offset)
            }
            total = try fitting(total.multiplied(by: BigRational(60))?.adding(number), at: offset)
            offset += field.count + 1
        }
        return total
    }

    private static func name(ofField index: Int, of count: Int) -> String {
        ["hours", "minutes", "seconds"][index + 3 - count]
    }

    private func timecode(_ text: String, at start: Int, rate: FrameRate) throws(ExpressionError) -> Timecode {
        do {
            return try Timecode(text, frameRate: rate)
        } catch {
            throw ExpressionError("\(error)", at: start + error.offset)
        }
    }

    /// Reads the rate behind an `@`: `25`, `29.97` or `30000/1001`.
    ///
    /// A slash belongs to the rate when 1001 follows, since nobody divides a timecode by that. Any other slash divides.
    private mutating func writtenRate() throws(ExpressionError) -> FrameRate {
        let start = position
        var text = takeWhile { $0.isLetter || $0.isASCIIDigit || $0 == "." }
        let divisor = characters[position...].dropFirst().prefix { $0.isASCIIDigit || $0 == "." }
        if position < characters.count, characters[position] == "/", String(divisor) == "1001" {
            position += 5
            text += "/1001"
        }
        guard !text.isEmpty else {
            throw ExpressionError("a rate is missing here; it stands right behind the '@', as in '@25'", at: start)
        }
        guard let rate = FrameRate(text) else {
            let isDropFrame = text.lowercased().hasSuffix("df")
            let hint = isDropFrame ? "; ';' before the frames means drop-frame, ':' does not" : ""
            throw ExpressionError("\(quoted(text)) is not a frame rate\(hint)", at: start)
        }
        return rate
    }

    // MARK: Characters

    mutating func takeWhile(_ isWanted: (Character) -> Bool) -> String {
        let start = position
        while position < characters.count, isWanted(characters[position]) { position += 1 }
        return String(characters[start..<position])
    }

    private mutating func take(suffix: Character) -> Bool {
        guard position < characters.count, characters[position] == suffix else { return false }
        position += 1
        return true
    }
}

extension ExactTime {
    /// The time at which a frame starts, counted from timecode zero; nil when it is too large.
    init?(_ timecode: Timecode) {
        let rate = timecode.rate.frameRate
        guard let seconds = BigRational(timecode.frameNumber).divided(by: BigRational(rate.framesPerSecond)) else {
            return nil
        }
        self.init(seconds, timescale: rate.numerator)
    }
}

extension String {
    /// How many characters come before each occurrence of one.
    fileprivate func indices(of character: Character) -> [Int] {
        enumerated().filter { $0.element == character }.map(\.offset)
    }
}
