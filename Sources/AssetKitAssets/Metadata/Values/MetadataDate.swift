package import Foundation

/// Dates as metadata has them: ISO 8601, whole or in part, and the spellings with other signs that cameras use.
package enum MetadataDate {
    /// The moment that a text names; nil where it names none. What is missing is the first of its kind (January, the
    /// first, midnight), and a time without a zone is universal time.
    package static func date(from text: String) -> Date? {
        // The longest sensible text has 35 characters; more digits of a second mean nothing to a `Date`.
        let bytes = Array(text.utf8.prefix(65))
        guard bytes.count <= 64 else { return nil }
        var scanner = DateScanner(bytes: bytes.filter { $0 != 0 })
        scanner.skipSpaces()
        guard let day = scanner.day() else { return nil }
        var seconds = Double(day) * 86_400
        if scanner.skipTimeMark() {
            guard let time = scanner.time(), let offset = scanner.zone() else { return nil }
            seconds += time - Double(offset)
        }
        scanner.skipSpaces()
        return scanner.isAtEnd ? Date(timeIntervalSince1970: seconds) : nil
    }

    /// A moment as ISO 8601 writes it, in universal time; nil before the year 1 and after 9999.
    static func text(of date: Date) -> String? {
        let seconds = date.timeIntervalSince1970
        guard (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
        let hasFraction = seconds != seconds.rounded(.down)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    }
}

/// Walks through the text of a date.
private struct DateScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }
    private var next: UInt8? { isAtEnd ? nil : bytes[position] }

    mutating func skipSpaces() {
        while next == UInt8(ascii: " ") { position += 1 }
    }

    private mutating func skip(_ signs: String) -> Bool {
        guard let next, signs.utf8.contains(next) else { return false }
        position += 1
        return true
    }

    /// Exactly `count` digits.
    private mutating func digits(_ count: Int, in range: ClosedRange<Int>) -> Int? {
        guard bytes.count - position >= count else { return nil }
        var value = 0
        for byte in bytes[position..<position + count] {
            guard let digit = Self.digit(byte) else { return nil }
            value = value * 10 + digit
        }
        guard range.contains(value) else { return nil }
        position += count
        return value
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte) - 0x30 : nil
    }

    /// A year, a month of a year or a day, as days since 1970.
    mutating func day() -> Int? {
        guard let year = digits(4, in: 1...9999) else { return nil }
        var month = 1
        var day = 1
        let hasSigns = skip("-:/.")
        if hasSigns || next.flatMap(Self.digit) != nil {
            guard let value = digits(2, in: 1...12) else { return nil }
            month = value
            // Six digits without signs could be a year and a month or half a date: ISO 8601 forbids them.
            if hasSigns ? skip("-:/.") : true {
                guard let value = digits(2, in: 1...Self.dayCount(of: month, in: year)) else { return nil }
                day = value
            }
        }
        return Self.dayNumber(year: year, month: month, day: day)
    }

    /// What stands between a date and a time, where a time follows.
    mutating func skipTimeMark() -> Bool {
        if skip("Tt") { return true }
        let start = position
        skipSpaces()
        if position > start, next.flatMap(Self.digit) != nil { return true }
        position = start
        return false
    }

    /// Seconds since midnight.
    mutating func time() -> Double? {
        guard let hour = digits(2, in: 0...23) else { return nil }
        var seconds = Double(hour) * 3600
        let hasColons = skip(":")
        guard hasColons || next.flatMap(Self.digit) != nil else { return seconds }
        guard let minute = digits(2, in: 0...59) else { return nil }
        seconds += Double(minute) * 60
        guard hasColons ? skip(":") : next.flatMap(Self.digit) != nil else { return seconds }
        // 60 is a leap second.
        guard let second = digits(2, in: 0...60) else { return nil }
        seconds += Double(second)
        guard skip(".,") else { return seconds }
        return fraction().map { seconds + $0 }
    }

    private mutating func fraction() -> Double? {
        var value = 0.0
        var unit = 0.1
        let start = position
        while let digit = next.flatMap(Self.digit) {
            value += Double(digit) * unit
            unit /= 10
            position += 1
        }
        return position > start ? value : nil
    }

    /// Seconds east of Greenwich; zero where no zone is given.
    mutating func zone() -> Int? {
        let start = position
        skipSpaces()
        if skip("Zz") { return 0 }
        if skip("U") { return skip("T") && skip("C") ? 0 : nil }
        guard let sign = next, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            position = start
            return 0
        }
        position += 1
        guard let hours = digits(2, in: 0...23) else { return nil }
        var offset = hours * 3600
        if skip(":") || next.flatMap(Self.digit) != nil {
            guard let minutes = digits(2, in: 0...59) else { return nil }
            offset += minutes * 60
        }
        return sign == UInt8(ascii: "-") ? -offset : offset
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func dayCount(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970 in the Gregorian calendar, which ISO 8601 uses for all years.
    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let before = year - 1
        let days = before * 365 + before / 4 - before / 100 + before / 400
        let months = (1..<month).reduce(0) { $0 + dayCount(of: $1, in: year) }
        return days + months + day - 1 - 719_162
    }
}
