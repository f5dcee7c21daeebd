import CMTimeLib
import Foundation
import Testing

@testable import AssetKit

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

    @Test("cues that overlap become samples that follow each other without a gap")
    func continuous() throws {
        var converter = try #require(SubtitleConverter(format("subr"), timescale: 1000, to: .mp4))
        var samples: [SinkSample] = []
        samples += try converter.convert(sample(Array("<i>one</i>".utf8), 500, 1000))
        samples += try converter.convert(sample(Array("two".utf8), 1000, 1000))
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
        var converter = try #require(SubtitleConverter(format("tx3g"), timescale: 1000, to: .matroska))
        var text = StyledText("a & b ")
        text.append("bold", .bold)
        #expect(try converter.convert(sample([0, 0], 0, 500)).isEmpty)
        let made = try converter.convert(sample(text.timedText, 500, 700))
        #expect(try made.map { String(decoding: try $0.data.dataBytes(), as: UTF8.self) } == ["a & b <b>bold</b>"])
        #expect(made.map(\.duration.value) == [700])
    }

    @Test("what fits already is left alone")
    func fitting() {
        #expect(SubtitleConverter(format("subr"), timescale: 1000, to: .matroska) == nil)
        #expect(SubtitleConverter(format("tx3g"), timescale: 1000, to: .mov) == nil)
        #expect(SubtitleConverter(format("tx3g"), timescale: 1000, to: .wav) == nil)
    }

    @Test("overrides of SubStation Alpha become styles")
    func substation() {
        let line = Array(#"0,0,Default,,0,0,0,,{\i1}so{\i0}, a\Nline"#.utf8)
        #expect(StyledText(substation: line).markup(hasEntities: false) == "<i>so</i>, a\nline")
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
}
