import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("assettool thumbnail: image files and even steps")
struct StillImageThumbnailTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: [String]) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(["thumbnail"] + arguments, recorder.console), recorder)
    }

    @Test(
        "an image gives its picture whatever option asks for it",
        arguments: [
            [], ["--at", "0"], ["--at", "50%"], ["--at", "end"], ["--at", "7.5"], ["--at", "0f"], ["--count", "2"],
            ["--every", "1"], ["--sheet", "2x2"], ["--smart"], ["--exact", "--at", "1"],
        ]
    )
    func options(words: [String]) async throws {
        for ending in ["jpg", "png", "webp"] {
            let still = folder.path("still.\(ending)")
            let made = await run([sample("h264-bframes.mp4"), "--at", "0", "-o", still, "--overwrite"])
            #expect(made.code == .done)
            let outcome = await run([still, "-o", folder.path("out-\(ending).jpg"), "--overwrite"] + words)
            #expect(outcome.code == .done, "\(ending) \(words): \(outcome.recorder.messages)")
            let count = words.first == "--count" ? 2 : 1
            #expect(outcome.recorder.results.split(separator: "\n").count == count)
        }
    }

    @Test("an image makes sprites of one picture")
    func sprites() async throws {
        let still = folder.path("sprite-source.png")
        #expect(await run([sample("h264-bframes.mp4"), "--at", "0", "-o", still]).code == .done)
        let outcome = await run([still, "--vtt", "-o", folder.path("sprites.vtt")])
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
    }

    @Test("no tile of a sheet is further from its place than a quarter of the step", arguments: ["4x3", "3x2", "5x5"])
    func evenSteps(grid: String) async throws {
        let file = sample("h264-bframes.mp4")
        let outcome = await run([file, "--sheet", grid, "-o", folder.path("sheet.jpg"), "--overwrite", "--json"])
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let sheets = try JSONDecoder().decode([Sheet].self, from: Data(outcome.recorder.results.utf8))
        let times = try #require(sheets.first).times.map(\.seconds)
        let step = 3.0 / Double(times.count)
        for (place, time) in times.enumerated() {
            #expect(abs(time - (Double(place) + 0.5) * step) <= step / 4 + 1e-9)
        }
    }

    private struct Sheet: Decodable {
        struct Time: Decodable { let seconds: Double }
        let times: [Time]
    }

    @Test("only pictures that take over a second to decode exactly may be taken from further away")
    func cost() throws {
        let file = FileTimes(duration: CMTime(value: 12, timescale: 1))
        let slots = try PictureSelection.count(12).slots(in: file)
        let (near, far) = (
            try PictureTolerance.fitting.window(spacing: slots.spacing, staysNear: true, in: file),
            try PictureTolerance.fitting.window(spacing: slots.spacing, staysNear: false, in: file)
        )
        #expect(near.before == CMTime(value: 1, timescale: 4) && near.after == near.before)
        #expect(far.before == CMTime(value: 1, timescale: 2))
        #expect(slots.staysNear)
        #expect(try !PictureSelection.sprites.slots(in: file).staysNear)
    }

    @Test("what cannot be shown at the beginning is said")
    func brokenStart() async throws {
        let file = sample("h264-broken-start.ts")
        let early = await run([file, "--at", "0.5", "-o", folder.path("early.jpg")])
        #expect(early.code == .done)
        #expect(early.recorder.messages.contains("the first that can be shown is at 00:00:01.941"))
        let late = await run([file, "--at", "2.5", "-o", folder.path("late.jpg")])
        #expect(late.code == .done && late.recorder.messages.isEmpty)
    }
}
