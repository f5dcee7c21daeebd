/// Decimal text taken apart: a sign, significant digits and where the point stands. Nothing is converted yet, so the
/// text may be of any length.
///
/// Accepted: an optional `+` or `-`, then ASCII digits with at most one `.` before, among or after them (one digit at
/// least), then optionally `e` or `E` with an optional sign and digits. Nothing else: no spaces, no grouping, no names.
internal struct DecimalDigits {
    let isNegative: Bool
    /// From the first digit that is not 0 to the last one, a point possibly among them.
    private let digits: Substring.UTF8View
    /// How many significant digits there are.
    let count: Int
    /// The number is `0.DIGITS * 10^exponent`.
    let exponent: Int

    var isZero: Bool { count == 0 }

    init?(_ text: Substring) {
        var rest = text.utf8
        isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let mantissa = rest.prefix { $0.isDecimalDigit || $0 == UInt8(ascii: ".") }
        guard let power = Self.exponent(of: rest[mantissa.endIndex...]) else { return nil }

        let whole = mantissa.prefix { $0 != UInt8(ascii: ".") }
        let fraction = mantissa[whole.endIndex...].dropFirst()
        guard !fraction.contains(UInt8(ascii: ".")), !whole.isEmpty || !fraction.isEmpty else { return nil }

        let padding = mantissa.prefix { !$0.isSignificant }
        var significant = mantissa[padding.endIndex...]
        while let last = significant.last, !last.isSignificant { significant.removeLast() }
        digits = significant
        count = significant.reduce(0) { $0 + ($1.isDecimalDigit ? 1 : 0) }
        // Leading zeros of the whole part move nothing; those behind the point move it left.
        let zeros = padding.reduce(0) { $0 + ($1.isDecimalDigit ? 1 : 0) }
        exponent = whole.count - zeros + power
    }

    /// The power of ten behind an `e`; 0 for no text, nil for text that is none.
    private static func exponent(of text: Substring.UTF8View) -> Int? {
        var rest = text
        guard let letter = rest.popFirst() else { return 0 }
        guard letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") else { return nil }
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard !rest.isEmpty else { return nil }
        var power = 0
        for byte in rest {
            guard byte.isDecimalDigit else { return nil }
            // Beyond this no text that fits into memory brings the number back into any range.
            power = min(power * 10 + byte.decimalDigit, 1 << 59)
        }
        return isNegative ? -power : power
    }

    /// Hands out the digits from the first on; stops when `body` returns false, and then returns false.
    func forEachDigit(_ body: (Int, Int) -> Bool) -> Bool {
        var position = 0
        for byte in digits where byte.isDecimalDigit {
            guard body(position, byte.decimalDigit) else { return false }
            position += 1
        }
        return true
    }

    /// Hands out the digits from the last on; stops when `body` returns false, and then returns false.
    func forEachDigitReversed(_ body: (Int, Int) -> Bool) -> Bool {
        var position = count
        for byte in digits.reversed() where byte.isDecimalDigit {
            position -= 1
            guard body(position, byte.decimalDigit) else { return false }
        }
        return true
    }
}

extension UInt8 {
    /// The byte is an ASCII digit.
    @inlinable var isDecimalDigit: Bool { self >= 48 && self <= 57 }
    /// The value of an ASCII digit.
    @inlinable var decimalDigit: Int { Int(self) - 48 }
    /// The byte is a digit other than 0.
    fileprivate var isSignificant: Bool { self >= 49 && self <= 57 }
}
