import AssetKit
import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("assettool compose, of standard input and of what is no edit by its name")
struct ComposeInputTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: [String], input: Data = Data()) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder(input: input)
        return (await Assettool.run(["compose"] + arguments, recorder.console), recorder)
    }

    @Test("what is no media is told that an edit is known by its name", arguments: ["edit.json", "edit", "-"])
    func unnamedEdit(name: String) async throws {
        let (file, text) = (name == "-" ? name : folder.path(name), #"{"OTIO_SCHEMA": "Timeline.1"}"#)
        if name != "-" { try folder.write(text, to: name) }
        let outcome = await run([file], input: Data(text.utf8))
        #expect(outcome.code == .failed)
        let messages = outcome.recorder.messages
        #expect(messages.contains("cannot open '\(file)': it is not media of a kind known here"), "\(messages)")
        #expect(messages.contains("an edit is a file named .otio or .fcpxml"), "\(messages)")
    }

    @Test(
        "no document is written of what is in no file, which can be described",
        arguments: [[], ["--dissolve", "10f"]]
    )
    func noFile(options: [String]) async throws {
        let (film, data) = (sample("h264-bframes.mp4"), try Data(contentsOf: URL(filePath: sample("h264-bframes.mp4"))))
        let refused = await run([film, "-", "-o", folder.path("edit.otio")] + options, input: data)
        #expect(refused.code == .failed)
        let messages = refused.recorder.messages
        #expect(messages.contains("cannot take '-': it is in no file that a document could name"), "\(messages)")
        #expect(try folder.contents == [])
        let described = await run([film, "-"], input: data)
        #expect(described.code == .done)
        #expect(described.recorder.results.contains("3.0 s to 6.0 s  no file, 0.0 s to 3.0 s"))
        #expect(described.recorder.messages.split(separator: "\n").count == 1, "\(described.recorder.messages)")
    }

    @Test("a bundle of Final Cut is the document in it, whose references count from the folder that it lies in")
    func bundle() async throws {
        try FileManager.default.copyItem(atPath: sample("h264-bframes.mp4"), toPath: folder.path("film.mp4"))
        let (bundle, document) = (folder.path("edit.fcpxmld"), folder.path("edit.fcpxml"))
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: false)
        let made = await run([folder.path("film.mp4"), "-o", document])
        #expect(made.code == .done, "\(made.recorder.messages)")
        let address = URL(filePath: folder.path("film.mp4")).absoluteString
        let text = try folder.text(of: "edit.fcpxml")
        #expect(text.contains(address))
        try folder.write(text.replacingOccurrences(of: address, with: "film.mp4"), to: "edit.fcpxmld/Info.fcpxml")
        for name in [bundle, "\(bundle)/"] {
            let outcome = await run([name, "-o", folder.path("out.mp4"), "--dry-run"])
            #expect(outcome.code == .done, "\(outcome.recorder.messages)")
            #expect(outcome.recorder.results.contains("copy    track 1  video"), "\(outcome.recorder.results)")
        }
        let kept = await run([bundle, "-o", "\(bundle)/Info.fcpxml", "--overwrite"])
        #expect(kept.code == .failed)
        #expect(kept.recorder.messages.contains("it is the input"), "\(kept.recorder.messages)")
        try FileManager.default.removeItem(atPath: "\(bundle)/Info.fcpxml")
        let empty = await run([bundle])
        #expect(empty.code == .failed)
        let reason = "cannot open '\(bundle)/Info.fcpxml': No such file or directory"
        #expect(empty.recorder.messages.contains(reason), "\(empty.recorder.messages)")
    }

    @Test(
        "edits of kinds that are not read are refused by name",
        arguments: [
            ("a.edl", "an .edl is written and not read"), ("a.otioz", "unpack it, and give the .otio in it"),
            ("a.otiod", "an .otiod is not read; give the .otio in it"), ("a.otiod/", "give the .otio in it"),
        ]
    )
    func unread(name: String, sentence: String) async {
        let outcome = await run([name, "-o", folder.path("a.mp4")])
        #expect(outcome.code == .wrongCommandLine)
        #expect(outcome.recorder.messages.contains(sentence), "\(outcome.recorder.messages)")
    }

    @Test("an overlay is a file", arguments: ["-", "-@top"])
    func overlay(text: String) async {
        let outcome = await run([sample("h264-bframes.mp4"), "-o", folder.path("a.mp4"), "--overlay", text])
        #expect(outcome.code == .wrongCommandLine)
        #expect(outcome.recorder.messages.contains("--overlay needs a file, and '-' is none"))
    }
}
