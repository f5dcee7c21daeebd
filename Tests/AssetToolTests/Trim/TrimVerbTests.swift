import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("assettool trim")
struct TrimVerbTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: String...) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(["trim"] + arguments, recorder.console), recorder)
    }

    private func duration(_ name: String) async throws -> CMTime {
        try await AVURLAsset(url: URL(filePath: folder.path(name))).load(.duration)
    }

    @Test("subtitles alone are neither trimmed nor joined, but exported")
    func texts() async {
        let trimmed = await run(sample("subtitles.mkv"), "-o", folder.path("a.srt"), "--from", "1")
        #expect(trimmed.code == .wrongCommandLine)
        #expect(trimmed.recorder.messages.contains("'assettool export'"))
        let joined = await ConsoleRecorder.run("concat", sample("subtitles.mkv"), "-o", folder.path("a.vtt"))
        #expect(joined.code == .wrongCommandLine)
        #expect(joined.messages.contains("subtitles alone"))
    }

    @Test("ranges whose sound ends between two samples follow each other", arguments: ["mp4", "mov"])
    func soundBetweenSamples(kind: String) async throws {
        let sample = PackageFolder.root.appending(path: "SampleMedia/film-24.mp4").path
        let target = folder.path("cut.\(kind)")
        let recorder = ConsoleRecorder()
        let words = ["trim", sample, "-o", target, "--keep", "0..1", "--keep", "2..3", "--mode", "keyframe"]
        #expect(await Assettool.run(words, recorder.console) == .done, "\(recorder.messages)")
        let made = AVURLAsset(url: URL(filePath: target))
        let sound = try await made.loadTracks(withMediaType: .audio).first?.load(.timeRange).end
        let pictures = try await made.loadTracks(withMediaType: .video).first?.load(.timeRange).end
        #expect(pictures == CMTime(value: 15, timescale: 8))
        #expect(sound.map { abs($0.seconds - 1.875) < 1 / 44_100 } == true, "\(String(describing: sound))")
    }

    @Test("--mode keyframe copies from the key picture before, and --json says where it cut")
    func keyframe() async throws {
        let outcome = await run(
            sample("h264-bframes.mp4"),
            "-o",
            folder.path("a.mp4"),
            "--from",
            "1.5",
            "--to",
            "end",
            "--mode",
            "keyframe",
            "--json"
        )
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let text = outcome.recorder.results
        for key in [
            "\"output\"", "\"requested\"", "\"actual\"", "\"duration\"", "\"size\"", "\"elapsed\"", "\"tracks\"",
        ] {
            #expect(text.contains(key))
        }
        #expect(text.contains("\"encodedSamples\": 0"))
        #expect(try await duration("a.mp4") >= CMTime(value: 3, timescale: 2))
        #expect(try folder.contents == ["a.mp4"])
    }

    @Test("--cut leaves parts out, and --keep joins parts")
    func parts() async throws {
        let cut = await run(
            sample("h264-all-intra.mp4"),
            "-o",
            folder.path("cut.mov"),
            "--cut",
            "0.4..0.8",
            "--mode",
            "keyframe"
        )
        #expect(cut.code == .done, "\(cut.recorder.messages)")
        let keep = await run(
            sample("h264-all-intra.mp4"),
            "-o",
            folder.path("keep.mov"),
            "--keep",
            "0..0.4",
            "--keep",
            "0.8..",
            "--mode",
            "keyframe"
        )
        #expect(keep.code == .done, "\(keep.recorder.messages)")
        #expect(try await duration("cut.mov") == CMTime(value: 8, timescale: 5))
        #expect(try await duration("keep.mov") == CMTime(value: 8, timescale: 5))
    }

    @Test("--split-every and --split-at chapters make a file of each part, without gaps")
    func splits() async throws {
        let every = await run(
            sample("h264-all-intra.mp4"),
            "-o",
            folder.path("part-%02d.mov"),
            "--split-every",
            "0.4",
            "--mode",
            "keyframe"
        )
        #expect(every.code == .done, "\(every.recorder.messages)")
        #expect(try folder.contents == (1...5).map { "part-0\($0).mov" })
        for name in try folder.contents { #expect(try await duration(name) == CMTime(value: 2, timescale: 5)) }
        let chapters = await run(
            sample("chapters.mp4"),
            "-o",
            folder.path("chapter.mp4"),
            "--split-at",
            "chapters",
            "--mode",
            "keyframe"
        )
        #expect(chapters.code == .done, "\(chapters.recorder.messages)")
        #expect(try folder.contents.contains("chapter-1.mp4"))
    }

    @Test("--dry-run says what would be done and writes nothing")
    func dryRun() async throws {
        let outcome = await run(
            sample("h264-bframes.mp4"),
            "-o",
            folder.path("a.mp4"),
            "--from",
            "1",
            "--mode",
            "keyframe",
            "--dry-run",
            "--json"
        )
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(outcome.recorder.results.contains("\"plan\""))
        #expect(outcome.recorder.results.contains("\"action\": \"copy\""))
        #expect(try folder.contents.isEmpty)
    }

    @Test("a file that exists, the input itself, and a folder that is not there are refused")
    func refusals() async throws {
        try folder.write("precious", to: "there.mp4")
        let existing = await run(
            sample("aac.m4a"),
            "-o",
            folder.path("there.mp4"),
            "--from",
            "1",
            "--mode",
            "keyframe"
        )
        #expect(existing.code == .failed)
        #expect(existing.recorder.messages.contains("--overwrite replaces it"))
        let lost = await run(sample("aac.m4a"), "-o", folder.path("no/a.m4a"), "--from", "1", "--mode", "keyframe")
        #expect(lost.code == .failed)
        #expect(lost.recorder.messages.hasPrefix("assettool: cannot write"))
        try FileManager.default.copyItem(atPath: sample("aac.m4a"), toPath: folder.path("own.m4a"))
        let own = await run(
            folder.path("own.m4a"),
            "-o",
            folder.path("own.m4a"),
            "--from",
            "1",
            "--mode",
            "keyframe",
            "--overwrite"
        )
        #expect(own.code == .failed)
        #expect(own.recorder.messages.contains("it is the input"))
        #expect(try folder.text(of: "there.mp4") == "precious")
        #expect(try folder.contents == ["own.m4a", "there.mp4"])
    }

    @Test("names with newlines and quotes work")
    func names() async throws {
        let name = "a\n'b\" é.mp4"
        let outcome = await run(
            sample("h264-bframes.mp4"),
            "-o",
            folder.path(name),
            "--to",
            "1",
            "--mode",
            "keyframe"
        )
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(try folder.contents == [name])
    }

    @Test(
        "a command line that makes no sense is wrong",
        arguments: [
            ["--from", "1", "--keep", "0.4..0.8"], ["--keep", "1"], ["--no-verify", "--mode", "exact", "--from", "1"],
            ["--keep", ".."],
            ["--mode", "fast", "--from", "1"], ["--to", "2", "--duration", "1"], ["--split", "--from", "1"], [],
            ["--split-at", "noon"], ["--sound", "packet", "--mode", "exact", "--from", "1"], ["--from", "x"],
        ]
    )
    func usage(arguments: [String]) async throws {
        let recorder = ConsoleRecorder()
        let line = ["trim", sample("aac.m4a"), "-o", folder.path("a.m4a")] + arguments
        #expect(await Assettool.run(line, recorder.console) == .wrongCommandLine, "\(recorder.messages)")
    }

    @Test(
        "three dots in a stretch are one too many, and no fraction",
        arguments: ["--keep", "--cut"],
        ["1...2", "...2", "1...", "1....2", "0..1...2"]
    )
    func dots(option: String, stretch: String) async throws {
        let recorder = ConsoleRecorder()
        let line = ["trim", sample("aac.m4a"), "-o", folder.path("a.m4a"), option, stretch]
        #expect(await Assettool.run(line, recorder.console) == .wrongCommandLine)
        let reason = "'\(stretch)' has too many dots; \(option) takes A..B with two, such as 0.5..20"
        #expect(recorder.messages.contains(reason), "\(recorder.messages)")
        #expect(try folder.contents.isEmpty)
    }

    @Test("ranges without a length and behind the end say so")
    func ranges() async throws {
        for arguments in [["--from", "2", "--to", "1"], ["--from", "99"], ["--from", "1", "--to", "1"]] {
            let recorder = ConsoleRecorder()
            let line = ["trim", sample("aac.m4a"), "-o", folder.path("a.m4a"), "--mode", "keyframe"] + arguments
            #expect(await Assettool.run(line, recorder.console) == .failed)
            #expect(recorder.messages.hasPrefix("assettool: cannot trim "))
        }
        #expect(try folder.contents.isEmpty)
    }
}

