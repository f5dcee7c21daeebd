import AssetKit
import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("assettool export", .waitsForPrograms)
struct ExportVerbTests {
    private let folder: ScratchFolder
    private let recorder = ConsoleRecorder()

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: String...) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(arguments, recorder.console), recorder)
    }

    @Test("a file is made, and named")
    func file() async throws {
        let out = folder.path("a.mp4")
        let outcome = await run("export", sample("h264-bframes.mp4"), "-o", out, "--preset", "640x480")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(outcome.recorder.results == out)
        #expect(try folder.contents == ["a.mp4"])
    }

    @Test("--json tells what was asked for, what is there, and what became of the tracks")
    func json() async throws {
        let out = folder.path("a.mp4")
        let outcome = await run(
            "export",
            sample("h264-bframes.mp4"),
            "-o",
            out,
            "--from",
            "1",
            "--to",
            "-0.5",
            "--video-codec",
            "copy",
            "--audio-codec",
            "none",
            "--json",
            "--metadata",
            "title=Neu"
        )
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let data = Data(outcome.recorder.results.utf8)
        let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(report["output"] as? String == out)
        let duration = try #require(report["duration"] as? [String: Any])
        #expect((duration["seconds"] as? NSNumber)?.doubleValue == 1.5)
        let tracks = try #require(report["tracks"] as? [[String: Any]])
        #expect(tracks.count == 1)
        #expect(tracks[0]["mediaType"] as? String == "video")
        #expect(tracks[0]["codec"] as? String == "avc1")
        #expect((tracks[0]["copiedSamples"] as? NSNumber)?.intValue ?? 0 >= 36)
        let items = try await AVURLAsset(url: URL(filePath: out)).load(.commonMetadata)
        #expect(items.contains { $0.stringValue == "Neu" })
    }

    @Test("--dry-run writes nothing and prints the plan")
    func dryRun() async throws {
        let out = folder.path("a.webm")
        let outcome = await run("export", sample("h264-bframes.mp4"), "-o", out, "--dry-run", "--json")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let data = Data(outcome.recorder.results.utf8)
        let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let plan = try #require(report["plan"] as? [[String: Any]])
        #expect(plan.map { $0["action"] as? String } == ["encode", "encode"])
        #expect(plan.map { $0["codec"] as? String } == ["VP9", "Opus"])
        #expect((plan[0]["samples"] as? NSNumber)?.intValue == 75)
        #expect(try folder.contents == [])
        let text = await run("export", sample("h264-bframes.mp4"), "-o", out, "--dry-run")
        #expect(text.recorder.results.contains("H.264 becomes VP9"))
    }

    @Test(
        "a film without sound is no file of sound, whichever verb is to make one",
        arguments: [
            (["export"], "export"), (["export", "--preset", "wav"], "export"), (["trim", "--from", "0.1"], "trim"),
            (["compose"], "compose"),
        ]
    )
    func silent(command: [String], verb: String) async throws {
        let names = [sample("no-audio.mp4"), "-o", folder.path("a.wav")]
        let outcome = await Assettool.run([command[0]] + names + command.dropFirst(), recorder.console)
        #expect(outcome == .failed)
        let message = recorder.messages
        #expect(message.hasPrefix("assettool: cannot \(verb) ") && message.contains("it has no sound"), "\(message)")
        #expect(try folder.contents == [])
    }

    @Test("what is there is refused, and so is the input")
    func targets() async throws {
        try folder.write("precious", to: "a.mp4")
        let refused = await run("export", sample("h264-bframes.mp4"), "-o", folder.path("a.mp4"))
        #expect(refused.code == .failed)
        #expect(refused.recorder.messages.contains("--overwrite"))
        #expect(try folder.text(of: "a.mp4") == "precious")
        let own = folder.path("own.mp4")
        try FileManager.default.copyItem(atPath: sample("h264-bframes.mp4"), toPath: own)
        let same = await run("export", own, "-o", own, "--overwrite")
        #expect(same.code == .failed)
        #expect(same.recorder.messages.contains("it is the input"))
        let replaced = await run("export", own, "-o", folder.path("a.mp4"), "--overwrite", "--preset", "LowQuality")
        #expect(replaced.code == .done, "\(replaced.recorder.messages)")
        #expect(try folder.contents == ["a.mp4", "own.mp4"])
    }

    @Test("subtitles and captions become files of their own, in parts too")
    func subtitles() async throws {
        let words = folder.path("a.srt")
        let made = await run("export", sample("subtitles.mp4"), "-o", words, "--from", "1", "--to", "2")
        #expect(made.code == .done, "\(made.recorder.messages)")
        #expect(made.recorder.results == words)
        let expected = """
            1
            00:00:00,000 --> 00:00:00,500
            First line

            2
            00:00:00,750 --> 00:00:01,000
            Zweite Zeile: äöü


            """
        #expect(try folder.text(of: "a.srt") == expected)
        let captions = await run("export", sample("closed-captions.mp4"), "-o", folder.path("b.vtt"), "--json")
        #expect(captions.code == .done, "\(captions.recorder.messages)")
        let text = try folder.text(of: "b.vtt")
        #expect(text.hasPrefix("WEBVTT\n\n00:00:00.667 --> 00:00:01.334\nHELLO 608\n\n"))
        let plan = await run("export", sample("subtitles.mkv"), "-o", folder.path("c.vtt"), "--dry-run")
        #expect(plan.recorder.results.contains("SubRip becomes WebVTT"))
        #expect(try folder.contents == ["a.srt", "b.vtt"])
    }

    @Test("a file without text is no file of subtitles, and neither is a preset for pictures")
    func noSubtitles() async throws {
        let none = await run("export", sample("h264-bframes.mp4"), "-o", folder.path("a.srt"))
        #expect(none.code == .failed)
        #expect(none.recorder.messages.contains("it has no subtitles and no captions"))
        let preset = await run("export", sample("subtitles.mp4"), "-o", folder.path("a.srt"), "--preset", "640x480")
        #expect(preset.code == .failed)
        #expect(preset.recorder.messages.contains("640x480 makes no .srt"))
        #expect(try folder.contents == [])
    }

    @Test(
        "what a file has nothing for is told by name, and the rest is done",
        arguments: [
            ("no-audio.mp4", ["--channels", "1"], "--channels needs sound, and it has none"),
            ("no-audio.mp4", ["--audio-bitrate", "32k"], "--audio-bitrate needs sound, and it has none"),
            ("no-audio.mp4", ["--sample-rate", "8000"], "--sample-rate needs sound, and it has none"),
            ("no-audio.mp4", ["--audio-codec", "opus"], "--audio-codec needs sound, and it has none"),
            ("aac.m4a", ["--rotate", "90"], "--rotate needs pictures, and it has none"),
            ("aac.m4a", ["--crop", "64x64"], "--crop needs pictures, and it has none"),
            ("aac.m4a", ["--size", "50%"], "--size needs pictures, and it has none"),
            ("aac.m4a", ["--video-codec", "hevc"], "--video-codec needs pictures, and it has none"),
            (
                "h264-bframes.mp4", ["--tracks", "video", "--channels", "1"],
                "--channels needs sound, and the chosen tracks have none"
            ),
        ] as [(String, [String], String)]
    )
    func nothingToActOn(name: String, words: [String], message: String) async throws {
        let recorder = ConsoleRecorder()
        let arguments = ["export", sample(name), "-o", folder.path("a.mkv")] + words
        #expect(await Assettool.run(arguments, recorder.console) == .done)
        #expect((recorder.messages + recorder.results).contains(message), "\(recorder.messages)")
        #expect(try folder.contents == ["a.mkv"])
    }

    @Test("a mistake is one sentence that names the file")
    func failures() async throws {
        let missing = await run("export", "/nowhere.mp4", "-o", folder.path("a.mp4"))
        #expect(missing.code == .failed)
        #expect(missing.recorder.messages.hasPrefix("assettool: cannot open '/nowhere.mp4': "))
        let sound = await run("export", sample("no-audio.mp4"), "-o", folder.path("a.m4a"))
        #expect(sound.code == .failed)
        #expect(sound.recorder.messages.contains("it has no sound, and a .m4a holds nothing else"))
        let late = await run("export", sample("h264-bframes.mp4"), "-o", folder.path("a.mp4"), "--from", "10")
        #expect(late.code == .failed)
        #expect(late.recorder.messages.contains("3.0 s long"))
        let language = await run(
            "export",
            sample("two-languages.mp4"),
            "-o",
            folder.path("a.mp4"),
            "--tracks",
            "audio:deu"
        )
        #expect(language.recorder.messages.contains("audio:deu"))
        #expect(try folder.contents == [])
    }

    @Test("progress is one JSON object a line, and ends at 1")
    func progress() async throws {
        let outcome = await run(
            "export",
            sample("h264-bframes.mp4"),
            "-o",
            folder.path("a.mp4"),
            "--preset",
            "LowQuality",
            "--progress",
            "json"
        )
        let lines = outcome.recorder.shown.split(separator: "\n")
        #expect(lines.last?.contains("\"fraction\": 1") ?? false)
    }

    @Test("Ctrl-C leaves nothing")
    func interruption() throws {
        // The first line of progress says that pictures are being written.
        let command = """
            cd '\(folder.path)' && mkfifo progress
            "$tool" export '\(sample("h264-bframes.mp4"))' -o a.mp4 --encoder-preset placebo --tracks 1 --fps 1000 \
            --progress json 2> progress & pid=$!
            exec 3< progress; read -r line <&3
            kill -INT $pid; wait $pid
            """
        let process = try ToolProcess(shell: command)
        #expect(process.code == 130, "\(process.errors)")
        #expect(try folder.contents == ["progress"])
    }
}

