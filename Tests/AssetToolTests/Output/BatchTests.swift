import Foundation
import Testing

@testable import assettool

@Suite("Several inputs")
struct BatchTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    /// The cheap ways to make something of each file.
    private static let jobs = [["export", "--preset", "passthrough"], ["trim", "--from", "0", "--mode", "keyframe"]]

    private func copies(_ job: [String], _ files: [String], _ more: [String]) async -> (ExitCode, ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(job + files + more, recorder.console), recorder)
    }

    @Test("each becomes a file of its own name", arguments: jobs)
    func names(job: [String]) async throws {
        // Names that a shell, or a parser of options, would stumble over.
        let odd = folder.path("-a b\n'%n'.mp4")
        try FileManager.default.copyItem(atPath: sample("chapters.mp4"), toPath: odd)
        let files = [sample("h264-bframes.mp4"), odd]
        let (code, recorder) = await copies(job, files, ["-o", folder.path("%n.mkv")])
        #expect(code == .done, "\(recorder.messages)")
        let made = ["-a b\n'%n'.mkv", "h264-bframes.mkv"]
        #expect(try folder.contents == (made + ["-a b\n'%n'.mp4"]).sorted())
        #expect(recorder.results == folder.path("h264-bframes.mkv") + "\n" + folder.path("-a b\n'%n'.mkv"))
    }

    @Test("one that fails does not stop the others, and a summary names it", arguments: jobs)
    func failure(job: [String]) async throws {
        let files = [sample("h264-bframes.mp4"), "/nowhere/b.mp4", sample("chapters.mp4")]
        let (code, recorder) = await copies(job, files, ["-o", folder.path("%n.mkv")])
        #expect(code == .failed)
        #expect(try folder.contents == ["chapters.mkv", "h264-bframes.mkv"])
        let said = recorder.messages.split(separator: "\n").map(String.init)
        #expect(said.first == "assettool: cannot open '/nowhere/b.mp4': No such file or directory")
        #expect(said.last == "assettool: 1 of 3 files failed: '/nowhere/b.mp4'")
    }

    @Test("--json gives an array, with the error where it belongs", arguments: jobs)
    func json(job: [String]) async throws {
        let files = [sample("h264-bframes.mp4"), "/nowhere/b.mp4"]
        let (code, recorder) = await copies(job, files, ["-o", folder.path("%n.mkv"), "--json"])
        #expect(code == .failed)
        let document = try JSONSerialization.jsonObject(with: Data(recorder.results.utf8))
        let reports = try #require(document as? [[String: Any]])
        #expect(reports.count == 2)
        #expect(reports[0]["output"] as? String == folder.path("h264-bframes.mkv"))
        #expect((reports[1]["error"] as? String)?.contains("No such file") == true)
    }

    @Test("progress goes over all of them", arguments: jobs)
    func progress(job: [String]) async throws {
        let files = [sample("h264-bframes.mp4"), sample("chapters.mp4")]
        let (code, recorder) = await copies(job, files, ["-o", folder.path("%n.mkv"), "--progress", "json"])
        #expect(code == .done, "\(recorder.messages)")
        let fractions = try recorder.shown.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return (object?["fraction"] as? NSNumber)?.doubleValue ?? -1
        }
        #expect(fractions.last == 1)
        #expect(fractions == fractions.sorted())
    }

    @Test("two inputs never become one output, and no input is written over", arguments: jobs)
    func collisions(job: [String]) async throws {
        let same = await copies(job, ["a/x.mp4", "b/x.mov"], ["-o", folder.path("%n.mkv")])
        #expect(same.0 == .wrongCommandLine)
        #expect(same.1.messages.contains("two outputs would be"))
        let plain = await copies(job, ["a.mp4", "b.mp4"], ["-o", folder.path("all.mkv")])
        #expect(plain.0 == .wrongCommandLine)
        #expect(plain.1.messages.contains("put %n into -o"))
        for name in ["a.mp4", "b.mkv"] {
            try FileManager.default.copyItem(atPath: sample("chapters.mp4"), toPath: folder.path(name))
        }
        let before = try Data(contentsOf: URL(filePath: folder.path("b.mkv")))
        let files = [folder.path("a.mp4"), folder.path("b.mkv")]
        let over = await copies(job, files, ["-o", folder.path("%n.mkv"), "-y"])
        #expect(over.0 == .failed)
        #expect(over.1.messages.contains("it is the input"), "\(over.1.messages)")
        #expect(try Data(contentsOf: URL(filePath: folder.path("b.mkv"))) == before)
    }
}
