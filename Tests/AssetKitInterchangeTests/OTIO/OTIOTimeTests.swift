import AssetKitInterchange
import CMTimeLib
import Testing

@Suite("Times of OTIO")
struct OTIOTimeTests {
    typealias Text = OTIOText

    /// The duration of a gap of this value and rate, as they stand in the document.
    private func duration(_ value: String, _ rate: String) throws -> CMTime {
        let time = #"{"OTIO_SCHEMA": "RationalTime.1", "value": \#(value), "rate": \#(rate)}"#
        let range = Text.object("TimeRange.1", #""start_time": \#(Text.time(0)), "duration": \#(time)"#)
        let gap = Text.object("Gap.1", #""source_range": \#(range)"#)
        return try OTIODocument.read(Text.timeline(Text.track("Video", gap))).duration
    }

    @Test(
        "rates slowed down by 1000/1001 are exact, however many digits they have",
        arguments: [
            ("23.976", 24), ("23.98", 24), ("23.976023976023978", 24), ("23.976024", 24), ("29.97", 30),
            ("29.97002997002997", 30), ("29.9700300", 30), ("47.952", 48), ("59.94", 60), ("59.94005994005994", 60),
            ("119.88", 120), ("14.985014985014985", 15),
        ]
    )
    func slowedRates(text: String, nominal: Int64) throws {
        #expect(try duration("\(nominal * 1000)", text) == seconds(1001))
    }

    @Test(
        "whole numbers are themselves, others the best fraction",
        arguments: [
            ("24.0", "24.0", seconds(1)), ("1e3", "25", seconds(40)), ("12.5", "25", seconds(1, 2)),
            ("1", "12.5", seconds(2, 25)), ("0.333333333333", "1.0", seconds(1, 3)), ("48000", "48000.0", seconds(1)),
            ("44055.944055944055", "44055.944055944055", seconds(1)), ("10", "24.5", seconds(20, 49)),
            ("9007199254740991", "90071992547.40991", seconds(100_000)),
        ]
    )
    func otherRates(value: String, rate: String, expected: CMTime) throws {
        #expect(try duration(value, rate) == expected)
    }

    @Test(
        "numbers that are no times are refused",
        arguments: [
            ("1", "0"), ("1", "-25"), ("NaN", "25"), ("1", "Infinity"), ("1e300", "25"), ("1", "1e-300"),
            ("\"1\"", "25"),
        ]
    )
    func noTimes(value: String, rate: String) {
        #expect(throws: InterchangeError.self) { try duration(value, rate) }
    }

    @Test("whole frames are written at the document's rate")
    func wholeFrames() throws {
        let track = EditTrack.of(.video, "", [.clip(.of("a", from: ntsc(5), for: ntsc(30)))])
        let text = try OTIODocument.write(EditDocument(frameRate: FrameRate("29.97"), tracks: [track])).text
        #expect(text.contains("\"rate\": 29.97002997002997,\n"))
        #expect(text.contains("\"value\": 30.0"))
    }

    @Test("times that are no whole frames are whole at the least common timescale of their track")
    func timescale() throws {
        let items: [EditItem] = [
            .clip(.of("a", from: .zero, for: seconds(1, 3))), .gap(seconds(1, 4)),
            .clip(.of("b", from: .zero, for: seconds(2))),
        ]
        let document = EditDocument(frameRate: FrameRate(25), tracks: [.of(.video, "", items)])
        let text = try OTIODocument.write(document).text
        for value in [4, 3, 24] {
            #expect(text.contains("\"rate\": 12.0,\n") && text.contains("\"value\": \(value).0"))
        }
        #expect(difference(try OTIODocument.read(text), document) == nil)
    }

    @Test("what a binary number cannot hold stands exactly beside it")
    func beyondBinaryNumbers() throws {
        var clip = EditClip.of("a", from: seconds(1, 2_147_483_647), for: seconds(100))
        clip.media.start = seconds(999_999_999, 7)
        let document = EditDocument(frameRate: FrameRate(25), tracks: [.of(.video, "", [.clip(clip)])])
        let text = try OTIODocument.write(document).text
        let read = try OTIODocument.read(text).tracks[0].clips[0]
        #expect(read.sourceRange == clip.sourceRange)
        #expect(text.contains("\"1/2147483647\""))
    }

    @Test("a start at a rate with half frames, or between frames, is taken to the nearest")
    func starts() throws {
        let document = try OTIODocument.read(Text.timeline(start: Text.time(10.4, 12.5)))
        #expect(document.startTimecode?.frameNumber == 10)
        #expect(document.startTimecode?.timecode == nil)
        #expect(
            document.warnings == ["the global_start_time is no whole number of frames; the nearest one, 10, is taken"]
        )
    }
}
