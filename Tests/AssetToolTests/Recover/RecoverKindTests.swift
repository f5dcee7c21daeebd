import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("assettool recover of other kinds of files")
struct RecoverKindTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: String...) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(["recover"] + arguments, recorder.console), recorder)
    }

    private func output(of program: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
        let process = Process.limited("/usr/bin/\(program)", arguments, seconds: ToolProcess.longestRun)
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    /// Two thirds of a file of the kind, as a crash leaves it.
    private func cutOff(_ ending: String) throws -> String {
        let whole = folder.path("whole." + ending)
        let source = ending == "wav" ? sample("aac.m4a") : sample("h264-bframes.mp4")
        let copies = ending == "wav" ? [] : ["-c", "copy"]
        let live = ending == "mkv-live" ? ["-live", "1", "-f", "matroska"] : []
        let made = try output(of: "ffmpeg", ["-v", "error", "-y", "-i", source] + copies + live + [whole])
        try #require(made.status == 0, "\(made.text)")
        var bytes = try Data(contentsOf: URL(filePath: whole))
        try FileManager.default.removeItem(atPath: whole)
        bytes = bytes.prefix(bytes.count * 2 / 3 + 1)
        // A writer that was killed has not filled in sizes.
        if ending == "wav" { bytes.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF]) }
        let path = folder.path("cut." + ending.prefix(3))
        try bytes.write(to: URL(filePath: path))
        return path
    }

    @Test("-o leaves the file alone and makes a whole one", arguments: ["mkv", "mkv-live", "wav", "ts"])
    func withOutput(ending: String) async throws {
        let path = try cutOff(ending)
        let before = try Data(contentsOf: URL(filePath: path))
        let out = folder.path("out." + ending.prefix(3))
        let outcome = await run(path, "-o", out)
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(outcome.recorder.results.hasPrefix("\(out): recovered, 0:00:0"), "\(outcome.recorder.results)")
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        // What was written to be watched at once has no place for its length.
        try await expectWhole(out, tellsLength: ending != "mkv-live")
        #expect(try folder.contents.count == 2)
        let again = await run(out)
        #expect(again.recorder.results.hasSuffix("complete already, nothing to do"))
    }

    @Test("without it the file itself becomes whole", arguments: ["mkv", "wav", "ts"])
    func inPlace(ending: String) async throws {
        let path = try cutOff(ending)
        let outcome = await run(path)
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        try await expectWhole(path)
        #expect(try folder.contents.count == 1)
    }

    private func expectWhole(_ path: String, tellsLength: Bool = true) async throws {
        let asset = AVURLAsset(url: URL(filePath: path))
        let duration = try await asset.load(.duration)
        #expect(abs(duration.seconds - 2) < 0.5, "\(duration.seconds)")
        #expect(asset.akDetails.loadingWarnings == [])
        let decoded = try output(of: "ffmpeg", ["-v", "error", "-i", path, "-map", "0", "-f", "null", "-"])
        #expect(decoded.status == 0)
        guard !path.hasSuffix(".ts") else { return }
        #expect(decoded.text == "")
        #expect(try !output(of: "mediainfo", [path]).text.contains("CRC_Error"))
        let stated = try output(
            of: "ffprobe",
            ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path]
        )
        let trimmed = stated.text.trimmingCharacters(in: .whitespacesAndNewlines)
        if tellsLength {
            #expect(abs((Double(trimmed) ?? 0) - duration.seconds) < 0.1, "\(stated.text)")
        } else {
            #expect(trimmed == "N/A")
        }
    }

    @Test("what is there is not replaced without --overwrite, nor the file itself")
    func refusals() async throws {
        let path = try cutOff("ts")
        try folder.write("mine", to: "out.ts")
        let outcome = await run(path, "-o", folder.path("out.ts"))
        #expect(outcome.code == .failed)
        #expect(outcome.recorder.messages.contains("it exists already; --overwrite replaces it"))
        #expect(try folder.text(of: "out.ts") == "mine")
        #expect(await run(path, "-o", path, "--overwrite").code == .failed)
        #expect(await run(path, path, "-o", folder.path("x.ts")).code == .wrongCommandLine)
        #expect(await run(path, "-o", folder.path("out.ts"), "--overwrite").code == .done)
    }
}
