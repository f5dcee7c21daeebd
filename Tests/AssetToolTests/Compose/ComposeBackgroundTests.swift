import AssetKit
import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("assettool compose, over a colour")
struct ComposeBackgroundTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: [String]) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(["compose"] + arguments, recorder.console), recorder)
    }

    private func plan(_ arguments: [String]) async -> String {
        let outcome = await run(arguments + ["-o", folder.path("a.mp4"), "--dry-run"])
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        return outcome.recorder.results
    }

    @Test(
        "black, which is there by itself, leaves a plan as it is",
        arguments: [
            ["h264-bframes.mp4"], ["rotated-90.mp4"], ["vfr.mp4"], ["late-sound.mp4"],
            ["h264-bframes.mp4@1..", "h264-bframes.mp4"], ["h264-bframes.mp4", "odd-size-mpeg4.mp4"],
        ]
    )
    func black(parts: [String]) async {
        let films = parts.map(sample)
        let usual = await plan(films)
        #expect(usual.contains("copy"))
        #expect(await plan(films + ["--background", "black"]) == usual)
        #expect(await plan(films + ["--background", "#000000"]) == usual)
    }

    @Test("only pictures that do not cover a colour are encoded", arguments: [[], ["--fade-out", "10f"]])
    func color(options: [String]) async {
        let film = sample("h264-bframes.mp4")
        let parts = [film, sample("non-square-pixels.mp4"), film, "--dissolve", "0.4"] + options
        let usual = await plan(parts)
        #expect(usual.contains("copy    track 1  video"))
        #expect(await plan(parts + ["--background", "red"]) == usual)
        let alone = await plan([film, "--background", "red"])
        #expect(alone.contains("copy    track 1  video  the edit leaves it as it is, 75 samples"), "\(alone)")
    }

    @Test("a colour needs pictures", arguments: [[], ["--dry-run"]])
    func withoutPictures(options: [String]) async throws {
        let sound = sample("wav-16bit.wav")
        let outcome = await run([sound, "-o", folder.path("a.mp4"), "--background", "red"] + options)
        #expect(outcome.code == .failed)
        let messages = outcome.recorder.messages
        #expect(messages.contains("--background needs pictures, and the parts have none"), "\(messages)")
        #expect(try folder.contents == [])
    }

    @Test("what a description of parts leaves out is said")
    func description() async throws {
        let logo = folder.path("logo.png")
        try #require(try picture().akPNGData()).write(to: URL(filePath: logo))
        let outcome = await run([sample("h264-bframes.mp4"), "--background", "white", "--overlay", logo])
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(outcome.recorder.results.hasPrefix("3.0 s long\nvideo\n  0.0 s to 3.0 s  h264-bframes.mp4"))
        let messages = outcome.recorder.messages
        #expect(messages.contains("the colour of the background is left out"), "\(messages)")
        #expect(messages.contains("the pictures above the parts are left out"), "\(messages)")
    }

    private func picture() throws -> CGImage {
        let context = CGContext(
            data: nil,
            width: 4,
            height: 4,
            bitsPerComponent: 8,
            bytesPerRow: 16,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
        return try #require(context?.makeImage())
    }

    @Test(
        "pictures with alpha lie over the colour, also over black",
        arguments: [(nil, true), ("black", false), ("red", false)] as [(String?, Bool)]
    )
    func alpha(color: String?, isKept: Bool) async throws {
        let out = folder.path("a.mov")
        let options = color.map { ["--background", $0] } ?? []
        let outcome = await run([sample("alpha-prores4444.mov"), "-o", out] + options)
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let made = AVURLAsset(url: URL(filePath: out))
        let track = try #require(try await made.loadTracks(withMediaType: .video).first)
        #expect(track.hasMediaCharacteristic(.containsAlphaChannel) == isKept)
    }
}
