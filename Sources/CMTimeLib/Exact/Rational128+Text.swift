extension Rational128: CustomStringConvertible {
    /// `a/b`, or `a` for an integer. `Rational128(_:)` reads it back.
    public var description: String {
        isInteger ? numerator.description : "\(numerator)/\(denominator)"
    }

    /// The number in decimal, exactly, with the digits that repeat for ever in parentheses.
    ///
    /// Where the point would be followed by more than `maximumFractionDigits` digits, that many are printed, cut and
    /// not rounded, and an ellipsis tells that there are more:
    ///
    /// ```swift
    /// Rational128(25, 2)!.decimalText()                              // 12.5
    /// Rational128(1, 6)!.decimalText()                               // 0.1(6)
    /// Rational128(1, 30011)!.decimalText(maximumFractionDigits: 10)  // 0.0000333211…
    /// ```
    ///
    /// The text is as long as the limit at most, so a limit from outside needs a limit itself.
    public func decimalText(maximumFractionDigits: Int = 60) -> String {
        let divisor = denominator.magnitude
        var (whole, remainder) = numerator.magnitude.quotientAndRemainder(dividingBy: divisor)
        var text = (isNegative ? "-" : "") + whole.description
        guard remainder != 0 else { return text }
        text += maximumFractionDigits > 0 ? "." : ""
        let start = nonRepeatingDigitCount
        var digits = [UInt8]()
        var firstRepeating: UInt128?
        while remainder != 0, remainder != firstRepeating {
            guard digits.count < maximumFractionDigits else {
                return text + String(decoding: digits, as: UTF8.self) + "…"
            }
            if digits.count == start { firstRepeating = remainder }
            (whole, remainder) = divisor.dividingFullWidth(remainder.multipliedFullWidth(by: 10))
            digits.append(48 + UInt8(truncatingIfNeeded: whole))
        }
        let head = String(decoding: digits.prefix(start), as: UTF8.self)
        guard remainder != 0 else { return text + head }
        return text + head + "(" + String(decoding: digits.dropFirst(start), as: UTF8.self) + ")"
    }

    /// How many digits stand before the repeating ones, or before the end: as many as there are twos, or fives if
    /// those are more, in the denominator.
    private var nonRepeatingDigitCount: Int {
        var rest = denominator
        var fives = 0
        while rest % 5 == 0 {
            rest /= 5
            fives += 1
        }
        return max(denominator.trailingZeroBitCount, fives)
    }
}
