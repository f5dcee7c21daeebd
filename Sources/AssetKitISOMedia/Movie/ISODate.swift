internal import Foundation

/// Dates as seconds since the start of 1904, UTC.
enum ISODate {
    /// From the start of 1904 to the start of 1970.
    private static let secondsBefore1970: UInt64 = 2_082_844_800
    /// The year 10000: later is no date.
    private static let lastSecond: UInt64 = 255_485_232_000

    /// The date of a header field; nil for 0, which means that nobody set it.
    static func date(_ seconds: UInt64) -> Date? {
        guard seconds > 0, seconds < lastSecond else { return nil }
        // Some writers count from 1970: what would be before that year is taken to be theirs.
        let since1970 = seconds >= secondsBefore1970 ? seconds - secondsBefore1970 : seconds
        return Date(timeIntervalSince1970: Double(since1970))
    }
}
