import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("assettool waveform")
struct WaveformVerbTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: String...) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(["waveform"] + arguments, recorder.console), recorder)
    }

    private func waveform(_ name: String) throws -> AKWaveform {
        try AKWaveform(fileData: Data(contentsOf: URL(filePath: folder.path(name))))
    }

    @Test("numbers are written to both kinds of file, and the file is named")
    func numbers() async throws {
        for name in ["a.dat", "a.json"] {
            let outcome = await run(sample("wav-16bit.wav"), "-o", folder.path(name))
            #expect(outcome.code == .done, "\(outcome.recorder.messages)")
            #expect(outcome.recorder.results == folder.path(name))
        }
        let waveform = try waveform("a.dat")
        #expect(waveform.pointCount == 345)
        #expect(waveform.samplesPerPoint == 256)
        #expect(waveform.channelCount == 1)
        // The click at zero is 0.8 of full scale on both channels.
        #expect(waveform.maximum(at: 0) > 26000)
        #expect(waveform.maximum(at: 100) < 6000)
        #expect(try self.waveform("a.json") == waveform)
        #expect(try folder.contents == ["a.dat", "a.json"])
    }

    @Test("--bits 8, --split-channels, --rms and a part of the file")
    func details() async throws {
        let outcome = await run(
            sample("wav-16bit.wav"),
            "-o",
            folder.path("a.json"),
            "--bits",
            "8",
            "--split-channels",
            "--rms",
            "--from",
            "50%",
            "--to",
            "-0.5",
            "--pixels-per-second",
            "100"
        )
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let text = try folder.text(of: "a.json")
        #expect(
            text.hasPrefix(
                #"{"version":2,"channels":2,"sample_rate":44100,"samples_per_pixel":441,"bits":8,"length":50,"data":["#
            )
        )
        let waveform = try waveform("a.json")
        #expect(waveform.hasPower)
        #expect(waveform.maximum(at: 0, channel: 1) > 26000)
    }

    @Test("pictures have the size asked for")
    func pictures() async throws {
        let png = await run(sample("aac.m4a"), "-o", folder.path("a.png"), "--size", "300x60", "--rms", "--scale", "db")
        #expect(png.code == .done, "\(png.recorder.messages)")
        let image = try #require(CGImage(akData: try Data(contentsOf: URL(filePath: folder.path("a.png")))))
        #expect((image.width, image.height) == (300, 60))
        let svg = await run(sample("aac.m4a"), "-o", folder.path("a.svg"), "--pixels-per-second", "100", "--no-axis")
        #expect(svg.code == .done, "\(svg.recorder.messages)")
        #expect(try folder.text(of: "a.svg").contains(#"width="300" height="240""#))
    }

    @Test("standard output takes any format")
    func streamed() async throws {
        let outcome = await run(sample("wav-8khz.wav"), "-o", "-", "--format", "dat", "--width", "10")
        #expect(outcome.code == .done)
        #expect(outcome.recorder.results.isEmpty)
        let waveform = try AKWaveform(fileData: outcome.recorder.data)
        #expect((waveform.pointCount, waveform.samplesPerPoint) == (10, 3200))
    }

    @Test("who gives up while numbers are written gets no more of them")
    func cancelled() async throws {
        let recorder = ConsoleRecorder()
        let usual = recorder.console
        let console = Console(
            write: usual.write,
            writeData: { (data) throws(WorkError) in
                try usual.writeData(data)
                withUnsafeCurrentTask { $0?.cancel() }
            },
            isTerminal: usual.isTerminal,
            report: usual.report,
            show: usual.show,
            messageWidth: usual.messageWidth,
            readInput: usual.readInput,
            followLibraries: usual.followLibraries
        )
        let words = [sample("wav-8khz.wav"), "-o", "-", "--format", "dat", "--samples-per-pixel", "1"]
        let options = try WaveformOptions(ParsedArguments(words, for: WaveformVerb.help))
        let work = Task { try await WaveformRunner(options: options).run(console) }
        await #expect(throws: CancellationError.self) { try await work.value }
        // The header alone, which is the first piece.
        #expect(recorder.data.count == 24)
    }

    @Test("--json has the documented keys")
    func json() async throws {
        let outcome = await run(sample("wav-8khz.wav"), "-o", folder.path("a.dat"), "--json")
        #expect(
            outcome.recorder.results == """
                {
                  "output": "\(folder.path("a.dat"))",
                  "points": 125,
                  "samplesPerPixel": 256,
                  "channels": 1,
                  "sampleRate": 8000,
                  "duration": {
                    "value": 32000,
                    "timescale": 8000,
                    "seconds": 4.0
                  }
                }
                """
        )
    }

    @Test("a track is chosen by the number that info shows")
    func tracks() async throws {
        let first = await run(sample("two-languages.mp4"), "-o", folder.path("1.dat"), "--track", "2")
        let second = await run(sample("two-languages.mp4"), "-o", folder.path("2.dat"), "--track", "3")
        #expect((first.code, second.code) == (.done, .done), "\(first.recorder.messages) \(second.recorder.messages)")
        #expect(try waveform("1.dat") != waveform("2.dat"))
        let none = await run(sample("two-languages.mp4"), "-o", folder.path("3.dat"), "--track", "1")
        #expect(none.code == .failed)
        #expect(none.recorder.messages.contains("there is no track 1 of sound: its sound has 2, 3"))
    }

    @Test("what fails is told in one sentence, and leaves nothing behind")
    func failures() async throws {
        let silent = await run(sample("no-audio.mp4"), "-o", folder.path("a.png"))
        #expect(silent.code == .failed)
        #expect(
            silent.recorder.messages
                == "assettool: cannot make a waveform of '\(sample("no-audio.mp4"))': it has no sound"
        )
        let missing = await run(folder.path("none.mp4"), "-o", folder.path("a.png"))
        #expect(missing.code == .failed)
        #expect(missing.recorder.messages.hasPrefix("assettool: cannot open '\(folder.path("none.mp4"))': "))
        let late = await run(sample("aac.m4a"), "-o", folder.path("a.png"), "--from", "10")
        #expect(late.code == .failed)
        #expect(late.recorder.messages.hasSuffix("there is no sound between the times asked for"))
        let backwards = await run(sample("aac.m4a"), "-o", folder.path("a.png"), "--from", "2", "--to", "1")
        #expect(backwards.recorder.messages.hasSuffix("--to must be later than --from"))
        #expect(try folder.contents.isEmpty)
    }

    @Test("a file that is there is not replaced unless that is asked for")
    func overwriting() async throws {
        try folder.write("mine", to: "a.dat")
        let refused = await run(sample("aac.m4a"), "-o", folder.path("a.dat"))
        #expect(refused.code == .failed)
        #expect(refused.recorder.messages.contains("--overwrite"))
        #expect(try folder.text(of: "a.dat") == "mine")
        let replaced = await run(sample("aac.m4a"), "-o", folder.path("a.dat"), "--overwrite")
        #expect(replaced.code == .done)
        #expect(try waveform("a.dat").pointCount == 517)
    }

    @Test("progress comes as lines of JSON, up to 1")
    func progress() async throws {
        let outcome = await run(sample("aac.m4a"), "-o", folder.path("a.dat"), "--progress", "json")
        let lines = outcome.recorder.shown.split(separator: "\n")
        #expect(lines.last?.contains(#""fraction": 1"#) ?? false, "\(outcome.recorder.shown)")
    }
}