@Suite("assettool concat")
struct ConcatVerbTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    @Test("files are joined, one behind the other")
    func joins() async throws {
        let name = sample("h264-bframes.mp4")
        let outcome = await ConsoleRecorder.run("concat", name, name, name, "-o", folder.path("three.mp4"), "--json")
        #expect(outcome.code == .done, "\(outcome.messages)")
        let duration = try await AVURLAsset(url: URL(filePath: folder.path("three.mp4"))).load(.duration)
        #expect(duration == CMTime(value: 9, timescale: 1))
        #expect(outcome.results.contains("\"copiedSamples\": 225"))
    }

    @Test("what does not fit together is encoded, and --dry-run says what that is")
    func encoded() async throws {
        let (first, second) = (sample("h264-bframes.mp4"), sample("hevc.mp4"))
        let plan = await ConsoleRecorder.run("concat", first, second, "-o", folder.path("a.mp4"), "--dry-run")
        #expect(plan.results.contains("video (avc3), 0.0 s to 3.0 s, 75 samples: its video has another codec"))
        #expect(try folder.contents.isEmpty)
        let outcome = await ConsoleRecorder.run("concat", first, second, "-o", folder.path("a.mp4"), "--json")
        #expect(outcome.code == .done, "\(outcome.messages)")
        #expect(outcome.results.contains("\"encodedSamples\": 75"))
        #expect(try folder.contents == ["a.mp4"])
    }

    @Test("with --copy-only files that do not fit together are named")
    func different() async throws {
        let (first, second) = (sample("h264-bframes.mp4"), sample("hevc.mp4"))
        let outcome = await ConsoleRecorder.run("concat", first, second, "-o", folder.path("a.mp4"), "--copy-only")
        #expect(outcome.code == .failed)
        #expect(outcome.messages.contains("hevc.mp4"))
        #expect(try folder.contents.isEmpty)
    }

    @Test("the file says what it is told to, and what cannot be read is named")
    func metadata() async throws {
        let (name, out) = (sample("aac.m4a"), folder.path("a.m4a"))
        let outcome = await ConsoleRecorder.run("concat", name, name, "-o", out, "--metadata", "title=Twice")
        #expect(outcome.code == .done, "\(outcome.messages)")
        let items = try await AVURLAsset(url: URL(filePath: out)).load(.metadata)
        #expect(items.contains { $0.commonKey == .commonKeyTitle && $0.stringValue == "Twice" })
        let missing = await ConsoleRecorder.run("concat", name, name, "-o", out, "-y", "--cover", folder.path("none"))
        #expect(missing.code == .failed)
        #expect(missing.messages.contains("cannot read '\(folder.path("none"))'"))
        let wrong = await ConsoleRecorder.run("concat", name, name, "-o", out, "-y", "--metadata", "title")
        #expect(wrong.code == .wrongCommandLine)
        #expect(try folder.contents == ["a.m4a"])
    }

    @Test("a file that would be larger than its limit is refused, planned or made, and one that fits is made")
    func limit() async throws {
        let (name, out) = (sample("h264-bframes.mp4"), folder.path("a.mp4"))
        let made = await ConsoleRecorder.run("concat", name, name, "-o", out, "--limit-size", "10k")
        let planned = await ConsoleRecorder.run("concat", name, name, "-o", out, "--limit-size", "10k", "--dry-run")
        for outcome in [made, planned] {
            #expect(outcome.code == .failed)
            #expect(outcome.messages.contains("10000 bytes cannot hold it"), "\(outcome.messages)")
        }
        #expect(try folder.contents.isEmpty)
        let wrong = await ConsoleRecorder.run("concat", name, name, "-o", out, "--limit-size", "much")
        #expect(wrong.code == .wrongCommandLine)
        #expect(wrong.messages.contains("'much' is not a number for --limit-size"))
        let fitting = await ConsoleRecorder.run("concat", name, name, "-o", out, "--limit-size", "10MB")
        #expect(fitting.code == .done, "\(fitting.messages)")
    }

    @Test("a file that is not there is named, and nothing is left")
    func missing() async throws {
        let outcome = await ConsoleRecorder.run(
            "concat",
            sample("aac.m4a"),
            folder.path("no.m4a"),
            "-o",
            folder.path("a.m4a")
        )
        #expect(outcome.code == .failed)
        #expect(outcome.messages.contains("no.m4a"))
        #expect(try folder.contents.isEmpty)
    }
}
