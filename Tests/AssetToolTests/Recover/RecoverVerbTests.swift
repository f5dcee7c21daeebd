import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("assettool recover")
struct RecoverVerbTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func run(_ arguments: String...) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(["recover"] + arguments, recorder.console), recorder)
    }

    /// A movie in fragments that somebody stopped writing.
    private func cutOff(_ name: String, keeping byteCount: Int? = nil) throws -> String {
        let data = try Data(contentsOf: PackageFolder.root.appending(path: "SampleMedia/fragmented.mp4"))
        try data.prefix(byteCount ?? data.count * 3 / 4).write(to: URL(filePath: folder.path(name)))
        return folder.path(name)
    }

    @Test("a movie that was cut off becomes an ordinary one, and stays one")
    func recovering() async throws {
        let path = try cutOff("a b.mp4")
        let outcome = await run(path)
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        #expect(outcome.recorder.results.hasPrefix("\(path): recovered, "))
        #expect(outcome.recorder.results.contains("bytes of what was not finished are gone"))
        let asset = AVURLAsset(url: URL(filePath: path))
        #expect(try await asset.load(.containsFragments) == false)
        let bytes = try Data(contentsOf: URL(filePath: path))
        let again = await run(path)
        #expect(again.code == .done)
        #expect(again.recorder.results == "\(path): complete already, nothing to do")
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        #expect(try folder.contents == ["a b.mp4"])
    }

    @Test("one file that cannot be recovered does not stop the others, in --json too")
    func several() async throws {
        try folder.write("no movie", to: "text.mp4")
        let path = try cutOff("cut.mp4")
        let outcome = await run("--json", folder.path("text.mp4"), path, folder.path("none.mp4"))
        #expect(outcome.code == .failed)
        let answers = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.recorder.results.utf8)) as? [[String: Any]]
        )
        #expect(answers.count == 3)
        #expect(answers[0]["error"] as? String != nil && answers[2]["error"] as? String != nil)
        #expect(answers[1]["recovered"] as? Bool == true)
        #expect((answers[1]["duration"] as? [String: Any])?["seconds"] as? Double ?? 0 > 0.5)
        #expect(outcome.recorder.messages.contains("neither MP4, QuickTime"))
        #expect(outcome.recorder.messages.contains("No such file or directory"))
    }

    @Test("a file without one whole fragment stays as it is")
    func nothingWhole() async throws {
        let path = try cutOff("cut.mp4", keeping: 30_000)
        let bytes = try Data(contentsOf: URL(filePath: path))
        let outcome = await run(path)
        #expect(outcome.code == .failed)
        #expect(outcome.recorder.messages.contains("none of its fragments is whole"))
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }

    @Test("a recording to which nothing was recorded has nothing to recover, and stays as it is")
    func nothingRecorded() async throws {
        // The header alone: what stands in front of the first fragment.
        let data = try Data(contentsOf: PackageFolder.root.appending(path: "SampleMedia/fragmented.mp4"))
        let fragment = try #require(data.range(of: Data("moof".utf8)))
        let path = try cutOff("cut.mp4", keeping: fragment.lowerBound - 4)
        let bytes = try Data(contentsOf: URL(filePath: path))
        let outcome = await run(path)
        #expect(outcome.code == .failed)
        #expect(outcome.recorder.results.isEmpty)
        let reason = "nothing was recorded to it, so there is nothing to recover; it stays as it is"
        #expect(outcome.recorder.messages == "assettool: cannot recover '\(path)': \(reason)")
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }

    @Test("no file is a wrong command line")
    func nothing() async {
        let outcome = await run()
        #expect(outcome.code == .wrongCommandLine)
        #expect(outcome.recorder.messages == "assettool: a file is missing; see 'assettool help recover'")
    }
}
