import AssetKit
import Testing

@testable import assettool

@Suite("Contact sheets and sprites")
struct ContactSheetTests {
    private func picture(_ image: CGImage, at second: Int64 = 0) -> Picture {
        Picture(image: image, time: CMTime(value: second, timescale: 1))
    }

    @Test("cells lie row by row with a gap around them")
    func grid() throws {
        var sheet = try ContactSheet(SheetGrid(columns: 3, rows: 2), cellWidth: 20, cellHeight: 10, gap: 4)
        for level in 1...5 {
            sheet.add(picture(try TestPicture.flat(level * 40, width: 20, height: 10)), showsTime: false)
        }
        let image = try #require(sheet.image())
        #expect((image.width, image.height) == (3 * 24 + 4, 2 * 14 + 4))
        for index in 0..<5 {
            let (x, y) = sheet.cell(index)
            let level = (index + 1) * 40
            for corner in [(x, y), (x + 19, y), (x, y + 9), (x + 19, y + 9)] {
                #expect(TestPicture.pixel(image, corner.0, corner.1) == [level, level, level])
            }
            #expect(TestPicture.pixel(image, x - 1, y) == [18, 18, 18])
        }
        let (x, y) = sheet.cell(5)
        #expect(TestPicture.pixel(image, x + 10, y + 5) == [18, 18, 18])
    }

    @Test("rows that nothing came to are left away")
    func trimmed() throws {
        var sheet = try ContactSheet(SheetGrid(columns: 2, rows: 3), cellWidth: 8, cellHeight: 8, gap: 0)
        sheet.add(picture(try TestPicture.flat(200, width: 8, height: 8)), showsTime: false)
        let image = try #require(sheet.image())
        #expect((image.width, image.height) == (8, 8))
        #expect(SheetGrid(columns: 4, rows: 3).trimmed(to: 6) == SheetGrid(columns: 4, rows: 2))
    }

    @Test("a picture of another shape is fitted into its cell, and its neighbours stay as they are")
    func otherShape() throws {
        var sheet = try ContactSheet(SheetGrid(columns: 2, rows: 1), cellWidth: 20, cellHeight: 10, gap: 0)
        sheet.add(picture(try TestPicture.flat(100, width: 20, height: 10)), showsTime: false)
        sheet.add(picture(try TestPicture.flat(200, width: 40, height: 40)), showsTime: false)
        let image = try #require(sheet.image())
        #expect(TestPicture.pixel(image, 19, 5) == [100, 100, 100])
        #expect(TestPicture.pixel(image, 30, 5) == [200, 200, 200])
        #expect(TestPicture.pixel(image, 22, 5) == [18, 18, 18])
    }

    @Test("times are written light on dark, and only where there is room")
    func times() throws {
        var sheet = try ContactSheet(SheetGrid(columns: 1, rows: 2), cellWidth: 160, cellHeight: 90, gap: 0)
        let (plain, labelled) = (
            try TestPicture.flat(128, width: 160, height: 90), try TestPicture.flat(128, width: 160, height: 90)
        )
        sheet.add(picture(plain), showsTime: false)
        sheet.add(picture(labelled), showsTime: true)
        let image = try #require(sheet.image())
        let brightest = { (rows: Range<Int>) in
            rows.flatMap { y in (0..<160).map { TestPicture.pixel(image, $0, y)[0] } }.max() ?? 0
        }
        #expect(brightest(0..<90) == 128)
        #expect(brightest(90..<180) == 255)
        var tiny = try ContactSheet(SheetGrid(columns: 1, rows: 1), cellWidth: 20, cellHeight: 10, gap: 0)
        tiny.add(picture(try TestPicture.flat(128, width: 20, height: 10)), showsTime: true)
        #expect(TestPicture.pixel(try #require(tiny.image()), 19, 9) == [128, 128, 128])
        #expect(ContactSheet.text(of: CMTime(value: 3_723_045, timescale: 1000)) == "1:02:03.045")
    }

    @Test("every character that a time has can be drawn")
    func glyphs() {
        for character in "0123456789:." {
            let rows = TimeGlyphs.rows(of: character)
            #expect(rows?.count == TimeGlyphs.height)
            #expect(rows?.allSatisfy { $0 < 1 << UInt8(TimeGlyphs.width) } == true)
        }
    }

    @Test("a sheet that nobody could open is refused", arguments: [(1000, 1, 320, 180), (1000, 1000, 65535, 65535)])
    func tooLarge(columns: Int, rows: Int, width: Int, height: Int) {
        #expect(throws: WorkError.self) {
            try ContactSheet(SheetGrid(columns: columns, rows: rows), cellWidth: width, cellHeight: height, gap: 4)
        }
    }

    @Test("WebVTT says which part of which sheet shows when")
    func track() {
        var track = SpriteTrack()
        let second = { (value: Int64) in CMTime(value: value, timescale: 1) }
        for (start, end, x) in [(3600, 3605, 160), (0, 3600, 0), (7, 7, 320)] as [(Int64, Int64, Int)] {
            track.add(
                SpriteTrack.Cue(
                    part: CMTimeRange(start: second(start), end: second(end)),
                    sheet: "a b#%?é:\n.jpg",
                    x: x,
                    y: 90,
                    width: 160,
                    height: 90
                )
            )
        }
        #expect(
            track.text == """
                WEBVTT

                00:00:00.000 --> 01:00:00.000
                a%20b%23%25%3F%C3%A9%3A%0A.jpg#xywh=0,90,160,90

                01:00:00.000 --> 01:00:05.000
                a%20b%23%25%3F%C3%A9%3A%0A.jpg#xywh=160,90,160,90

                """
        )
    }
}
