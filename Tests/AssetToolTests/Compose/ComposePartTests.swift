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
            ("a.mp4@1...2", "a.mp4@1...2", nil, nil),
        ] as [(String, String, String?, String?)]
    )
    func names(text: String, file: String, from: String?, to: String?) throws {
        let part = try ComposePart(text, "compose") { $0 == "there@1..2" }
        #expect(part.file == file)
        #expect(part.interval?.from?.text == from)
        #expect(part.interval?.to?.text == to)
    }

    @Test(
        "wrong times behind the name of a file are said",
        arguments: ["a.mp4@1..x", "a.mp4@..", "a.mp4@5", "a.mp4@1...2"]
    )
    func wrong(text: String) throws {
        let error = try #require(throws: UsageError.self) { try ComposePart(text, "compose") { $0 == "a.mp4" } }
        #expect(error.message.contains("is no part of 'a.mp4'"))
        #expect(error.message.contains("A..B"))
    }

    @Test(
        "an overlay is a file, and where it lies, in any case",
        arguments: [
            ("a.png", "a.png", .bottomRight, 0.05, nil),
            ("a.png@Top-Right", "a.png", .topRight, 0.05, nil),
            ("a.png@top:10%", "a.png", .top, 0.1, nil),
            ("a.png@LEFT:25%X10%", "a.png", .left, 0.1, 0.25),
            ("b@top.png@top:2.5%", "b@top.png", .top, 0.025, nil),
            ("there@top", "there@top", .bottomRight, 0.05, nil),
            ("there@top@left", "there@top", .left, 0.05, nil),
            // Names of files that are not there.
            ("a@2x.png", "a@2x.png", .bottomRight, 0.05, nil),
            ("x@top/a.png", "x@top/a.png", .bottomRight, 0.05, nil),
        ] as [(String, String, AKSequence.Overlay.Position, Double, Double?)]
    )
    func overlay(
        text: String,
        file: String,
        position: AKSequence.Overlay.Position,
        margin: Double,
        width: Double?
    ) throws {
        let overlay = try OverlayArgument(text, "compose") { $0 == "there@top" }
        #expect(overlay.file == file)
        #expect(overlay.position == position)
        #expect(abs(overlay.margin - margin) < 1e-9)
        #expect(overlay.width == width)
    }

    @Test("what follows the name of a picture that is there is a place")
    func wrongPlace() throws {
        let error = try #require(throws: UsageError.self) {
            try OverlayArgument("a.png@2x.png", "compose") { $0 == "a.png" }
        }
        #expect(error.message.contains("'2x.png' is no place of an overlay"))
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
