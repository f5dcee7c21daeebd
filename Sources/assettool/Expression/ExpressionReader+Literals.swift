import AssetKit

// Every way to write a time that the command line knows.

extension ExpressionReader {
    /// Reads `12.5`, `12.5s`, `150f`, `50%`, `01:02:03.5`, `01:02:03:12@25` or `01:02:03;12@29.97`.
    mutating func literal() throws(ExpressionError) -> ExactTime {
        let start = position
        let digits = takeWhile { $0.isASCIIDigit || $0 == "." || $0 == ":" || $0 == ";" }
        let unit = position
        let time: ExactTime
        if take(suffix: "@") {
            time = try timecode(digits, at: start, rate: writtenRate())
        } else if digits.contains(where: { $0 == ":" || $0 == ";" }) {
            time = try clockOrTimecode(digits, at: start)
        } else if take(suffix: "f") {
            time = try frames(digits, at: start, unit: unit)
        } else if take(suffix: "%") {
            throw ExpressionError("'%' needs a file, and there is none here", at: unit)
        } else {
            _ = take(suffix: "s")
            time = ExactTime(try decimal(digits, at: start))
        }
        if position < characters.count, characters[position].isLetter || characters[position] == "@" {
            throw ExpressionError("\(quoted(characters[position])) is not a unit of time", at: position)
        }
        skipSpaces()
        return time
    }

    /// A decimal number, exactly.
    private func decimal(_ text: String, at start: Int) throws(ExpressionError) -> BigRational {
        if let second = text.indices(of: ".").dropFirst().first {
            throw ExpressionError("a number has one decimal point", at: start + second)
        }
        guard text != "." else { throw ExpressionError("a number needs a digit", at: start) }
        return try fitting(BigRational(decimal: text), at: start)
    }

    private func frames(_ text: String, at start: Int, unit: Int) throws(ExpressionError) -> ExactTime {
        guard let rate else { throw ExpressionError("frames need a rate: give --rate", at: unit) }
        let count = try decimal(text, at: start)
        guard count.isInteger else { throw ExpressionError("a count of frames is a whole number", at: start) }
        let seconds = try fitting(count.divided(by: BigRational(rate.framesPerSecond)), at: start)
        return ExactTime(seconds, timescale: rate.numerator)
    }

    /// Text with colons and without a rate: a clock of two or three fields, or a timecode at the rate of `--rate`.
    private mutating func clockOrTimecode(_ text: String, at start: Int) throws(ExpressionError) -> ExactTime {
        let isTimecode = text.contains(";") || text.filter { $0 == ":" }.count > 2
        guard isTimecode else { return ExactTime(try clock(text, at: start)) }
        guard let rate else {
            throw ExpressionError("a timecode needs a rate, as in '01:02:03:12@25', or --rate", at: position)
        }
        return try timecode(text, at: start, rate: rate)
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

    private mutating func timecode(
        _ text: String,
        at start: Int,
        rate: FrameRate
    ) throws(ExpressionError) -> ExactTime {
        let timecode: Timecode
        do {
            timecode = try Timecode(text, frameRate: rate)
        } catch {
            throw ExpressionError("\(error)", at: start + error.offset)
        }
        timecodeRates.append(timecode.rate)
        let frames = BigRational(timecode.frameNumber).divided(by: BigRational(rate.framesPerSecond))
        return ExactTime(try fitting(frames, at: start), timescale: rate.numerator)
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

extension String {
    /// How many characters come before each occurrence of one.
    fileprivate func indices(of character: Character) -> [Int] {
        enumerated().filter { $0.element == character }.map(\.offset)
    }
}
