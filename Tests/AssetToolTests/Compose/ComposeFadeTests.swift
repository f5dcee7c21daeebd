import AssetKit
import Foundation
import Testing

@testable import assettool

@Suite("assettool compose, with dissolves and fades")
struct ComposeFadeTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: String...) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(["compose"] + arguments, recorder.console), recorder)
    }

    private func size(_ file: String) async throws -> (size: CGSize, seconds: Double) {
        let made = AVURLAsset(url: URL(filePath: file))
        let track = try #require(try await made.loadTracks(withMediaType: .video).first)
        let size = try await track.load(.naturalSize).applying(track.load(.preferredTransform))
        return (CGSize(width: abs(size.width), height: abs(size.height)), try await made.load(.duration).seconds)
    }

    @Test("--dissolve makes the edit shorter for each joint, and all of it is encoded", arguments: ["0.4", "10f"])
    func dissolve(length: String) async throws {
        let (film, out) = (sample("h264-bframes.mp4"), folder.path("a.mp4"))
        let outcome = await run(film, "\(film)@1..", film, "-o", out, "--dissolve", length, "--fade-out", "1s")
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(abs(try await size(out).seconds - 7.2) < 0.001)
    }

    @Test("the size is that of the first part as it stands, also where that is turned")
    func turned() async throws {
        let out = folder.path("a.mp4")
        let outcome = await run(
            "\(sample("rotated-90.mp4"))@..1",
            "\(sample("h264-bframes.mp4"))@..1",
            "-o",
            out,
            "--fade-in",
            "0.5",
            "--background",
            "white"
        )
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(try await size(out).size == CGSize(width: 180, height: 320))
    }

    @Test("a part that is too short is named")
    func tooShort() async {
        let film = sample("h264-bframes.mp4")
        let outcome = await run("\(film)@..1", film, "-o", folder.path("a.mp4"), "--dissolve", "1.5")
        #expect(outcome.code == .failed)
        let messages = outcome.recorder.messages
        #expect(messages.contains("cannot take '\(film)': it is 1.0 s long"), "\(messages)")
        #expect(messages.contains("the dissolve beside it is 1.5 s long"), "\(messages)")
    }

    @Test(
        "wrong command lines are said in one sentence",
        arguments: [
            (["a.mp4", "-o", "b.mp4", "--dissolve", "soft"], "'soft' is not a time for --dissolve"),
            (["a.mp4", "-o", "b.mp4", "--fade-in", "-1"], "counts from the end; --fade-in is a length"),
            (["a.mp4", "-o", "b.mp4", "--fade-out", "0,5"], "did you mean '0.5'?"),
            (["a.mp4", "-o", "b.mp4", "--background", "#12345"], "is no opaque colour"),
            (["a.otio", "-o", "b.mp4", "--dissolve", "1"], "--dissolve acts on parts of files"),
            (["a.mp4", "-o", "b.edl", "--dissolve", "1"], "--dissolve is rendered, and cannot be written into"),
        ]
    )
    func usage(arguments: [String], sentence: String) async {
        let recorder = ConsoleRecorder()
        let code = await Assettool.run(["compose"] + arguments, recorder.console)
        #expect(code == .wrongCommandLine)
        #expect(recorder.messages.contains(sentence), "\(recorder.messages)")
    }
}
