import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("Several inputs", .waitsForPrograms)
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
        let moments = try moments(recorder)
        let fractions = moments.map(\.fraction)
        #expect(fractions.last == 1)
        #expect(fractions == fractions.sorted())
        #expect(fractions.count(where: { $0 == 1 }) == 1, "\(recorder.shown)")
        #expect((moments.last?.seconds ?? 0) > 1, "\(recorder.shown)")
        // A file that fails has no end to tell of.
        let broken = [files[0], "/nowhere/b.mp4"]
        let failing = await copies(job, broken, ["-o", folder.path("%n.mov"), "--progress", "json"])
        #expect(failing.0 == .failed)
        let said = failing.1.shown.split(separator: "\n").filter { $0.hasPrefix("{\"fraction\": 1.0,") }
        #expect(said.count == 1, "\(failing.1.shown)")
    }

    /// What lines of progress say.
    private func moments(_ recorder: ConsoleRecorder) throws -> [(fraction: Double, seconds: Double)] {
        try recorder.shown.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let position = object?["position"] as? [String: Any]
            let fraction = (object?["fraction"] as? NSNumber)?.doubleValue ?? -1
            return (fraction: fraction, seconds: (position?["seconds"] as? NSNumber)?.doubleValue ?? -1)
        }
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

    @Test(
        "two parts that would have one name are refused before anything is read",
        arguments: [
            ("%n-%d.m4a", ["--from", "0", "--to", "1"], "o/a-1.m4a"), ("%n.m4a", ["--split-every", "2"], "o/a.m4a"),
            ("%n-%d.m4a", ["--split-every", "2"], "o/a-1.m4a"),
            ("%n %t.m4a", ["--split-at", "chapters"], "o/a 00-00-00.000.m4a"),
            ("%n %t.m4a", ["--keep", "1.5..2", "--keep", "3..4"], "o/a 00-00-01.500.m4a"),
        ]
    )
    func sameParts(pattern: String, selection: [String], name: String) async {
        let files = ["x/a.m4a", "y/a.m4a"]
        let (code, recorder) = await copies(["trim"], files, ["-o", "o/" + pattern, "-y"] + selection)
        #expect(code == .wrongCommandLine)
        #expect(recorder.messages.contains("two outputs would be '\(name)': of 'x/a.m4a' and of 'y/a.m4a'"))
    }

    @Test(
        "parts whose times only the files tell are not refused before",
        arguments: [["--from", "50%"], ["--from", "-1"], ["--cut", "0..1"]]
    )
    func unknownParts(selection: [String]) async {
        let files = ["x/a.m4a", "y/a.m4a"]
        let (code, recorder) = await copies(["trim"], files, ["-o", folder.path("%n-%t.m4a")] + selection)
        #expect(code == .failed)
        #expect(recorder.messages.contains("2 of 2 files failed"), "\(recorder.messages)")
    }

    @Test("a part never gets the name of another file's part, and the others go on")
    func meetingParts() async throws {
        let places = [("aac.m4a", "c1", "a.m4a"), ("alac.m4a", "c2", "a-1.m4a"), ("aac.m4a", "c3", "b.m4a")]
        for (name, sub, copy) in places {
            try FileManager.default.createDirectory(atPath: folder.path(sub), withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: sample(name), toPath: folder.path("\(sub)/\(copy)"))
        }
        let files = places.map { folder.path("\($0.1)/\($0.2)") }
        let more = ["-o", folder.path("%n.m4a"), "--split-every", "2.5", "-y"]
        let (code, recorder) = await copies(["trim"], files, more)
        #expect(code == .failed)
        let clash = "two outputs would be '\(folder.path("a-1.m4a"))'"
        #expect(recorder.messages.contains("cannot trim '\(files[1])': \(clash)"), "\(recorder.messages)")
        #expect(recorder.messages.contains("1 of 3 files failed"))
        let made = ["a-1.m4a", "a-2.m4a", "b-1.m4a", "b-2.m4a"]
        #expect(recorder.results == made.map { folder.path($0) }.joined(separator: "\n"))
        #expect(try folder.contents == made + ["c1", "c2", "c3"])
    }

    @Test("results that nobody reads keep no file from being made", arguments: ["", "--json"], ["", "/nowhere/b.mp4"])
    func abandonedResults(words: String, missing: String) throws {
        let outcome = try ToolProcess(
            shell: """
                cd '\(folder.path)' && mkfifo pipe; (: < pipe) & exec 3> pipe; wait
                "$tool" export '\(sample("mp3-xing.mp3"))' \(missing) '\(sample("aac.m4a"))' -o '%n.wav' \(words) >&3
                """
        )
        #expect(outcome.code == (missing.isEmpty ? 0 : 1), "\(outcome.errors)")
        #expect(outcome.errors.isEmpty == missing.isEmpty, "\(outcome.errors)")
        #expect(!outcome.errors.contains("result"))
        #expect(try folder.contents == ["aac.wav", "mp3-xing.wav", "pipe"])
    }

    @Test(
        "results for which there is no room are one error, of no file",
        arguments: ["export --preset passthrough", "export --preset passthrough --json", "trim --from 1"]
    )
    func fullResults(words: String) throws {
        let files = "'\(sample("mp3-xing.mp3"))' '\(sample("aac.m4a"))'"
        let outcome = try ToolProcess(
            shell: "cd '\(folder.path)' && \"$tool\" \(words) \(files) -o '%n.mkv' > /dev/full"
        )
        #expect(outcome.code == 1)
        let said = outcome.errors.split(separator: "\n")
        #expect(said.last == "assettool: cannot write the result: No space left on device")
        #expect(said.count(where: { $0.contains("No space left") }) == 1, "\(said)")
        #expect(!outcome.errors.contains("failed"), "\(said)")
        #expect(try folder.contents == ["aac.mkv", "mp3-xing.mkv"])
    }
}
