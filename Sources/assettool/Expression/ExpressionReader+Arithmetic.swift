import AssetKit

extension ExpressionReader {
    typealias Operator = (character: Character, offset: Int)

    /// Both operands as times; infinities, ranges and comparisons cannot be calculated with.
    func times(
        _ left: ExpressionValue,
        _ right: ExpressionValue,
        around sign: Operator
    ) throws(ExpressionError) -> (ExactTime, ExactTime) {
        guard case .time(let first) = left, case .time(let second) = right else {
            let kind = if case .time = left { right.kind } else { left.kind }
            throw ExpressionError("'\(sign.character)' takes times, not \(kind)", at: sign.offset)
        }
        return (first, second)
    }

    /// A result within the limit of exact fractions.
    func fitting(_ result: BigRational?, at offset: Int) throws(ExpressionError) -> BigRational {
        guard let result else {
            let limit = BigRational.maximumBitWidth / 1000
            throw ExpressionError("the exact result needs a fraction of more than \(limit),000 bits", at: offset)
        }
        return result
    }

    func multiply(_ left: ExactTime, _ right: ExactTime, _ sign: Operator) throws(ExpressionError) -> ExactTime {
        ExactTime(
            try fitting(left.seconds.multiplied(by: right.seconds), at: sign.offset),
            timescale: commonScale(left.timescale, right.timescale),
            isRounded: left.isRounded || right.isRounded
        )
    }

    /// A whole number divided by a whole number is how a rational time is written, so the divisor is its timescale.
    func divide(_ left: ExactTime, _ right: ExactTime, _ sign: Operator) throws(ExpressionError) -> ExactTime {
        let isRational = left.seconds.isInteger && right.seconds.isInteger && !right.seconds.isNegative
        return ExactTime(
            try fitting(left.seconds.divided(by: right.seconds), at: sign.offset),
            timescale: isRational && left.timescale == nil && right.timescale == nil
                ? right.seconds.numerator.exactly() : left.timescale,
            isRounded: left.isRounded || right.isRounded
        )
    }

    /// The timescale of a sum, as ``CMTimeAdd(_:_:)`` chooses it; nil when it would be too large.
    func commonScale(_ left: Int32?, _ right: Int32?) -> Int32? {
        guard let left, let right else { return left ?? right }
        let sum = CMTime(value: 0, timescale: left) + CMTime(value: 0, timescale: right)
        return sum.timescale % left == 0 && sum.timescale % right == 0 ? sum.timescale : nil
    }

    func compare(
        _ left: ExpressionValue,
        _ right: ExpressionValue,
        _ comparison: String,
        at offset: Int
    ) throws(ExpressionError) -> Bool {
        switch (left, right) {
        case (.time(let first), .time(let second)):
            switch comparison {
            case "<": return first.seconds < second.seconds
            case "<=": return first.seconds <= second.seconds
            case ">": return first.seconds > second.seconds
            case ">=": return first.seconds >= second.seconds
            case "!=": return first.seconds != second.seconds
            default: return first.seconds == second.seconds
            }
        case (.range(let start, let duration), .range(let otherStart, let otherDuration)):
            let areEqual = start.seconds == otherStart.seconds && duration.seconds == otherDuration.seconds
            switch comparison {
            case "==", "=": return areEqual
            case "!=": return !areEqual
            default: throw ExpressionError("ranges are equal or not; they have no order", at: offset)
            }
        default:
            throw ExpressionError("\(left.kind) cannot be compared with \(right.kind)", at: offset)
        }
    }
}
