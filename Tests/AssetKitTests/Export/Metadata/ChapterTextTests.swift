import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitExport

@Suite("Lists of chapters")
struct ChapterTextTests {
    /// A chapter in words: when it begins, when it ends where that is said, and its title.
    private func chapters(_ text: String) throws -> [String] {
        try ChapterText.chapters(in: text).map { chapter in
            let end = chapter.timeRange.end
            return "\(chapter.timeRange.start.seconds)-\(end.isNumeric ? "\(end.seconds)" : "") \(chapter.title)"
        }
    }

    private func problem(_ text: String) -> String? {
        do {
            _ = try ChapterText.chapters(in: text)
            return nil
        } catch {
            return "\(error.line): \(error.reason)"
        }
    }

    @Test("a line is a time and a title")
    func lines() throws {
        let text = "\u{feff}0:00 Anfang\n# a remark\n\n1:30 - Mitte\r\n1:02:03.5\t— Ende\n4000"
        #expect(try chapters(text) == ["0.0- Anfang", "90.0- Mitte", "3723.5- Ende", "4000.0- "])
        #expect(try chapters("").isEmpty)
    }

    @Test("CHAPTER01= is a time, and CHAPTER01NAME= its title, in any order")
    func numbered() throws {
        let text = "CHAPTER01=00:00:01.500\nCHAPTER01NAME=One\nchapter02name=Two\nchapter02=00:01:00,25\nCHAPTER03=2:00"
        #expect(try chapters(text) == ["1.5- One", "60.25- Two", "120.0- "])
    }

    @Test("sections of FFmpeg's metadata have times of their own")
    func sections() throws {
        let text = """
            ;FFMETADATA1
            title=Film
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=1500
            title=One\\=1
            [STREAM]
            title=no chapter
            [chapter]
            START=2000000000
            """
        #expect(try chapters(text) == ["0.0-1.5 One=1", "2.0- "])
    }

    @Test("cues of WebVTT are chapters without their tags")
    func cues() throws {
        let text = """
            WEBVTT

            1
            00:00.000 --> 00:01.500
            <i>One</i> &amp;
            more

            00:02.000 --> 01:00:03.000 align:left
            Two
            """
        #expect(try chapters(text) == ["0.0-1.5 One & more", "2.0-3603.0 Two"])
    }

    @Test("what is no time is told with its line")
    func problems() {
        let known = [
            ("0:00 A\nsoon B", "2: 'soon' is no time; a line is a time and a title"),
            ("1:2:3:4 A", "1: '1:2:3:4' is no time; a line is a time and a title"),
            ("-1:00 A", "1: '-1:00' is no time; a line is a time and a title"),
            ("CHAPTER01=late", "1: 'late' is no time"),
            (
                ";FFMETADATA1\n[CHAPTER]\ntitle=x",
                "2: the chapter has no START that can be counted in its TIMEBASE"
            ),
            (
                ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/0\nSTART=1",
                "2: the chapter has no START that can be counted in its TIMEBASE"
            ),
            (
                "WEBVTT\n\n00:05.000 --> 00:01.000\nx",
                "3: '00:05.000 --> 00:01.000' is no time and a later one"
            ),
        ]
        for (text, expected) in known { #expect(problem(text) == expected) }
    }
}
