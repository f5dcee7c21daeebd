import AssetKit
import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("assettool compose, with what is copied")
struct ComposeCopyTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: [String]) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(["compose"] + arguments, recorder.console), recorder)
    }

    @Test(
        "what cannot act on copied pictures and sound is refused by name",
        arguments: [
            ("--video-codec copy --dissolve 1", "--dissolve cannot act on pictures that are copied"),
            ("--video-codec copy --fade-in 1", "--fade-in cannot act on pictures that are copied"),
            ("--video-codec copy --fade-out 1", "--fade-out cannot act on pictures that are copied"),
            ("--video-codec copy --overlay a.png", "--overlay cannot act on pictures that are copied"),
            ("--video-codec copy --background red", "--background cannot act on pictures that are copied"),
            ("--video-codec none --overlay a.png", "--overlay cannot act on pictures that are left out"),
            ("--preset Passthrough --dissolve 1", "--dissolve cannot act on pictures that are copied"),
            ("--preset Passthrough --overlay a.png", "--overlay cannot act on pictures that are copied"),
            ("--preset Passthrough --background red", "--background cannot act on pictures that are copied"),
            ("--preset Passthrough --video-codec h264 --fade-in 1", "--fade-in cannot act with the preset Passthrough"),
            ("--audio-codec copy --volume 0.5", "--volume cannot act on sound that is copied"),
            ("--audio-codec copy --music a.mp3 --music-volume 2", "--music-volume cannot act on sound that is copied"),
            ("--audio-codec none --music a.mp3", "--music cannot act on sound that is left out"),
            ("--preset Passthrough --volume 0.5", "--volume cannot act on sound that is copied"),
            ("--format wav --overlay a.png", "--overlay cannot act on a .wav"),
            ("--format wav --audio-codec copy --dissolve 1", "--dissolve cannot act on sound that is copied"),
        ]
    )
    func usage(options: String, sentence: String) async {
        let words = options.split(separator: " ").map(String.init)
        for more in [[], ["--dry-run"]] {
            let name = words[0] == "--format" ? "out" : "out.mp4"
            let outcome = await run(["a.mp4", "b.mp4", "-o", folder.path(name)] + words + more)
            #expect(outcome.code == .wrongCommandLine)
            #expect(outcome.recorder.messages.contains(sentence), "\(outcome.recorder.messages)")
        }
    }

    @Test(
        "what would mix copied sound, or have it fade, is refused where there is some",
        arguments: ["--music", "--dissolve", "--fade-in", "--fade-out"]
    )
    func sound(option: String) async throws {
        let value = option == "--music" ? sample("aac.m4a") : "0.2"
        for (film, isRefused) in [("h264-bframes.mp4", true), ("no-audio.mp4", false)] {
            let parts = [sample(film), sample(film), "-o", folder.path("out.mp4")]
            let outcome = await run(parts + ["--audio-codec", "copy", option, value, "--dry-run"])
            let code: ExitCode = isRefused ? .failed : .done
            #expect(outcome.code == code, "\(outcome.recorder.messages)")
            guard isRefused else { continue }
            let sentence = "\(option) cannot act on sound that is copied"
            #expect(outcome.recorder.messages.contains(sentence), "\(outcome.recorder.messages)")
            let made = await run(parts + ["--audio-codec", "copy", option, value])
            #expect(made.code == .failed)
            #expect(try folder.contents == [])
        }
    }

    @Test(
        "parts that go on where the part before ended are the same bytes, and the same plan, as one part",
        arguments: [("h264-bframes.mp4", "mp4"), ("hevc.mkv", "mkv")]
    )
    func adjoining(name: String, ending: String) async throws {
        let film = sample(name)
        func made(_ parts: [String], _ name: String) async throws -> (plan: String, bytes: Data) {
            let words = parts.map { "\(film)@\($0)" } + ["-o", folder.path("\(name).\(ending)"), "--quiet"]
            let plan = await run(words + ["--dry-run"])
            #expect(plan.recorder.results.contains("copy"))
            #expect(await run(words).code == .done)
            return (plan.recorder.results, try Data(contentsOf: URL(filePath: folder.path("\(name).\(ending)"))))
        }
        let whole = try await made(["0.2..2.6"], "whole")
        let apart = try await made(["0.2..0.72", "0.72..1.3", "1.3..2.6"], "apart")
        #expect(apart.plan == whole.plan)
        #expect(apart.bytes == whole.bytes)
    }

    @Test(
        "a document that has to be rendered is not copied, and why is said",
        arguments: [
            ("--video-codec copy", "its pictures are on several tracks"),
            ("--preset Passthrough", "its pictures are on several tracks"),
            ("--audio-codec copy", "the audio mix cannot act on sound that is copied"),
        ]
    )
    func documents(options: String, sentence: String) async throws {
        try FileManager.default.copyItem(atPath: sample("h264-bframes.mp4"), toPath: folder.path("film.mp4"))
        let tracks = ["Video", "Audio"].map { kind in
            EditText.track(
                kind,
                EditText.clip("film.mp4", 0, 25),
                EditText.dissolve(5),
                EditText.clip("film.mp4", 30, 20)
            )
        }
        try folder.write(EditText.timeline(tracks[0], tracks[1]), to: "edit.otio")
        let words = options.split(separator: " ").map(String.init)
        for more in [[], ["--dry-run"]] {
            let outcome = await run([folder.path("edit.otio"), "-o", folder.path("out.mp4")] + words + more)
            #expect(outcome.code == .failed)
            #expect(outcome.recorder.messages.contains(sentence), "\(outcome.recorder.messages)")
            #expect(try folder.contents.sorted() == ["edit.otio", "film.mp4"])
        }
    }
}
