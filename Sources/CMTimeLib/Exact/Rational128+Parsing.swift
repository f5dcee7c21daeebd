extension Rational128 {
    /// Reads a decimal number or a fraction of two integers, exactly and without a binary number in between.
    ///
    /// Decimal: `12.5`, `-0.001`, `.5`, `5.`, `+3`, `1e-3`, `2.5E6`. Fraction: `1001/30000`, `-1/3`, with the sign in
    /// front only. There may be any number of digits, but no spaces, grouping, `inf` or `nan`.
    ///
    /// Nil for other text, and for a value that does not fit in lowest terms: `1e39` is too large, `1e-39` too small.
    public init?(_ text: some StringProtocol) {
        let text = String(text)[...]
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            guard let digits = DecimalDigits(text), let number = digits.exactValue else { return nil }
            self = number
            return
        }
        let above = text[..<slash]
        let below = text[text.utf8.index(after: slash)...]
        guard Self.isInteger(above, allowsSign: true), Self.isInteger(below, allowsSign: false),
            let top = DecimalDigits(above)?.exactValue, let bottom = DecimalDigits(below)?.exactValue,
            let quotient = top.divided(by: bottom)
        else { return nil }
        self = quotient
    }

    private static func isInteger(_ text: Substring, allowsSign: Bool) -> Bool {
        var digits = text.utf8
        if allowsSign, digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        return !digits.isEmpty && digits.allSatisfy { $0.isDecimalDigit }
    }
}

extension DecimalDigits {
    /// The number; nil when its lowest terms do not fit.
    var exactValue: Rational128? {
        guard !isZero else { return .zero }
        var fraction = DecimalFraction()
        var whole: UInt128 = 0
        // Digits before the point, from the left; behind it, from the right.
        let fits =
            forEachDigit { position, digit in
                guard position < exponent else { return true }
                return whole.append(digit)
            }
            && forEachDigitReversed { position, digit in
                guard position >= exponent else { return true }
                return fraction.prepend(digit)
            }
        guard fits else { return nil }
        // Zeros that stand for a point left or right of all the digits. Each makes a number that is not zero ten times
        // smaller or larger, so the loops end after at most 127 steps.
        var missing = exponent
        while missing < 0 {
            guard fraction.prepend(0) else { return nil }
            missing += 1
        }
        missing -= count
        while missing > 0 {
            guard whole.append(0) else { return nil }
            missing -= 1
        }
        return fraction.adding(whole, isNegative: isNegative)
    }
}

extension UInt128 {
    /// Puts a digit behind the number; false when there is no room.
    fileprivate mutating func append(_ digit: Int) -> Bool {
        let tenfold = multipliedReportingOverflow(by: 10)
        let sum = tenfold.partialValue.addingReportingOverflow(UInt128(digit))
        guard !tenfold.overflow, !sum.overflow else { return false }
        self = sum.partialValue
        return true
    }
}

/// `0.DIGITS` in lowest terms, built from the last digit to the first.
///
/// The terms of every such tail divide those of the whole, so what does not fit on the way does not fit at the end.
private struct DecimalFraction {
    private var top: UInt128 = 0
    private var bottom: UInt128 = 1

    /// Makes `0.xyz` into `0.dxyz`; false when it does not fit.
    mutating func prepend(_ digit: Int) -> Bool {
        let product = WideInteger(bottom, times: UInt128(digit))
        let sum = product.adding(WideInteger(high: 0, low: top))
        let lastDigit = sum.remainder(dividingBy: 10)
        let shared: UInt128 = lastDigit == 0 ? 10 : lastDigit == 5 ? 5 : lastDigit % 2 == 0 ? 2 : 1
        let newBottom = bottom.multipliedReportingOverflow(by: 10 / shared)
        guard let newTop = sum.quotientAndRemainder(dividingBy: shared)?.quotient,
            !newBottom.overflow, newBottom.partialValue <= Int128.max.magnitude
        else { return false }
        (top, bottom) = (newTop, newBottom.partialValue)
        return true
    }

    func adding(_ whole: UInt128, isNegative: Bool) -> Rational128? {
        let product = whole.multipliedReportingOverflow(by: bottom)
        let sum = product.partialValue.addingReportingOverflow(top)
        guard !product.overflow, !sum.overflow else { return nil }
        return Rational128(sum.partialValue, over: bottom, isNegative: isNegative)
    }
}
