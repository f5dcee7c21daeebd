import AssetKit
import Testing

@testable import assettool

@Suite("parts of files on the command line")
struct ComposePartTests {
    @Test(
        "a name ends at the first '@' that a part follows, unless all of it is a file",
        arguments: [
            ("a.mp4", "a.mp4", nil, nil),
            ("a.mp4@0:10..0:20", "a.mp4", "0:10", "0:20"),
            ("a b.mp4@..5f", "a b.mp4", nil, "5f"),
            ("a.mp4@-5..", "a.mp4", "-5", nil),
            ("logo@2x.mov@1..2", "logo@2x.mov", "1", "2"),
            ("a.mp4@01:00:00:00@25..01:00:10:00@25", "a.mp4", "01:00:00:00@25", "01:00:10:00@25"),
            ("http://me@host/a.mp4@1..2.5", "http://me@host/a.mp4", "1", "2.5"),
            ("there@1..2", "there@1..2", nil, nil),
            ("there@1..2@3..4", "there@1..2", "3", "4"),
            ("@1..2", "@1..2", nil, nil),
            ("@1..2@1..2", "@1..2", "1", "2"),
            ("a@b..c.mp4", "a@b..c.mp4", nil, nil),
            ("a..b.mp4@", "a..b.mp4@", nil, nil),
        ] as [(String, String, String?, String?)]
    )
    func names(text: String, file: String, from: String?, to: String?) throws {
        let part = try ComposePart(text, "compose") { $0 == "there@1..2" }
        #expect(part.file == file)
        #expect(part.interval?.from?.text == from)
        #expect(part.interval?.to?.text == to)
    }

    @Test("wrong times behind the name of a file are said", arguments: ["a.mp4@1..x", "a.mp4@..", "a.mp4@5"])
    func wrong(text: String) throws {
        let error = try #require(throws: UsageError.self) { try ComposePart(text, "compose") { $0 == "a.mp4" } }
        #expect(error.message.contains("is no part of 'a.mp4'"))
        #expect(error.message.contains("A..B"))
    }

    @Test(
        "volumes are factors or decibels",
        arguments: [
            ("1", 1), ("0", 0), ("0.5", 0.5), ("100", 100), ("0dB", 1), ("-20dB", 0.1), ("6 dB", 1.9952623),
            ("20DB", 10),
            ("", nil), ("dB", nil), ("-1", nil), ("101", nil), ("41dB", nil), ("1e3", nil), ("nan", nil), ("inf", nil),
            ("0x1", nil), ("loud", nil), ("1,5", nil),
        ] as [(String, Float?)]
    )
    func volume(text: String, factor: Float?) {
        #expect(VolumeArgument.factor(text).map { ($0 * 1000).rounded() } == factor.map { ($0 * 1000).rounded() })
    }
}
