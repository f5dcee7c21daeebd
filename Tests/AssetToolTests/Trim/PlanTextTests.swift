import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("What dry runs and cuts say")
struct PlanTextTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    @Test("a dry run of an export tells sizes, qualities and bytes, and chunks only with -v")
    func export() async throws {
        let arguments = ["export", sample("h264-bframes.mp4"), "-o", folder.path("a.mp4"), "--dry-run"]
        let recorder = ConsoleRecorder()
        #expect(await Assettool.run(arguments, recorder.console) == .done)
        #expect(recorder.results.contains("pictures a second, quality 0.65, about"), "\(recorder.results)")
        #expect(recorder.results.contains(" in all") && !recorder.results.contains("chunk 1"))
        // Nothing was said of the sound.
        #expect(recorder.results.contains("AAC LC fits as it is"), "\(recorder.results)")
        let verbose = ConsoleRecorder()
        #expect(await Assettool.run(arguments + ["-v"], verbose.console) == .done)
        #expect(verbose.results.contains("chunk 1  0.0 s to 3.0 s"), "\(verbose.results)")
        let other = ConsoleRecorder()
        #expect(await Assettool.run(arguments + ["--audio-bitrate", "96k"], other.console) == .done)
        #expect(other.results.contains("Hz, 96 kb/s"), "\(other.results)")
    }

    @Test("the bytes of a quality are a rough guess with a range, and those of rates and copies are not")
    func guesses() async throws {
        let source = sample("h264-bframes.mp4")
        func plan(_ name: String, _ words: String...) async -> String {
            let recorder = ConsoleRecorder()
            let arguments = ["export", source, "-o", folder.path(name), "--dry-run"] + words
            #expect(await Assettool.run(arguments, recorder.console) == .done, "\(recorder.messages)")
            return recorder.results
        }
        #expect(await plan("a.webm").contains("in all, a rough guess: pictures take what they need, mostly from"))
        #expect(await plan("a.flac").contains("a rough guess"))
        #expect(await plan("a.webm", "--json").contains("\"expectedSizeRange\""))
        for words in [["--preset", "passthrough"], ["--bitrate", "100k"]] {
            let recorder = ConsoleRecorder()
            let arguments = ["export", source, "-o", folder.path("a.mp4"), "--dry-run"] + words
            #expect(await Assettool.run(arguments, recorder.console) == .done, "\(recorder.messages)")
            #expect(!recorder.results.contains("a rough guess"), "\(recorder.results)")
        }
    }

    @Test("a limit too small is refused by the dry run with the smallest size, and a dry run tells what is chosen")
    func limit() async throws {
        let file = sample("h264-bframes.mp4")
        let refused = await ConsoleRecorder.run(
            "export",
            file,
            "-o",
            folder.path("a.mp4"),
            "--limit-size",
            "5k",
            "--dry-run"
        )
        #expect(refused.code == .failed)
        #expect(refused.messages.contains("the smallest file that could be made has"), "\(refused.messages)")
        let chosen = await ConsoleRecorder.run(
            "export",
            file,
            "-o",
            folder.path("a.mp4"),
            "--limit-size",
            "40k",
            "--dry-run"
        )
        #expect(chosen.results.contains("kb/s"), "\(chosen.results)")
    }

    @Test("a dry run of a join names files and tracks")
    func join() async throws {
        let (first, second) = (sample("h264-bframes.mp4"), sample("h264-no-bframes.mp4"))
        let planned = await ConsoleRecorder.run("concat", first, second, "-o", folder.path("a.mp4"), "--dry-run")
        #expect(
            planned.results.contains("copy \(first), video (avc3), 0.0 s to 3.0 s, 75 samples"),
            "\(planned.results)"
        )
        #expect(planned.results.contains("copy \(second), audio (aac)"), "\(planned.results)")
    }

    @Test("a cut at key pictures says where it is, and a time behind the end is said")
    func cuts() async throws {
        let cut = await ConsoleRecorder.run(
            "trim",
            sample("h264-bframes.mp4"),
            "-o",
            folder.path("a.mp4"),
            "--from",
            "1.5",
            "--to",
            "9",
            "--mode",
            "keyframe"
        )
        #expect(cut.code == .done, "\(cut.messages)")
        #expect(cut.messages.contains("9.0 s is behind the end: the file is 3.0 s long"), "\(cut.messages)")
        #expect(cut.messages.contains("for 1.5 s to 9.0 s"), "\(cut.messages)")
    }

    @Test("parts of MP3 are joined to the sample, or in packets, which is said")
    func parts() async throws {
        let arguments =
            ["trim", sample("mp3-xing.mp3"), "-o", folder.path("a.mp3"), "--keep", "0.1003..0.5"]
            + ["--keep", "1.2001..1.5002", "--overwrite"]
        let exact = ConsoleRecorder()
        #expect(await Assettool.run(arguments + ["--json"], exact.console) == .done)
        #expect(
            exact.results.contains("\"copiedSamples\": 0") && !exact.results.contains("warnings"),
            "\(exact.results)"
        )
        let copied = ConsoleRecorder()
        #expect(await Assettool.run(arguments + ["--mode", "keyframe", "--json"], copied.console) == .done)
        #expect(copied.results.contains("\"encodedSamples\": 0"), "\(copied.results)")
        #expect(copied.results.contains("copied in whole packets"), "\(copied.results)")
    }
}
