import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("assettool thumbnail")
struct ThumbnailVerbTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: String...) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(["thumbnail"] + arguments, recorder.console), recorder)
    }

    private func elements(_ recorder: ConsoleRecorder) throws -> [[String: JSONValue]] {
        try JSONDecoder().decode([[String: JSONValue]].self, from: Data(recorder.results.utf8))
    }

    private func seconds(_ value: JSONValue?) throws -> Double {
        guard case .object(let fields) = value, case .number(_, let seconds) = fields["seconds"] else {
            throw WorkError(message: "no time: \(String(describing: value))")
        }
        return seconds
    }

    private func image(_ name: String) throws -> CGImage {
        try #require(CGImage(akData: try Data(contentsOf: URL(filePath: folder.path(name)))))
    }

    @Test("one picture, a tenth into the file, and its path on standard output")
    func one() async throws {
        let outcome = await run(sample("h264-bframes.mp4"), "-o", folder.path("t.jpg"))
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(outcome.recorder.results == folder.path("t.jpg"))
        #expect(outcome.recorder.messages.isEmpty)
        let image = try image("t.jpg")
        #expect((image.width, image.height) == (320, 180))
    }

    @Test(
        "exact pictures are those that show at the very time",
        arguments: ["h264-bframes.mp4", "hevc-open-gop.mp4", "vfr.mkv"]
    )
    func exact(name: String) async throws {
        let file = sample(name)
        let outcome = await run(
            file,
            "--exact",
            "--at",
            "1.01",
            "--at",
            "0",
            "--at",
            "7f",
            "--at",
            "-1f",
            "--at",
            "end",
            "-o",
            folder.path("%d.png"),
            "--json"
        )
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let track = try #require(try await AVURLAsset(url: URL(filePath: file)).loadTracks(withMediaType: .video).first)
        let frames = try await FrameTimes.load(of: track)
        let shown = frames.times.last { $0.seconds <= 1.01 }
        let expected = [shown, frames.times.first, frames.times[7], frames.times.last, frames.times.last]
        let actual = try elements(outcome.recorder).map { try seconds($0["actual"]) }
        #expect(actual == expected.map { $0?.seconds ?? -1 })
        #expect(try folder.contents == ["1.png", "2.png", "3.png", "4.png", "5.png"])
    }

    @Test("the end, and a count of frames, mean that very picture also without --exact")
    func namedPictures() async throws {
        let outcome = await run(
            sample("h264-bframes.mp4"),
            "--at",
            "end",
            "--at",
            "7f",
            "-o",
            folder.path("t.jpg"),
            "--json"
        )
        #expect(try elements(outcome.recorder).map { try seconds($0["actual"]) } == [2.96, 0.28])
    }

    @Test(
        "a count gives pictures near the middles, no two alike",
        arguments: ["h264-bframes.mp4", "h264-one-keyframe.mp4", "vp9.mp4", "vfr.mp4"]
    )
    func count(name: String) async throws {
        let outcome = await run(sample(name), "--count", "12", "--size", "x90", "-o", folder.path("t.webp"), "--json")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let pictures = try elements(outcome.recorder)
        let requested = try pictures.map { try seconds($0["requested"]) }
        let actual = try pictures.map { try seconds($0["actual"]) }
        let half = (requested[1] - requested[0]) / 2
        #expect(abs(requested[0] - half) < 1e-9)
        for (wanted, got) in zip(requested, actual) { #expect(abs(wanted - got) <= half + 1e-9) }
        #expect(Set(actual).count == 12)
        #expect(pictures[0]["path"] == .string(folder.path("t-1.webp")))
        #expect(pictures[0]["height"] == .number(integer: 90, floatingPoint: 90))
        #expect(try folder.contents.count == 12)
    }

    @Test("a picture that cannot be had does not stop the others")
    func oneFails() async throws {
        let outcome = await run(
            sample("vp9.mp4"),
            "--at",
            "0",
            "--at",
            "100",
            "--at",
            "1",
            "-o",
            folder.path("t%d.jpg"),
            "--json"
        )
        #expect(outcome.code == .failed)
        let pictures = try elements(outcome.recorder)
        #expect(pictures.count == 3)
        #expect(pictures[1]["actual"] == nil)
        guard case .string(let sentence) = pictures[1]["error"] else {
            Issue.record("no error")
            return
        }
        #expect(outcome.recorder.messages == "assettool: \(sentence)")
        #expect(sentence.hasPrefix("no picture of '\(sample("vp9.mp4"))' at 00:01:40.000: "))
        #expect(try folder.contents == ["t1.jpg", "t3.jpg"])
    }

    @Test("a file without video gives its cover, or says that it has none")
    func covers() async throws {
        for name in ["cover.mp3", "cover.flac", "cover.m4a"] {
            let outcome = await run(sample(name), "--at", "1", "--size", "32", "-o", folder.path("%n-\(name).png"))
            #expect(outcome.code == .done, "\(outcome.recorder.messages)")
            #expect(try image("cover-\(name).png").width == 32)
        }
        let none = await run(sample("aac.m4a"), "-o", folder.path("none.jpg"))
        #expect(none.code == .failed)
        #expect(
            none.recorder.messages
                == "assettool: cannot take pictures from '\(sample("aac.m4a"))': it has no video and no cover picture"
        )
        #expect(try folder.contents.count == 3)
    }

    @Test("several files are worked off in order, and one that fails does not stop the others")
    func severalFiles() async throws {
        let files = [sample("vp9.mp4"), "/nowhere.mp4", sample("README.md"), sample("hevc.mp4")]
        let outcome = await run(files[0], files[1], files[2], files[3], "-o", folder.path("%n.jpg"), "--json")
        #expect(outcome.code == .failed)
        guard
            case .array(let documents) = try JSONDecoder().decode(
                JSONValue.self,
                from: Data(outcome.recorder.results.utf8)
            ),
            case .array = documents[0], case .object(let failure) = documents[1], case .array = documents[3]
        else {
            Issue.record("other documents: \(outcome.recorder.results)")
            return
        }
        #expect(failure["error"] == .string("cannot open '/nowhere.mp4': No such file or directory"))
        #expect(outcome.recorder.messages.split(separator: "\n").count == 2)
        #expect(try folder.contents == ["hevc.jpg", "vp9.jpg"])
    }

    @Test("what exists is refused before any work, and two outputs of one name are a mistake")
    func targets() async throws {
        try folder.write("old", to: "t-2.jpg")
        let refused = await run(sample("vp9.mp4"), "--count", "3", "-o", folder.path("t.jpg"))
        #expect(refused.code == .failed)
        #expect(refused.recorder.messages.hasSuffix("it exists already; --overwrite replaces it"))
        #expect(try folder.contents == ["t-2.jpg"])
        let replaced = await run(sample("vp9.mp4"), "--count", "3", "-o", folder.path("t.jpg"), "--overwrite")
        #expect(replaced.code == .done)
        #expect(try folder.contents == ["t-1.jpg", "t-2.jpg", "t-3.jpg"])
        let same = await run(sample("vp9.mp4"), sample("vp9.mp4"), "-o", folder.path("%n.jpg"))
        #expect(same.code == .wrongCommandLine)
        let sameTime = await run(sample("vp9.mp4"), "--at", "1", "--at", "1", "-o", folder.path("%t.jpg"))
        #expect(sameTime.code == .wrongCommandLine)
    }

    @Test("a sheet has the pictures in a grid")
    func sheet() async throws {
        let outcome = await run(
            sample("h264-bframes.mp4"),
            "--sheet",
            "4x3",
            "--size",
            "160",
            "--show-times",
            "-o",
            folder.path("s.png"),
            "--json"
        )
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let sheets = try elements(outcome.recorder)
        #expect(sheets.count == 1)
        guard case .array(let times) = sheets[0]["times"] else {
            Issue.record("no times")
            return
        }
        #expect(try Set(times.map { try seconds($0) }).count == 12)
        let image = try image("s.png")
        #expect((image.width, image.height) == (4 * 164 + 4, 3 * 94 + 4))
    }

    @Test("more pictures than a sheet holds make several, the last as large as it has to be")
    func sheets() async throws {
        let outcome = await run(
            sample("h264-bframes.mp4"),
            "--sheet",
            "2x2",
            "--count",
            "5",
            "-o",
            folder.path("s-%02d.jpg"),
            "--json"
        )
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let sheets = try elements(outcome.recorder)
        #expect(
            sheets.map { $0["rows"] } == [.number(integer: 2, floatingPoint: 2), .number(integer: 1, floatingPoint: 1)]
        )
        #expect(try folder.contents == ["s-01.jpg", "s-02.jpg"])
        #expect(try image("s-02.jpg").width == 328)
    }

    @Test("sprites come with a WebVTT file whose areas lie on them")
    func sprites() async throws {
        let outcome = await run(
            sample("h264-bframes.mp4"),
            "--vtt",
            "--every",
            "0.5",
            "--sheet",
            "2x2",
            "-o",
            folder.path("a b.vtt")
        )
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(
            outcome.recorder.results == ["a b.vtt", "a b-1.jpg", "a b-2.jpg"].map(folder.path).joined(separator: "\n")
        )
        let blocks = try folder.text(of: "a b.vtt").components(separatedBy: "\n\n")
        #expect(blocks[0] == "WEBVTT")
        #expect(blocks[1] == "00:00:00.000 --> 00:00:00.500\na%20b-1.jpg#xywh=0,0,160,90")
        #expect(blocks[4] == "00:00:01.500 --> 00:00:02.000\na%20b-1.jpg#xywh=160,90,160,90")
        #expect(blocks[6] == "00:00:02.500 --> 00:00:03.000\na%20b-2.jpg#xywh=160,0,160,90\n")
        #expect(blocks.count == 7)
        let sheet = try image("a b-1.jpg")
        #expect((sheet.width, sheet.height) == (320, 180))
    }

    @Test("rotation and the shape of pixels are those that a player shows")
    func geometry() async throws {
        for (name, width, height) in [("rotated-90.mp4", 180, 320), ("non-square-pixels.mp4", 0, 0)] {
            let outcome = await run(sample(name), "-o", folder.path("\(name).png"))
            #expect(outcome.code == .done, "\(outcome.recorder.messages)")
            let image = try image("\(name).png")
            let track = try #require(
                try await AVURLAsset(url: URL(filePath: sample(name))).loadTracks(withMediaType: .video).first
            )
            let size = width > 0 ? CGSize(width: width, height: height) : track.naturalSize
            #expect(CGSize(width: image.width, height: image.height) == size)
        }
    }

    @Test("the representative picture and its time can name a file")
    func smart() async throws {
        let plain = await run(sample("h264-bframes.mp4"), "--smart", "-o", folder.path("s.jpg"), "--json")
        #expect(plain.code == .done, "\(plain.recorder.messages)")
        let chosen = try #require(try elements(plain.recorder).first)
        #expect(try seconds(chosen["requested"]) == seconds(chosen["actual"]))
        let named = await run(sample("h264-bframes.mp4"), "--smart", "-o", folder.path("%t.jpg"))
        #expect(named.code == .done, "\(named.recorder.messages)")
        let time = OutputPattern.timeText(CMTime(seconds: try seconds(chosen["actual"]), preferredTimescale: 1000))
        #expect(named.recorder.results == folder.path("\(time).jpg"))
    }

    @Test("a terminal gets no pictures, and no names that it would act on")
    func terminal() async throws {
        let recorder = ConsoleRecorder(width: 80)
        #expect(
            await Assettool.run(["thumbnail", sample("vp9.mp4"), "-o", "-"], recorder.console) == .wrongCommandLine
        )
        #expect(recorder.data.isEmpty)
        let name = folder.path("\u{1b}[31m.jpg")
        #expect(await Assettool.run(["thumbnail", sample("vp9.mp4"), "-o", name], recorder.console) == .done)
        #expect(recorder.results == folder.path("\u{fffd}[31m.jpg"))
        #expect(recorder.shown.contains("100 %"))
    }

    @Test("progress goes to standard error as lines of JSON where that is wanted")
    func progress() async throws {
        let outcome = await run(sample("vp9.mp4"), "--count", "3", "-o", folder.path("t.jpg"), "--progress", "json")
        let last = try #require(outcome.recorder.shown.split(separator: "\n").last)
        let fields = try JSONDecoder().decode([String: JSONValue].self, from: Data(last.utf8))
        #expect(fields["fraction"] == .number(integer: 1, floatingPoint: 1))
        #expect(fields["position"] != nil && fields["speed"] != nil && fields["eta"] != nil)
    }
}