@Suite("assettool presets")
struct PresetsVerbTests {
    @Test("all presets are listed, and those that fit a file")
    func list() async throws {
        let all = await ConsoleRecorder.run("presets")
        #expect(all.code == .done)
        #expect(all.results.contains("1280x720"))
        #expect(all.results.contains("Passthrough"))
        let path = PackageFolder.root.appending(path: "SampleMedia/aac.m4a").path
        let sound = await ConsoleRecorder.run("presets", path)
        #expect(sound.results.contains("AppleM4A"))
        #expect(!sound.results.contains("1280x720"))
    }

    @Test("--json has name, types of files and description")
    func json() async throws {
        let outcome = await ConsoleRecorder.run("presets", "--json")
        let list = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.results.utf8)) as? [[String: Any]]
        )
        let webm = try #require(list.first { $0["name"] as? String == "WebMVP9" })
        #expect(webm["fileTypes"] as? [String] == ["webm", "mkv"])
        #expect((webm["description"] as? String)?.contains("VP9") ?? false)
    }

    @Test("a file that cannot be opened is named")
    func missing() async {
        let outcome = await ConsoleRecorder.run("presets", "/nowhere.mp4")
        #expect(outcome.code == .failed)
        #expect(outcome.messages.hasPrefix("assettool: cannot open '/nowhere.mp4'"))
    }
}

