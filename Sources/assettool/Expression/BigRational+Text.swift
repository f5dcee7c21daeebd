extension BigRational {
    /// Reads ASCII digits with at most one point before, among or after them; nil when the number is too large.
    init?(decimal text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let whole = parts[0].drop { $0 == UInt8(ascii: "0") }
        var fraction = parts.count == 2 ? parts[1] : parts[0].suffix(0)
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        // Digits take more than 3 bits each. What is certainly too large need not be converted first.
        guard whole.count <= Self.maximumBitWidth / 3, fraction.count <= Self.maximumBitWidth / 3 else { return nil }
        self.init(BigInteger(digits: Array(whole) + Array(fraction)), over: .powerOfTen(fraction.count))
    }

    /// The number in decimal, exactly, with the digits that repeat for ever in parentheses.
    ///
    /// Where more than `maximumFractionDigits` digits would follow the point, that many are shown, cut and not rounded,
    /// with an ellipsis behind them.
    func decimalText(maximumFractionDigits: Int) -> String {
        var (whole, remainder) = numerator.magnitude.quotientAndRemainder(dividingBy: denominator)
        let text = (isNegative ? "-" : "") + "\(whole)"
        guard !remainder.isZero else { return text }
        let head = nonRepeatingDigitCount(upTo: maximumFractionDigits)
        var digits = ""
        var firstRepeating: BigInteger?
        while !remainder.isZero, remainder != firstRepeating {
            guard digits.utf8.count < maximumFractionDigits else { return "\(text).\(digits)…" }
            if digits.utf8.count == head { firstRepeating = remainder }
            (whole, remainder) = (remainder * BigInteger(10)).quotientAndRemainder(dividingBy: denominator)
            digits += "\(whole)"
        }
        guard !remainder.isZero else { return "\(text).\(digits)" }
        return "\(text).\(digits.prefix(head))(\(digits.dropFirst(head)))"
    }

    /// How many digits stand before the repeating ones, or before the end: as many as there are twos, or fives if those
    /// are more, in the denominator. Beyond `limit` it does not matter how many.
    private func nonRepeatingDigitCount(upTo limit: Int) -> Int {
        var fives = 0
        var (rest, remainder) = denominator.dividedBySingle(5)
        while remainder == 0, fives <= limit {
            fives += 1
            (rest, remainder) = rest.dividedBySingle(5)
        }
        return max(denominator.trailingZeroBitCount, fives)
    }
}

extension BigRational: CustomStringConvertible {
    /// `a/b`, or `a` for an integer.
    var description: String { isInteger ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
