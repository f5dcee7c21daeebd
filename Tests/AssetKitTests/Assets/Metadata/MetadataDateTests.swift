@testable import AssetKit
@testable import AssetKitAssets
import Foundation
import Testing

@Suite("Dates in metadata")
struct MetadataDateTests {
    @Test(
        "a date is understood whole and in part",
        arguments: [
            ("2020", 1_577_836_800.0), ("2020-05", 1_588_291_200), ("2020-05-01", 1_588_291_200),
            ("2020-05-01T10", 1_588_327_200), ("2020-05-01T10:20", 1_588_328_400),
            ("2020-05-01T10:20:30", 1_588_328_430), ("2020-05-01T10:20:30Z", 1_588_328_430),
            ("2020-05-01 10:20:30", 1_588_328_430), ("2020-05-01T10:20:30.5Z", 1_588_328_430.5),
            ("2020-05-01T10:20:30,25Z", 1_588_328_430.25), ("2020-05-01T10:20:30+0200", 1_588_321_230),
            ("2020-05-01T10:20:30+02:00", 1_588_321_230), ("2020-05-01T10:20:30-08", 1_588_357_230),
            ("2020-05-01T10:20:30.125-05:30", 1_588_348_230.125), ("20200501T102030Z", 1_588_328_430),
            ("20200501", 1_588_291_200), ("2020:05:01 10:20:30", 1_588_328_430),
            ("2020/05/01 10:20:30 +0000", 1_588_328_430), ("2020-05-01 10:20:30 UTC", 1_588_328_430),
            ("2020-02-29", 1_582_934_400), ("1904-01-01T00:00:00Z", -2_082_844_800), ("1970", 0), ("2000", 946_684_800),
            ("0001-01-01", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799), (" 2020 ", 1_577_836_800),
            ("2016-12-31T23:59:60Z", 1_483_228_800), ("2020-05-01\u{0}", 1_588_291_200),
        ]
    )
    func understood(text: String, seconds: Double) {
        let date = MetadataItems.holding(text as NSString).dateValue
        #expect(date?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "what is no date is none",
        arguments: [
            "", "x", "20", "202", "20205", "202005", "0000", "2020-13", "2020-00-01", "2021-02-29", "1900-02-29",
            "2020-04-31", "2020-05-01T", "2020-05-01T24:00:00", "2020-05-01T10:60", "2020-05-01T10:20:61",
            "2020-05-01T10:20:30.", "2020-05-01T10:20:30+", "2020-05-01T10:20:30+24:00", "2020-05-01T10:20:30Zx",
            "2020-05-01T10:20:30ZZ", "2020-5-1", "-2020", "2020-05-01x", "May 1, 2020", "２０２０", "2020-05-01 UTZ",
        ]
    )
    func notUnderstood(text: String) {
        #expect(MetadataItems.holding(text as NSString).dateValue == nil)
    }

    @Test("a text of a million characters is refused at once")
    func hugeText() {
        let digits = String(repeating: "9", count: 1_000_000)
        #expect(MetadataDate.date(from: digits) == nil)
        #expect(MetadataDate.date(from: "2020-05-01T10:20:30." + digits) == nil)
    }

    @Test("our days are those of Foundation's calendar")
    func everyDay() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        for year in stride(from: 1600, through: 2400, by: 7) {
            for month in 1...12 {
                let text = "\(year)-\(month < 10 ? "0" : "")\(month)-17"
                let date = try #require(MetadataDate.date(from: text))
                let parts = calendar.dateComponents([.year, .month, .day, .hour], from: date)
                #expect([parts.year, parts.month, parts.day, parts.hour] == [year, month, 17, 0])
            }
        }
    }

    @Test("a date has a text, from which the same date comes back")
    func dateAsText() {
        let date = Date(timeIntervalSince1970: 1_588_328_430)
        let item = MetadataItems.holding(date as NSDate)
        #expect(item.dateValue == date)
        #expect(item.stringValue == "2020-05-01T10:20:30Z")
        #expect(MetadataDate.date(from: item.stringValue ?? "") == date)
    }

    @Test("dates beyond the calendar have no text", arguments: [-1e30, 1e30, .infinity, -.infinity, .nan, -1e11])
    func extremeDates(seconds: Double) {
        let item = MetadataItems.holding(NSDate(timeIntervalSince1970: seconds))
        #expect(item.stringValue == nil)
    }
}