@Suite("assettool export: what people type first")
struct ExportSpellingTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func size(of name: String) async throws -> CGSize {
        let asset = AVURLAsset(url: URL(filePath: folder.path(name)))
        return try #require(try await asset.loadTracks(withMediaType: .video).first).naturalSize
    }

    @Test(
        "a size may be a number of lines or a part, of pictures as they are shown",
        arguments: [("90p", 160, 90), ("50%", 160, 90), ("33%", 106, 60), ("4k", 320, 180)]
    )
    func sizes(text: String, width: Int, height: Int) async throws {
        let (source, made) = (sample("h264-bframes.mp4"), folder.path("a.mp4"))
        let words = ["--to", "0.2", "--size", text, "--encoder-preset", "ultrafast", "--audio-codec", "none"]
        let recorder = ConsoleRecorder()
        #expect(await Assettool.run(["export", source, "-o", made] + words, recorder.console) == .done)
        #expect(try await size(of: "a.mp4") == CGSize(width: width, height: height))
        let still = folder.path("a.png")
        #expect(await ConsoleRecorder.run("thumbnail", source, "-o", still, "--size", text).code == .done)
        let image = try #require(CGImage(akData: try Data(contentsOf: URL(filePath: still))))
        #expect((image.width, image.height) == (width, height))
    }

    @Test("tracks are found by their language however it is written, and those there are are named")
    func languages() async throws {
        let source = sample("two-languages.mkv")
        for language in ["fr", "fra", "fre"] {
            let out = folder.path("\(language).mka")
            let words = ["--tracks", "audio:\(language)", "--preset", "passthrough"]
            let recorder = ConsoleRecorder()
            #expect(await Assettool.run(["export", source, "-o", out] + words, recorder.console) == .done)
            let tracks = try await AVURLAsset(url: URL(filePath: out)).load(.tracks)
            #expect(tracks.map(\.languageCode) == ["fre"], "\(recorder.messages)")
        }
        let missing = await ConsoleRecorder.run("export", source, "-o", folder.path("a.mka"), "--tracks", "audio:de")
        #expect(missing.messages.contains("there is no track 'audio:de'; it has 1 (video), 2 (audio:en"))
        #expect(missing.messages.contains("3 (audio:fr"))
    }

    @Test("sound becomes a bare stream of AAC")
    func bareAAC() async throws {
        let outcome = await ConsoleRecorder.run("export", sample("mp3-xing.mp3"), "-o", folder.path("a.aac"))
        #expect(outcome.code == .done, "\(outcome.messages)")
        let track = try #require(try await AVURLAsset(url: URL(filePath: folder.path("a.aac"))).load(.tracks).first)
        #expect(track.akDetails.codecName.contains("AAC"))
    }
}
