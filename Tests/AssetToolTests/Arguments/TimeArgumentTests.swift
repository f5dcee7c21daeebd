import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("A time on the command line")
struct TimeArgumentTests {
    /// Ten seconds at 25 pictures a second.
    private let file = FileTimes(
        duration: CMTime(value: 10_000, timescale: 1000),
        frames: FrameTimes(
            times: (0..<250).map { CMTime(value: $0, timescale: 25) },
            end: CMTime(value: 10, timescale: 1)
        )
    )

    private func seconds(_ text: String, in file: FileTimes? = nil) throws -> Rational128? {
        try TimeArgument(text).time(in: file ?? self.file).exactSeconds
    }

    @Test(
        "every form has its exact worth",
        arguments: [
            ("12.5", 25, 2), ("12.5s", 25, 2), ("0.1", 1, 10), (".25", 1, 4), ("01:02:03.5", 7447, 2), ("1:30", 90, 1),
            ("00:00:01:12@25", 37, 25), ("00:01:00;02@29.97", 60_060, 1000), ("00:00:01:00@23.976", 1001, 1000),
            ("00:00:01:00@24000/1001", 1001, 1000), ("150f", 6, 1), ("0f", 0, 1), ("250f", 10, 1),
            ("1001/30000", 1001, 30000), ("50%", 5, 1), ("33.3%", 333, 100), ("0%", 0, 1), ("100%", 10, 1),
            ("end", 10, 1),
            ("END", 10, 1), ("-5", 5, 1), ("-0.04s", 249, 25), ("-50%", 5, 1), ("-1f", 249, 25), ("end-1f", 249, 25),
            ("end - 2.5", 15, 2), ("-1001/30000", 298_999, 30000), ("-00:00:01:00@25", 9, 1), (" 3 ", 3, 1),
            ("23.976", 23976, 1000), ("1m30s", 90, 1), ("1h", 3600, 1), ("90m", 5400, 1), ("1h2m3.5s", 7447, 2),
            ("1H2M", 3720, 1), ("250ms", 1, 4), ("1s500ms", 3, 2), ("90s", 90, 1), ("1.5h", 5400, 1), ("2min", 120, 1),
            ("-0m4.5s", 11, 2),
            ("100000", 100_000, 1),
        ] as [(String, Int128, Int128)]
    )
    func forms(text: String, top: Int128, bottom: Int128) throws {
        #expect(try seconds(text) == Rational128(top, bottom))
    }

    @Test(
        "what is no time is told in one sentence",
        arguments: [
            ("", "there is nothing"), ("abc", "a number is expected, not 'a'"), ("12x", "'x' is not a unit of time"),
            ("1.5f", "a count of frames is a whole number"), ("1/0", "division by zero"),
            ("1+1", "'+' is not expected behind it"),
            ("01:02:03:04", "a timecode needs a rate, as in '01:02:03:12@25', or --rate"),
            ("--5", "a number is expected, not '-'"), ("end+1", "'+' is not expected behind it"),
            ("1.2.3", "a number has one decimal point"), ("1/", "a number is expected behind '/'"),
            ("-", "a number is expected"), ("1m30", "the last number needs a unit, as in '1m30s'"),
            ("1s30m", "units go from large to small, as in '1h2m3s'"),
            ("1m2m", "units go from large to small, as in '1h2m3s'"),
            ("1h90m", "minutes and seconds behind another unit go from 0 to 59"),
            ("1.5h30m", "only the last number can have a decimal point"), ("1d", "'d' is not a unit of time"),
            ("99999999999999999999f", "no file has so many frames"),
        ]
    )
    func mistakes(text: String, message: String) {
        let error = #expect(throws: ExpressionError.self) { try TimeArgument(text) }
        #expect(error?.message == message)
    }

