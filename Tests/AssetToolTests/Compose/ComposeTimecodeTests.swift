import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("assettool compose, with the timecode of files")
struct ComposeTimecodeTests {
    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: [String]) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(["compose"] + arguments, recorder.console), recorder)
    }

    @Test(
        "parts count from what the timecode of their file begins with, at its rate where none is given",
        arguments: ["01:02:04:00..01:02:05:00", "01:02:04:00@25..01:02:05:00@25"]
    )
    func fileTimecode(range: String) async {
        // It begins with 01:02:03:04.
        let film = sample("timecode.mov")
        let outcome = await run(["\(film)@\(range)", sample("h264-bframes.mp4"), "--file-timecode"])
        #expect(outcome.code == .done, "\(outcome.recorder.messages)")
        let results = outcome.recorder.results
        #expect(results.hasPrefix("4.0 s long\nvideo\n  0.0 s to 1.0 s  timecode.mov"), "\(results)")
        #expect(results.contains("0.84 s to 1.84 s\n"), "\(results)")
    }

    @Test("a part with a timecode needs one in its file; one without needs none")
    func withoutTimecode() async {
        let (film, other) = (sample("h264-bframes.mp4"), sample("timecode.mov"))
        let refused = await run(["\(other)@01:02:04:00..", "\(film)@00:00:01:00..", "--file-timecode"])
        #expect(refused.code == .failed)
        let messages = refused.recorder.messages
        #expect(messages.contains("cannot take '\(film)': --file-timecode needs a timecode in the file"), "\(messages)")
        let done = await run(["\(other)@01:02:04:00..", "\(film)@1..", "--file-timecode"])
        #expect(done.code == .done, "\(done.recorder.messages)")
    }

    @Test(
        "the option is refused where it acts on nothing",
        arguments: [
            (["a.mp4@1..2"], "acts on timecodes of parts"), (["a.mp4"], "acts on timecodes of parts"),
            (["a.otio"], "--file-timecode acts on parts of files"),
        ]
    )
    func useless(arguments: [String], sentence: String) async {
        let outcome = await run(arguments + ["--file-timecode"])
        #expect(outcome.code == .wrongCommandLine)
        #expect(outcome.recorder.messages.contains(sentence), "\(outcome.recorder.messages)")
    }
}
