import AssetKit
import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("assettool compose")
struct ComposeVerbTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: String...) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(["compose"] + arguments, recorder.console), recorder)
    }

    private func document(_ recorder: ConsoleRecorder) throws -> [String: Any] {
        let data = Data(recorder.results.utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("parts follow each other, and the file is named")
    func parts() async throws {
        let out = folder.path("a.mp4")
        let film = sample("h264-bframes.mp4")
        let outcome = await run("\(film)@1..1.5", "\(film)@..10f", film, "-o", out)
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(outcome.recorder.results == out)
        #expect(try folder.contents == ["a.mp4"])
        let made = AVURLAsset(url: URL(filePath: out))
        let source = AVURLAsset(url: URL(filePath: film))
        let frames = try await FrameTimes.load(
            of: try #require(try await source.loadTracks(withMediaType: .video).first)
        )
        let length = try await source.load(.duration)
        let wanted = CMTime(value: 1, timescale: 2) + frames.times[10] + length
        #expect(abs(try await made.load(.duration).seconds - wanted.seconds) < 0.001)
        #expect(try await made.load(.tracks).map(\.mediaType) == [.video, .audio])
    }

    @Test("--dry-run writes nothing, and what the edit leaves alone is copied")
    func dryRun() async throws {
        let film = sample("h264-bframes.mp4")
        let out = folder.path("a.mp4")
        let outcome = await run(film, "\(film)@1..", "-o", out, "--dry-run", "--json")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let plan = try #require(try document(outcome.recorder)["plan"] as? [[String: Any]])
        #expect(plan.contains { $0["action"] as? String == "copy" && $0["mediaType"] as? String == "video" })
        #expect(try folder.contents == [])
    }

    @Test("--dry-run says when each stretch shows, where a track has several")
    func dryRunTimes() async throws {
        let (film, out) = (sample("h264-bframes.mp4"), folder.path("a.mp4"))
        let outcome = await run(film, film, "-o", out, "--dissolve", "0.4", "--dry-run")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let lines = outcome.recorder.results.split(separator: "\n").map(String.init)
        let pictures = lines.filter { $0.contains("  video  ") }
        // Such as `copy    track 1  video  0.0 s to 2.0 s  …`: one goes on where the last one ends.
        let times = try pictures.map { line in
            let found = try #require(line.firstMatch(of: #/  video  ([0-9.]+) s to ([0-9.]+) s  /#), "\(line)")
            return (try #require(Double(found.1)), try #require(Double(found.2)))
        }
        #expect(times.count > 1 && times.first?.0 == 0 && times.last?.1 == 5.6)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0.1 == $1.0 })
        let sounds = lines.filter { $0.contains("  audio  ") }
        #expect(sounds.count == 1 && !sounds[0].contains(" s to "), "\(sounds)")
        let one = await run(film, "-o", out, "--dry-run")
        #expect(!one.recorder.results.contains(" s to "), "\(one.recorder.results)")
    }

    /// When pictures begin that are so many, and show for so many 120,000ths of a second each.
    private func seconds(_ rows: [(count: Int64, step: Int64)]) -> [Double] {
        var (times, place): ([Double], Int64) = ([], 0)
        for row in rows {
            times += (0..<row.count).map { Double(place + $0 * row.step) / 120_000 }
            place += row.count * row.step
        }
        return times
    }

    @Test(
        "parts of 29.97, 59.94 and 23.976 pictures a second keep their times, and dissolve in steps of the first",
        arguments: [false, true]
    )
    func rates(dissolves: Bool) async throws {
        let parts = ["ntsc-29.97.mp4@10f..20f", "ntsc-59.94.mp4@20f..40f", "film-23.976.mp4@5f..15f"].map(sample)
        let out = folder.path("a.mp4")
        let options = dissolves ? ["--dissolve", "4f"] : []
        let recorder = ConsoleRecorder()
        let code = await Assettool.run(["compose"] + parts + ["-o", out] + options, recorder.console)
        #expect(code == .done, "\(recorder.messages)")
        let made = AVURLAsset(url: URL(filePath: out))
        let track = try #require(try await made.loadTracks(withMediaType: .video).first)
        let times = try await FrameTimes.load(of: track).times.map(\.seconds)
        // Two dissolves of 4 pictures leave 24 and a half of what would be 32 and a half.
        let wanted = seconds(dissolves ? [(25, 4004)] : [(10, 4004), (20, 2002), (10, 5005)])
        #expect(times.count == wanted.count)
        #expect(zip(times, wanted).allSatisfy { abs($0 - $1) < 0.000_01 }, "\(times)")
    }

    @Test("turned parts stand upright, by the turn of the file where they are copied")
    func turns() async throws {
        let (film, turned) = (sample("h264-bframes.mp4"), sample("rotated-90.mp4"))
        for (name, parts, size, isTurned) in [
            ("a.mp4", [film, turned], CGSize(width: 320, height: 180), false),
            ("b.mp4", [turned, film], CGSize(width: 320, height: 180), true),
            ("c.mp4", [turned, turned], CGSize(width: 320, height: 180), true),
        ] {
            let out = folder.path(name)
            let outcome = await run("\(parts[0])@..1", "\(parts[1])@..1", "-o", out)
            #expect(outcome.code == .done, "\(outcome.recorder.messages)")
            let made = AVURLAsset(url: URL(filePath: out))
            let track = try #require(try await made.loadTracks(withMediaType: .video).first)
            let (shown, turn) = try await track.load(.naturalSize, .preferredTransform)
            #expect(shown == size, "\(name)")
            #expect((turn != .identity) == isTurned, "\(name)")
            #expect(abs(try await made.load(.duration).seconds - 2) < 0.05)
        }
        let outcome = await run(turned, turned, "-o", folder.path("d.mp4"), "--dry-run", "--json")
        let plan = try #require(try document(outcome.recorder)["plan"] as? [[String: Any]])
        #expect(plan.contains { $0["action"] as? String == "copy" && $0["mediaType"] as? String == "video" })
    }

    @Test("--json counts what was copied and what encoded")
    func json() async throws {
        let film = sample("hevc.mp4")
        let out = folder.path("a.mp4")
        let outcome = await run(film, "\(film)@1..", "-o", out, "--json")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let report = try document(outcome.recorder)
        #expect(report["output"] as? String == out)
        let tracks = try #require(report["tracks"] as? [[String: Any]])
        #expect(tracks[0]["mediaType"] as? String == "video")
        // Parameter sets stand among the samples where copied and encoded ones meet.
        #expect(["hvc1", "hev1"].contains(tracks[0]["codec"] as? String))
        #expect((tracks[0]["copiedSamples"] as? NSNumber)?.intValue ?? 0 > 0)
    }

    @Test("a turned file stays turned")
    func turned() async throws {
        let out = folder.path("a.mp4")
        let outcome = await run("\(sample("rotated-90.mp4"))@..1", "-o", out)
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let made = AVURLAsset(url: URL(filePath: out))
        let source = AVURLAsset(url: URL(filePath: sample("rotated-90.mp4")))
        let track = try #require(try await made.loadTracks(withMediaType: .video).first)
        let original = try #require(try await source.loadTracks(withMediaType: .video).first)
        let (turned, wanted) = (try await track.load(.preferredTransform), try await original.load(.preferredTransform))
        let size = try await track.load(.naturalSize).applying(turned)
        let originalSize = try await original.load(.naturalSize).applying(wanted)
        #expect(abs(size.width) == abs(originalSize.width))
        #expect(abs(size.height) == abs(originalSize.height))
    }

    @Test("music lies below the parts, as long as they are, and a shorter one is said to be")
    func music() async throws {
        let out = folder.path("a.mov")
        let outcome = await run(
            "\(sample("no-audio.mp4"))@..1.5",
            "--music",
            "\(sample("wav-16bit.wav"))@1..2",
            "--music-volume=-12dB",
            "-o",
            out
        )
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(outcome.recorder.messages.contains("ends before the edit does, after 1.0 s"))
        let made = AVURLAsset(url: URL(filePath: out))
        #expect(try await made.load(.tracks).map(\.mediaType) == [.video, .audio])
        #expect(abs(try await made.load(.duration).seconds - 1.5) < 0.05)
    }

    @Test("a volume makes sound quieter: a tenth of the amplitude")
    func volume() async throws {
        let (plain, quiet) = (folder.path("plain.wav"), folder.path("quiet.wav"))
        for (out, volume) in [(plain, "1"), (quiet, "-20dB")] {
            let outcome = await run("\(sample("wav-16bit.wav"))@0.2..0.4", "--volume", volume, "-o", out)
            #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        }
        let (loud, low) = (try await peak(plain), try await peak(quiet))
        #expect(loud > 1000)
        // Rounded to whole numbers once on either side.
        #expect(abs(low * 10 - loud) <= 10)
    }

    private func peak(_ file: String) async throws -> Int {
        let asset = AVURLAsset(url: URL(filePath: file))
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let reader = try AVAssetReader(asset: asset)
        let settings: [String: any Sendable] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false,
        ]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        #expect(reader.startReading())
        var peak = 0
        while let buffer = output.copyNextSampleBuffer() {
            let bytes = try #require(buffer.dataBuffer).dataBytes()
            bytes.withUnsafeBytes { raw in
                for sample in raw.bindMemory(to: Int16.self) { peak = max(peak, abs(Int(sample))) }
            }
        }
        return peak
    }

    @Test("a name with spaces and signs is a name")
    func names() async throws {
        let file = folder.path("a b@1..2.mp4")
        try FileManager.default.copyItem(atPath: sample("h264-bframes.mp4"), toPath: file)
        let outcome = await run(file, "\(file)@1..2", "-o", folder.path("out.mp4"), "--dry-run")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let whole = await run(file, "-o", folder.path("out.mp4"), "--dry-run")
        #expect(whole.code == .done, "\(whole.recorder.messages)")
    }

    @Test("without an output it is said what parts in a sequence hold")
    func describes() async throws {
        let film = sample("h264-bframes.mp4")
        let text = await run("\(film)@1..2", "\(film)@..0.4")
        #expect(text.code == .done, "\(text.recorder.messages)")
        #expect(text.recorder.results.hasPrefix("1.4 s long\nvideo\n  0.0 s to 1.0 s  h264-bframes.mp4"))
        #expect(text.recorder.results.contains("1.0 s to 2.0 s\n  1.0 s to 1.4 s"))
        let dissolved = await run("\(film)@1..2", "\(film)@..0.4", "--dissolve", "0.2", "--json")
        #expect(dissolved.code == .done, "\(dissolved.recorder.messages)")
        let fields = try document(dissolved.recorder)
        let seconds = try #require((fields["duration"] as? [String: Any])?["seconds"] as? Double)
        #expect(abs(seconds - 1.2) < 1e-9)
        let tracks = try #require(fields["tracks"] as? [[String: Any]])
        #expect(tracks.map { $0["mediaType"] as? String } == ["video", "audio"])
        #expect(tracks.allSatisfy { ($0["segments"] as? [Any])?.count == 2 })
        #expect((fields["warnings"] as? [Any])?.isEmpty == true)
    }

    @Test(
        "chapters of parts go to where the parts are, copied or encoded, and the track that says them is not missed",
        arguments: [[], ["--size", "160x90"], ["--dissolve", "0.2"]] as [[String]]
    )
    func chapters(options: [String]) async throws {
        let (film, out) = (sample("chapters.mp4"), folder.path("a.mp4"))
        let recorder = ConsoleRecorder()
        let code = await Assettool.run(
            ["compose", "\(film)@0.48..2.52", "\(film)@..1", "-o", out] + options,
            recorder.console
        )
        #expect(code == .done, "\(recorder.messages)")
        #expect(!recorder.messages.contains("left out"), "\(recorder.messages)")
        let made = AVURLAsset(url: URL(filePath: out))
        let groups = try await made.loadChapterMetadataGroups(bestMatchingPreferredLanguages: [])
        #expect(groups.map { $0.items.first?.stringValue } == ["Opening", "Middle: été", "End", "Opening"])
        let starts = groups.map(\.timeRange.start.seconds)
        let second = options.first == "--dissolve" ? 1.84 : 2.04
        #expect(zip(starts, [0, 0.52, 1.52, second]).allSatisfy { abs($0 - $1) < 0.01 }, "\(starts)")
    }

    @Test("chapters of parts are markers in a document, and chapters of the film that it becomes")
    func chaptersInDocuments() async throws {
        let (film, edit, out) = (folder.path("film.mp4"), folder.path("edit.otio"), folder.path("a.mp4"))
        try FileManager.default.copyItem(atPath: sample("chapters.mp4"), toPath: film)
        for options in [[], ["--dissolve", "0.2"]] as [[String]] {
            let recorder = ConsoleRecorder()
            let code = await Assettool.run(["compose", film, film, "-o", edit, "-y"] + options, recorder.console)
            #expect(code == .done, "\(recorder.messages)")
            let outcome = await run(edit, "-o", out, "-y")
            #expect(outcome.code == .done, "\(outcome.recorder.messages)")
            let made = AVURLAsset(url: URL(filePath: out))
            let groups = try await made.loadChapterMetadataGroups(bestMatchingPreferredLanguages: [])
            let titles = ["Opening", "Middle: été", "End"]
            #expect(groups.map { $0.items.first?.stringValue } == titles + titles)
        }
    }

    @Test("tracks that are not taken are said")
    func leftOut() async throws {
        let outcome = await run(sample("two-languages.mp4"), "-o", folder.path("a.mp4"), "--dry-run")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(outcome.recorder.messages.contains("is left out"))
    }

    @Test(
        "wrong command lines are said in one sentence",
        arguments: [
            (["-o", "a.mp4"], "there is nothing to compose"),
            (["a.mp4", "--crf", "20"], "--crf says how OUT is made"),
            (["a.mp4", "-o", "a.xyz"], "tells no type of file"),
            (["a.mp4", "-o", "a.srt"], "would be subtitles alone"),
            (["a.mp4", "-o", "b.mp4", "--volume", "loud"], "is no volume"),
            (["a.mp4", "-o", "b.mp4", "--volume", "0,5"], "did you mean '0.5'?"),
            (["a.mp4", "-o", "b.mp4", "--music-volume", "1"], "--music FILE"),
            (["a.mp4", "-o", "b.wav", "--fast-start"], "--fast-start cannot act"),
            (["a.mp4", "-o", "b.mp4", "--preset", "nothing"], "there is no preset"),
            (["a.mp4", "-o", "b.mp4", "--quality", "2"], "see 'assettool help compose'"),
            (["a.mp4", "-o", "b.mp4", "--hls"], "compose has no option '--hls'"),
        ]
    )
    func usage(arguments: [String], sentence: String) async {
        let recorder = ConsoleRecorder()
        let code = await Assettool.run(["compose"] + arguments, recorder.console)
        #expect(code == .wrongCommandLine)
        #expect(recorder.messages.contains(sentence), "\(recorder.messages)")
    }

    @Test("of several files, the one that cannot be decoded is named")
    func undecodable() async throws {
        let (film, strange) = (sample("h264-bframes.mp4"), folder.path("strange.mp4"))
        var bytes = try Data(contentsOf: URL(filePath: film))
        bytes.replaceSubrange(
            try #require(bytes.range(of: Data("avc1".utf8), options: .backwards)),
            with: Data("zzzz".utf8)
        )
        try bytes.write(to: URL(filePath: strange))
        let outcome = await run("\(film)@..1", "\(strange)@..1", "-o", folder.path("a.mp4"))
        #expect(outcome.code == .failed)
        #expect(
            outcome.recorder.messages.contains("in '\(strange)', there is no decoder for"),
            "\(outcome.recorder.messages)"
        )
        #expect(try folder.contents == ["strange.mp4"])
    }

    @Test("what is not there, not that long or in the way is named")
    func failures() async throws {
        let film = sample("h264-bframes.mp4")
        let out = folder.path("a.mp4")
        let missing = await run("/nonexistent.mp4@1..2", "-o", out)
        #expect(missing.code == .failed)
        #expect(missing.recorder.messages.contains("cannot open '/nonexistent.mp4': "), "\(missing.recorder.messages)")
        let late = await run("\(film)@100..", "-o", out)
        #expect(late.code == .failed)
        #expect(late.recorder.messages.contains("'100' is behind the end"), "\(late.recorder.messages)")
        let silent = await run(sample("no-audio.mp4"), "--volume", "0.5", "-o", out)
        #expect(silent.code == .failed)
        #expect(silent.recorder.messages.contains("--volume needs sound"), "\(silent.recorder.messages)")
        try folder.write("mine", to: "a.mp4")
        let there = await run(film, "-o", out)
        #expect(there.code == .failed)
        #expect(there.recorder.messages.contains("--overwrite replaces it"))
        #expect(try folder.text(of: "a.mp4") == "mine")
    }
}