    @Test(
        "what a file cannot tell the worth of is told in one sentence",
        arguments: [
            ("-11", "'-11' is before the start: the file is 10.0 s long"),
            ("251f", "there is no frame '251f' in the video: its last is 249f"),
            ("-251f", "there is no frame '-251f' in the video: it has 250"),
            ("99999999999999999999999", "'99999999999999999999999' is later than any file can last"),
        ]
    )
    func unresolvable(text: String, message: String) throws {
        let argument = try TimeArgument(text)
        let error = #expect(throws: WorkError.self) { try argument.time(in: file) }
        #expect(error?.message == message)
    }

    @Test("a file without a length or without video has no percentages, no end and no frames")
    func nothingKnown() throws {
        let live = FileTimes(duration: .indefinite)
        for text in ["50%", "-5", "end", "1f"] {
            let argument = try TimeArgument(text)
            #expect(throws: WorkError.self, "\(text)") { try argument.time(in: live) }
        }
        #expect(try seconds("1.5", in: live) == Rational128(3, 2))
    }

    @Test("timecode may count from what the file's own begins with")
    func fileTimecode() throws {
        var file = file
        file.startTimecode = "01:00:00:00"
        #expect(try seconds("01:00:02:05@25", in: file) == Rational128(11, 5))
        file.timecodeRate = FrameRate(25)
        let bare = try TimeArgument("01:00:02:05", of: "at", "thumbnail", isOfFile: true)
        #expect(try bare.time(in: file).seconds == 2.2)
        #expect(throws: UsageError.self) { try TimeArgument("01:00:02:05", of: "at", "thumbnail") }
        let drop = try TimeArgument("01:00:02;05", of: "at", "thumbnail", isOfFile: true)
        #expect(throws: WorkError.self) { try drop.time(in: file) }
        let early = try TimeArgument("00:59:59:00@25")
        #expect(throws: WorkError.self) { try early.time(in: file) }
        let wrongRate = try TimeArgument("01:00:02;05@29.97")
        #expect(throws: WorkError.self) { try wrongRate.time(in: file) }
    }

    @Test("frames are counted by when pictures appear, whatever order and distance they have")
    func variableRate() throws {
        let samples = [(0, 10), (40, 10), (10, 30), (50, 50), (-10, 10)].map { time, duration in
            (time: CMTime(value: time, timescale: 100), duration: CMTime(value: duration, timescale: 100))
        }
        let frames = FrameTimes(samples, within: CMTimeRange(start: .zero, end: CMTime(value: 1, timescale: 1)))
        #expect(frames.times.map(\.seconds) == [0, 0.1, 0.4, 0.5])
        #expect(try frames.time(ofFrame: 4, "4f").seconds == 1)
        #expect(try frames.time(ofFrameFromEnd: 1, "-1f").seconds == 0.5)
    }

    @Test("a picture that an edit cuts into is seen from the cut on")
    func cutInsidePicture() {
        let samples = [(-3, 4), (1, 4), (5, 4)].map { time, duration in
            (time: CMTime(value: time, timescale: 100), duration: CMTime(value: duration, timescale: 100))
        }
        let frames = FrameTimes(samples, within: CMTimeRange(start: .zero, end: CMTime(value: 4, timescale: 100)))
        #expect(frames.times == [.zero, CMTime(value: 1, timescale: 100)])
    }

    @Test(
        "the pictures of real files are counted right",
        arguments: [("vfr.mp4", 75), ("h264-bframes.mp4", 75), ("h264-bframes.mkv", 75), ("one-frame.mp4", 1)]
    )
    func samples(name: String, count: Int) async throws {
        let asset = AVURLAsset(url: PackageFolder.root.appending(path: "SampleMedia/\(name)"))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let frames = try await FrameTimes.load(of: track)
        #expect(frames.times.count == count)
        #expect(frames.times.first == track.timeRange.start)
        #expect(frames.times == frames.times.sorted())
        #expect(frames.end == track.timeRange.end)
    }
}
