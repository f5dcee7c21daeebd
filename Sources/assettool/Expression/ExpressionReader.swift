import AssetKit

/// Reads and evaluates an expression in one pass. All arithmetic is exact.
struct ExpressionReader {
    let characters: [Character]
    /// The rate of frame counts, and of timecodes that name none.
    let rate: FrameRate?
    var position = 0
    /// What the timecodes in the expression count at.
    var timecodeRates: [TimecodeRate] = []
    /// The rate that `timecode(t, rate)` asks for.
    var requestedRate: TimecodeRate?
    private var depth = 0

    init(_ expression: String, rate: FrameRate?) {
        characters = Array(expression)
        self.rate = rate
    }

    /// The value of the whole expression.
    mutating func read() throws(ExpressionError) -> ExpressionValue {
        skipSpaces()
        guard position < characters.count else { throw ExpressionError("the expression is empty", at: position) }
        let value = try comparison()
        guard position == characters.count else {
            throw ExpressionError("\(quoted(characters[position])) is not expected here", at: position)
        }
        return value
    }

    // MARK: Grammar, from loose to tight

    private mutating func comparison() throws(ExpressionError) -> ExpressionValue {
        let left = try sum()
        let offset = position
        guard let comparison = comparisonOperator() else { return left }
        let right = try sum()
        let next = position
        guard comparisonOperator() == nil else {
            throw ExpressionError("comparisons cannot be chained", at: next)
        }
        return .boolean(try compare(left, right, comparison, at: offset))
    }

    private mutating func sum() throws(ExpressionError) -> ExpressionValue {
        var value = try product()
        while let sign = take(oneOf: "+-") {
            let right = try product()
            let (first, second) = try times(value, right, around: sign)
            let exact =
                sign.character == "+"
                ? first.seconds.adding(second.seconds) : first.seconds.subtracting(second.seconds)
            value = .time(
                ExactTime(
                    try fitting(exact, at: sign.offset),
                    timescale: commonScale(first.timescale, second.timescale),
                    isRounded: first.isRounded || second.isRounded
                )
            )
        }
        return value
    }

    private mutating func product() throws(ExpressionError) -> ExpressionValue {
        var value = try signed()
        while let sign = take(oneOf: "*/") {
            let operand = position
            let right = try signed()
            let (first, second) = try times(value, right, around: sign)
            if sign.character == "/" && second.seconds == .zero {
                throw ExpressionError("division by zero", at: operand)
            }
            value = .time(try sign.character == "*" ? multiply(first, second, sign) : divide(first, second, sign))
        }
        return value
    }

    private mutating func signed() throws(ExpressionError) -> ExpressionValue {
        guard let sign = take(oneOf: "+-") else { return try primary() }
        let value = try nested(at: sign.offset) { (reader) throws(ExpressionError) in try reader.signed() }
        let isMinus = sign.character == "-"
        switch value {
        case .time(var time):
            if isMinus { time.seconds = -time.seconds }
            return .time(time)
        case .infinity(let isNegative): return .infinity(isNegative: isNegative != isMinus)
        case .range, .boolean: throw ExpressionError("\(value.kind) has no sign", at: sign.offset)
        }
    }

    private mutating func primary() throws(ExpressionError) -> ExpressionValue {
        guard position < characters.count else { throw ExpressionError("something is missing here", at: position) }
        let character = characters[position]
        if character == "(" {
            let offset = position
            _ = take(oneOf: "(")
            let value = try nested(at: offset) { (reader) throws(ExpressionError) in try reader.comparison() }
            try expect(")")
            return value
        }
        if character.isASCIIDigit || character == "." { return .time(try literal()) }
        if character.isLetter { return try word() }
        throw ExpressionError("a time is expected here, not \(quoted(character))", at: position)
    }

    /// Runs a step one level deeper. Text from anywhere may nest a million parentheses, and the stack is finite.
    mutating func nested(
        at offset: Int,
        _ step: (inout ExpressionReader) throws(ExpressionError) -> ExpressionValue
    ) throws(ExpressionError) -> ExpressionValue {
        guard depth < 200 else { throw ExpressionError("this is nested more than 200 levels deep", at: offset) }
        depth += 1
        defer { depth -= 1 }
        return try step(&self)
    }

    /// An operand of its own, such as an argument of a function.
    mutating func operand(at offset: Int) throws(ExpressionError) -> ExpressionValue {
        try nested(at: offset) { (reader) throws(ExpressionError) in try reader.comparison() }
    }

    // MARK: Characters

    mutating func skipSpaces() {
        while position < characters.count, characters[position].isWhitespace { position += 1 }
    }

    /// Takes one of these characters and the spaces behind it.
    mutating func take(oneOf candidates: String) -> (character: Character, offset: Int)? {
        guard position < characters.count, candidates.contains(characters[position]) else { return nil }
        let taken = (characters[position], position)
        position += 1
        skipSpaces()
        return taken
    }

    mutating func expect(_ character: Character) throws(ExpressionError) {
        guard take(oneOf: String(character)) == nil else { return }
        throw ExpressionError("'\(character)' is missing here", at: position)
    }

    private mutating func comparisonOperator() -> String? {
        for name in ["<=", ">=", "==", "!=", "<", ">", "="]
        where characters[position...].starts(with: name) {
            position += name.count
            skipSpaces()
            return name
        }
        return nil
    }
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
