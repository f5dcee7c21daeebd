import AssetKit
import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("assettool compose, in the formats of the first part", .waitsForPrograms)
struct ComposeFormatTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: [String]) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(arguments, recorder.console), recorder)
    }

    /// The command line that has the beginning of a film turn into itself.
    private func dissolve(_ film: String, _ name: String) -> [String] {
        ["compose", "\(film)@..0.4", "\(film)@..0.4", "--dissolve", "0.2", "-o", folder.path(name)]
    }

    /// What the first track of a kind is in a file that was made; nil where there is none.
    private func details(_ type: AVMediaType, of name: String) async throws -> AKTrackDetails? {
        let made = AVURLAsset(url: URL(filePath: folder.path(name)))
        return try await made.loadTracks(withMediaType: type).first?.akDetails
    }

    private func report(_ recorder: ConsoleRecorder) throws -> [String: Any] {
        let data = Data(recorder.results.utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// What becomes of a sample that is rendered.
    struct Case: Sendable, CustomTestStringConvertible {
        let source: String
        let name: String
        let pictures: String
        var chroma = "4:2:0"
        var depth = 8
        /// A part of the name of its sound's codec; nil without sound.
        var sound: String?

        var testDescription: String { "\(source) to \(name)" }
    }

    @Test(
        "what is rendered keeps codec, colour and depth, and nothing is said of it",
        arguments: [
            Case(source: "prores.mov", name: "a.mov", pictures: "apco", chroma: "4:2:2", depth: 10, sound: "PCM"),
            Case(source: "prores.mov", name: "a.mkv", pictures: "apco", chroma: "4:2:2", depth: 10, sound: "PCM"),
            Case(source: "h264-422-10bit.mov", name: "a.mp4", pictures: "avc1", chroma: "4:2:2", depth: 10),
            Case(source: "odd-size-h264-444.mp4", name: "a.mp4", pictures: "avc1", chroma: "4:4:4"),
            Case(source: "hevc-10bit.mp4", name: "a.mp4", pictures: "hvc1", depth: 10),
            Case(source: "mpeg4-part2.mp4", name: "a.mp4", pictures: "mp4v", sound: "AAC"),
            Case(source: "mpeg2.ts", name: "a.ts", pictures: "mp2v", sound: "AC-3"),
            Case(source: "mpeg2.ts", name: "a.mp4", pictures: "mp2v", sound: "AC-3"),
            Case(source: "mjpeg.mov", name: "a.mov", pictures: "jpeg"),
            Case(source: "surround-ac3.mp4", name: "a.mp4", pictures: "avc1", sound: "AC-3"),
            Case(source: "vp8-vorbis.webm", name: "a.webm", pictures: "vp08", sound: "Vorbis"),
            Case(source: "vp9-opus.webm", name: "a.webm", pictures: "vp09", sound: "Opus"),
            Case(source: "vp9-opus.webm", name: "a.mp4", pictures: "vp09", sound: "Opus"),
        ]
    )
    func kept(_ expected: Case) async throws {
        let outcome = await run(dissolve(sample(expected.source), expected.name))
        try #require(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(!outcome.recorder.messages.contains("becomes"), "\(outcome.recorder.messages)")
        let pictures = try #require(try await details(.video, of: expected.name))
        // HEVC has another code where parameter sets stand among the samples.
        let code = pictures.codec.characters.replacing("hev1", with: "hvc1").replacing("avc3", with: "avc1")
        #expect(code == expected.pictures)
        #expect(pictures.video?.chroma == expected.chroma)
        #expect(pictures.video?.bitDepth ?? 8 == expected.depth)
        let sound = try await details(.audio, of: expected.name)
        #expect((sound == nil) == (expected.sound == nil))
        if let sound, let name = expected.sound { #expect(sound.codecName.contains(name), "\(sound.codecName)") }
    }

    @Test("pictures and sound without loss stay without loss")
    func lossless() async throws {
        let options = ["--video-codec", "ffv1", "--audio-codec", "flac"]
        let film = folder.path("film.mkv")
        let made = await run(["export", sample("h264-bframes.mp4"), "--to", "0.6", "-o", film] + options)
        try #require(made.code == .done, "\(made.recorder.messages)")
        let outcome = await run(dissolve(film, "a.mkv"))
        #expect(outcome.code == .done && !outcome.recorder.messages.contains("becomes"), "\(outcome.recorder.messages)")
        #expect(try await details(.video, of: "a.mkv")?.codecName == "FFV1")
        #expect(try await details(.audio, of: "a.mkv")?.codecName == "FLAC")
    }

    @Test(
        "sound alone keeps its codec",
        arguments: [("alac.m4a", "a.m4a", "Apple Lossless"), ("opus.ogg", "a.ogg", "Opus")]
    )
    func soundAlone(source: String, name: String, codec: String) async throws {
        let outcome = await run(dissolve(sample(source), name))
        #expect(outcome.code == .done && outcome.recorder.messages.isEmpty, "\(outcome.recorder.messages)")
        #expect(try await details(.audio, of: name)?.codecName == codec)
    }

    @Test(
        "what the file or the options have no place for becomes what is usual there, and one sentence says why",
        arguments: [
            ("prores.mov", "a.mp4", "", "becomes H.264: Apple ProRes 422 Proxy cannot be stored in an MP4 file"),
            ("prores.mov", "a.mp4", "", "its Linear PCM becomes AAC: Linear PCM cannot be stored in an MP4 file"),
            ("prores.mov", "a.mov", "--crf 20", "becomes H.264: ProRes 422 Proxy has no constant rate factor"),
            ("h264-bframes.mp4", "a.webm", "", "its H.264 becomes VP9: H.264 cannot be stored in a WebM file"),
            ("h264-bframes.mp4", "a.webm", "", "becomes Opus: AAC cannot be stored in a WebM file"),
            ("flac.flac", "a.m4a", "", "its FLAC becomes AAC: few players look for FLAC in an M4A file"),
        ]
    )
    func changed(source: String, name: String, options: String, sentence: String) async throws {
        let line = dissolve(sample(source), name) + options.split(separator: " ").map(String.init)
        let planned = await run(line + ["--dry-run", "--json"])
        #expect(planned.code == .done, "\(planned.recorder.messages)")
        let warnings = try #require(try report(planned.recorder)["warnings"] as? [String])
        #expect(warnings.filter { $0.contains(sentence) }.count == 1, "\(warnings)")
        let made = await run(line)
        #expect(made.code == .done)
        #expect(made.recorder.messages.contains(sentence), "\(made.recorder.messages)")
    }

    @Test("nothing is said of a file of sound, whose name says what is in it")
    func namedSound() async throws {
        let outcome = await run(dissolve(sample("aac.m4a"), "a.wav"))
        #expect(outcome.code == .done && outcome.recorder.messages.isEmpty, "\(outcome.recorder.messages)")
    }

    @Test("that sound cannot keep its codec is said beside pictures that are copied, too")
    func changedBesideCopies() async throws {
        let film = folder.path("film.mov")
        let options = ["--video-codec", "copy", "--audio-codec", "pcm"]
        let made = await run(["export", sample("h264-bframes.mp4"), "-o", film] + options)
        try #require(made.code == .done, "\(made.recorder.messages)")
        let line = ["compose", film, "\(film)@1..", "-o", folder.path("a.mp4"), "--dry-run", "--json"]
        let outcome = await run(line)
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let fields = try report(outcome.recorder)
        let plan = try #require(fields["plan"] as? [[String: Any]])
        #expect(plan.contains { $0["action"] as? String == "copy" && $0["mediaType"] as? String == "video" })
        let warnings = try #require(fields["warnings"] as? [String])
        #expect(warnings.filter { $0.contains("its Linear PCM becomes AAC: ") }.count == 1, "\(warnings)")
    }

    @Test(
        "a codec that is only read becomes what is usual, and the plan says why",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg makes the film")
    )
    func onlyRead() async throws {
        let film = folder.path("film.mov")
        let maker = try ToolProcess(
            shell: "ffmpeg -v error -f lavfi -i testsrc=s=64x48:r=10:d=1,format=rgb24 -c:v png '\(film)'"
        )
        try #require(maker.code == 0, "\(maker.errors)")
        let outcome = await run(dissolve(film, "a.mov") + ["--dry-run"])
        #expect(outcome.code == .done)
        let sentence = "its PNG becomes H.264: there is no encoder for PNG"
        #expect(outcome.recorder.messages.contains(sentence), "\(outcome.recorder.messages)")
    }

    @Test("cuts alone copy what an edit leaves as it is, of ProRes too")
    func copies() async throws {
        let film = sample("prores.mov")
        let out = folder.path("a.mov")
        let outcome = await run(["compose", "\(film)@0.4..", "\(film)@..0.4", "-o", out, "--json"])
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let fields = try report(outcome.recorder)
        let tracks = try #require(fields["tracks"] as? [[String: Any]])
        #expect(tracks[0]["codec"] as? String == "apco")
        #expect((tracks[0]["encodedSamples"] as? NSNumber)?.intValue == 0, "\(tracks)")
    }

    @Test("a preset and a codec that are named go before the first part")
    func named() async throws {
        for (options, code) in [(["--preset", "HighestQuality"], "avc1"), (["--video-codec", "hevc"], "hvc1")] {
            let name = "\(code).mov"
            let outcome = await run(dissolve(sample("prores.mov"), name) + options)
            #expect(outcome.code == .done && !outcome.recorder.messages.contains("becomes"))
            #expect(try await details(.video, of: name)?.codec.characters == code)
        }
    }
}
