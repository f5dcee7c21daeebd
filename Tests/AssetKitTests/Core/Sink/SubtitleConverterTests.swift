import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitMedia

@Suite("Subtitles for another container")
struct SubtitleConverterTests {
    private func format(_ code: String) -> CMFormatDescription {
        CMFormatDescription(type: kCMMediaType_Subtitle, subtype: code.fourCharCode)
    }

    private func sample(_ bytes: [UInt8], _ start: Int64, _ length: Int64) throws -> SinkSample {
        let time = CMTime(value: start, timescale: 1000)
        return SinkSample(
            data: try CMBlockBuffer(copying: Data(bytes)),
            presentationTime: time,
            decodeTime: time,
            duration: CMTime(value: length, timescale: 1000)
        )
    }

    private func converter(to type: AVFileType) throws -> SubtitleConverter {
        SubtitleConverter(to: try #require(SubtitleTarget(type)), timescale: 1000)
    }

    @Test("cues that overlap become samples that follow each other without a gap")
    func continuous() throws {
        var converter = try converter(to: .mp4)
        var samples: [SinkSample] = []
        samples += try converter.convert(sample(Array("<i>one</i>".utf8), 500, 1000), from: .subRip)
        samples += try converter.convert(sample(Array("two".utf8), 1000, 1000), from: .subRip)
        samples += try converter.finish()
        let texts = try samples.map { StyledText(timedText: Array(try $0.data.dataBytes())).plain }
        #expect(texts == ["", "one", "one\ntwo", "two"])
        #expect(samples.map(\.presentationTime.value) == [0, 500, 1000, 1500])
        #expect(samples.map { ($0.presentationTime + $0.duration).value } == [500, 1000, 1500, 2000])
        let first = StyledText(timedText: Array(try samples[1].data.dataBytes()))
        #expect(first.runs == [StyledText.Run(text: "one", style: .italic)])
    }

    @Test("timed text becomes SubRip, and nothing where nothing shows")
    func cues() throws {
        var converter = try converter(to: .akMatroska)
        var text = StyledText("a & b ")
        text.append("bold", .bold)
        #expect(try converter.convert(sample([0, 0], 0, 500), from: .timedText).isEmpty)
        let made = try converter.convert(sample(text.timedText, 500, 700), from: .timedText)
        #expect(try made.map { String(decoding: try $0.data.dataBytes(), as: UTF8.self) } == ["a & b <b>bold</b>"])
        #expect(made.map(\.duration.value) == [700])
    }

    @Test("what fits already is left alone, and pictures of text stay out")
    func fitting() {
        func needed(_ code: String, _ isMovie: Bool, _ type: AVFileType) -> SubtitleForm? {
            SubtitleTarget.needed(for: format(code), isMovie: isMovie, in: type)?.form
        }
        #expect(needed("subr", false, .akMatroska) == nil)
        #expect(needed("tx3g", true, .mov) == nil)
        #expect(needed("tx3g", true, .wav) == nil)
        #expect(needed("wvtt", true, .mp4) == nil)
        #expect(needed("hdmv", false, .mp4) == nil)
        #expect(needed("wvtt", false, .mp4) == .timedText)
        #expect(needed("srt ", false, .mobile3GPP) == .timedText)
        #expect(needed("tx3g", true, .akMatroska) == .subRip)
        #expect(needed("ass ", false, .akWebM) == .webVTT)
        #expect(needed("srt ", false, .akMPEGTransportStream) == nil)
    }

    @Test("overrides of SubStation Alpha become styles, and drawings are no text")
    func substation() {
        func text(_ line: String) -> String {
            StyledText(substation: Array("0,0,Default,,0,0,0,,\(line)".utf8)).markup(.subRip)
        }
        #expect(text(#"{\i1}so{\i0}, a\Nline"#) == "<i>so</i>, a\nline")
        #expect(text(#"{\b700}x{\rOther}y {\p1}m 0 0 l 9 9{\p0}z"#) == "<b>x</b>y z")
        #expect(text(#"a {open \q b"#) == #"a {open \q b"#)
        #expect(StyledText(substation: Array("0,0,short".utf8)).isEmpty)
    }

    @Test("only tags are taken for tags")
    func tags() {
        func both(_ text: String) -> [String] {
            [StyledText(markup: text, .subRip).plain, StyledText(markup: text, .webVTT).plain]
        }
        #expect(both("1 < 2") == ["1 < 2", "1 < 2"])
        #expect(both("a <3> b") == ["a <3> b", "a  b"])
        #expect(both(#"{\an8}<font color="red">hot</font>"#) == ["hot", #"{\an8}hot"#])
        #expect(both("a &amp;lt; &#8364;&x") == ["a &amp;lt; &#8364;&x", "a &lt; €&x"])
        #expect(StyledText(markup: "</i><i>x", .subRip).runs == [StyledText.Run(text: "x", style: .italic)])
        #expect(StyledText(markup: "<v Ann><b.loud>x</b> y", .webVTT).markup(.webVTT) == "<b>x</b> y")
    }

    @Test("WebVTT goes through boxes and files unchanged")
    func webVTT() {
        let cue = WebVTTCue(identifier: "7", settings: "line:0", text: "1 &lt; 2")
        #expect(WebVTTSample.cues(WebVTTSample.sample([cue])) == [cue])
        #expect(WebVTTSample.cues(Array("just text".utf8)) == nil)
        let time = CMTime(value: 3_661_001, timescale: 1000)
        let file = [SubtitleFile.Cue(start: .zero, end: time, text: StyledText("1 < 2"))]
        #expect(SubtitleFile.webVTT(file) == "WEBVTT\n\n00:00:00.000 --> 01:01:01.001\n1 &lt; 2\n\n")
        #expect(SubtitleFile.subRip(file) == "1\n00:00:00,000 --> 01:01:01,001\n1 < 2\n\n")
    }

    @Test("whatever bytes a sample has, text comes out of it, or none")
    func anything() {
        var random = SeededGenerator(seed: 608)
        let forms: [SubtitleForm] = [.timedText, .webVTT, .webVTTBoxes, .subRip, .substation]
        let words = ["<", ">", "{", "}", "\\", "&", ";", "styl", "vttc", "payl", "\n", "\u{e9}", "i", "#x1F600"]
        for _ in 0..<4000 {
            var bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                bytes += Array((words.randomElement(using: &random) ?? "").utf8)
            }
            for form in forms {
                for text in form.texts(bytes) {
                    for other in forms where other != .substation {
                        // Line ends and spaces at the ends are the containers' own.
                        _ = other.texts(other.bytes(text))
                    }
                    #expect(
                        SubtitleForm.timedText.texts(SubtitleForm.timedText.bytes(text)).map(\.plain) == [text.plain]
                    )
                }
            }
        }
    }
}
