import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("assettool export: metadata, covers and chapters")
struct ExportMetadataTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private var source: String { PackageFolder.root.appending(path: "SampleMedia/h264-bframes.mp4").path }

    private func run(_ arguments: [String]) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (
            await Assettool.run(["export", source, "--preset", "passthrough"] + arguments, recorder.console), recorder
        )
    }

    @Test("names in any spelling, a cover and chapters are in the file")
    func everything() async throws {
        try Data([0xFF, 0xD8, 0xFF, 0xD9]).write(to: URL(filePath: folder.path("c.jpg")))
        try folder.write("0:00 Anfang\n0:01 Ende\n", to: "chapters.txt")
        let out = folder.path("a.mp4")
        let outcome = await run(
            ["-o", out, "--metadata", "ALBUMARTIST=Wir", "--metadata", "eigenes=Wort", "--metadata", "track=3/12"]
                + ["--cover", folder.path("c.jpg"), "--chapters", folder.path("chapters.txt")]
        )
        #expect(outcome.code == .done && outcome.recorder.messages == "", "\(outcome.recorder.messages)")
        let items = try await AVURLAsset(url: URL(filePath: out)).load(.metadata)
        #expect(items.contains { $0.identifier?.rawValue == "itsk/aART" && $0.stringValue == "Wir" })
        #expect(items.contains { $0.identifier?.rawValue == "itlk/com.apple.iTunes.eigenes" })
        #expect(items.contains { $0.akDetails?.name == "track" })
        #expect(items.contains { $0.commonKey == .commonKeyArtwork })
        let groups = try await AVURLAsset(url: URL(filePath: out))
            .loadChapterMetadataGroups(bestMatchingPreferredLanguages: [])
        #expect(groups.count == 2)
    }

    @Test("what has no place is a warning, in a dry run and in JSON too")
    func warnings() async throws {
        let out = folder.path("a.ts")
        for words in [["--dry-run", "--json"], ["--json"], ["--dry-run"]] {
            let outcome = await run(["-o", out, "--metadata", "lyrics=La"] + words)
            #expect(outcome.code == .done)
            let said = words.contains("--json") ? outcome.recorder.results : outcome.recorder.messages
            #expect(said.contains("has no place for metadata such as this, so it is left out: lyrics"), "\(said)")
        }
    }

    @Test("what cannot be read or has no place is refused in one sentence", arguments: ["cover", "chapters"])
    func refusals(option: String) async throws {
        let missing = await run(["-o", folder.path("a.mp4"), "--\(option)", folder.path("none")])
        #expect(missing.code == .failed)
        #expect(
            missing.recorder.messages.hasSuffix("cannot read '\(folder.path("none"))': No such file or directory"),
            "\(missing.recorder.messages)"
        )
        let folderItself = await run(["-o", folder.path("a.mp4"), "--\(option)", folder.path])
        #expect(folderItself.recorder.messages.hasSuffix("cannot read '\(folder.path)': Is a directory"))
        try folder.write("0:00 A", to: "chapters")
        try Data([0xFF, 0xD8, 0xFF, 0xD9]).write(to: URL(filePath: folder.path("cover")))
        let refused = await run(["-o", folder.path("a.ts"), "--\(option)", folder.path(option)])
        #expect(refused.code == .failed)
        #expect(refused.recorder.messages.contains("has no place for"), "\(refused.recorder.messages)")
        #expect(try folder.contents == ["chapters", "cover"])
    }

    @Test("a moment that is none is refused, and a day is its beginning", arguments: ["mp4", "mkv", "flac"])
    func creationTime(ending: String) async throws {
        let sound = PackageFolder.root.appending(path: "SampleMedia/aac.m4a").path
        let recorder = ConsoleRecorder()
        let out = folder.path("a." + ending)
        let garbage = ["export", sound, "-o", out, "--metadata", "creation_time=garbage"]
        #expect(await Assettool.run(garbage, recorder.console) == .failed)
        #expect(recorder.messages.contains("'garbage' is none"), "\(recorder.messages)")
        #expect(try folder.contents.isEmpty)
        let day = ["export", sound, "-o", out, "--metadata", "creation_time=2020-01-02"]
        #expect(await Assettool.run(day, ConsoleRecorder().console) == .done)
        let moment = AVURLAsset(url: URL(filePath: out)).akDetails.creationMoment
        #expect(moment == Date(timeIntervalSince1970: 1_577_923_200))
    }

    @Test(
        "words where a file has a number are kept, and told",
        arguments: ["track=A1", "tempo=fast", "compilation=maybe"]
    )
    func freeTexts(change: String) async throws {
        let outcome = await run(["-o", folder.path("a.mp4"), "--metadata", change])
        #expect(outcome.code == .done)
        #expect(outcome.recorder.messages.contains("so it is kept as a free text"), "\(outcome.recorder.messages)")
    }

    @Test("a file of subtitles takes none of it")
    func subtitles() async throws {
        let recorder = ConsoleRecorder()
        let source = PackageFolder.root.appending(path: "SampleMedia/subtitles.mkv").path
        let words = ["export", source, "-o", folder.path("a.srt"), "--metadata", "title=T"]
        #expect(await Assettool.run(words, recorder.console) == .failed)
        #expect(recorder.messages.contains("a file of subtitles has no place for metadata"))
    }

    @Test("help lists the names")
    func help() {
        for name in ["album_artist", "lyrics", "creation_time"] {
            #expect(ExportVerb.help.text.contains(name))
        }
        #expect(ExportVerb.help.text.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }
}
