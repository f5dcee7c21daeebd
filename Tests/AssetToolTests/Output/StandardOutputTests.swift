import AssetKit
import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("Media on standard output", .waitsForPrograms)
struct StandardOutputTests {
    private let folder: ScratchFolder
    private let samples = PackageFolder.root.appending(path: "SampleMedia").path

    init() throws { folder = try ScratchFolder() }

    /// Runs a command line in the folder; SAMPLES is where the samples are.
    private func shell(_ command: String) throws -> ToolProcess {
        let words = command.replacing("SAMPLES", with: samples)
        return try ToolProcess(shell: "cd '\(folder.path)' && set -o pipefail && \(words)")
    }

    /// What ffprobe says of a file: container and codecs.
    private func probe(_ name: String) throws -> String {
        let probe = try shell(
            "ffprobe -v error -show_entries format=format_name:stream=codec_name,nb_read_packets -count_packets -of csv=p=0 \(name)"
        )
        #expect(probe.code == 0 && probe.errors.isEmpty, "\(probe.errors)")
        return probe.output
    }

    @Test(
        "an export goes through a pipe",
        arguments: [
            ("mkv --preset passthrough", "h264-bframes.mp4", "matroska,webm"),
            ("ts --preset passthrough", "h264-bframes.mp4", "mpegts"),
            ("mp4 --preset passthrough", "h264-bframes.mp4", "mov,mp4"),
            ("mp4 --size 90p --to 0.4 --encoder-preset ultrafast", "h264-bframes.mp4", "mov,mp4"),
            ("webm --preset passthrough", "vp9-opus.webm", "matroska,webm"), ("wav", "mp3-xing.mp3", "wav"),
            ("flac", "mp3-xing.mp3", "flac"), ("mp3", "aac.m4a", "mp3"), ("opus", "aac.m4a", "ogg"),
            ("aac --audio-codec copy", "aac.m4a", "aac"),
        ]
    )
    func export(words: String, source: String, format: String) throws {
        let made = try shell("\"$tool\" export SAMPLES/\(source) -o - --format \(words) | cat > out")
        #expect(made.code == 0 && made.errors.isEmpty && made.output.isEmpty, "\(made.errors)")
        #expect(try probe("out").contains(format))
        #expect(try folder.contents == ["out"])
    }

    @Test("a folder for temporary files that does not exist is called so", arguments: ["export", "trim"])
    func temporaryFolder(verb: String) throws {
        let made = try shell(
            "TMPDIR=\(folder.path)/none \"$tool\" \(verb) SAMPLES/aac.m4a --from 0 --to 0.5 -o - --format wav | cat"
        )
        #expect(made.code == 1 && made.output.isEmpty)
        let reason = "the folder for temporary files, '\(folder.path)/none', does not exist; TMPDIR names another"
        #expect(made.errors.contains(reason), "\(made.errors)")
    }

    @Test(
        "media comes out of a pipe by whatever name",
        arguments: ["h264-bframes.mp4", "faststart.mp4", "h264-bframes.mkv", "h264.ts", "mp3-xing.mp3", "opus.ogg"]
    )
    func namedPipes(source: String) throws {
        let words = "-o pipe.mkv -y --preset passthrough"
        let file = try shell("\"$tool\" export SAMPLES/\(source) -o file.mkv --preset passthrough")
        #expect(file.code == 0, "\(file.errors)")
        let wanted = try probe("file.mkv")
        for command in [
            "cat SAMPLES/\(source) | \"$tool\" export /dev/stdin \(words)",
            "cat SAMPLES/\(source) | \"$tool\" export /dev/fd/0 \(words)",
            "\"$tool\" export /dev/stdin \(words) < SAMPLES/\(source)",
            "\"$tool\" export <(cat SAMPLES/\(source)) \(words)",
            "rm -f queue; mkfifo queue; (cat SAMPLES/\(source) > queue &); \"$tool\" export queue \(words)",
        ] {
            let made = try shell(command)
            #expect(made.code == 0, "\(command): \(made.errors)")
            #expect(try probe("pipe.mkv") == wanted, "\(command)")
        }
    }

    @Test("what comes out of a pipe has the same packets as a file", arguments: ["mkv", "ts", "mp4", "mov"])
    func packets(format: String) throws {
        // Which of them fragments leave out is said elsewhere.
        let list = "ffprobe -v error -show_entries packet=stream_index,size -of compact"
        let lines = "grep packet | cut -d '|' -f 1-3 | sort"
        let both = try shell(
            """
            "$tool" export SAMPLES/h264-bframes.mp4 -o - --format \(format) --preset passthrough > pipe.\(format) &&
            "$tool" export SAMPLES/h264-bframes.mp4 -o file.\(format) --preset passthrough > /dev/null &&
            \(list) pipe.\(format) | \(lines) > pipe.txt && \(list) file.\(format) | \(lines) > file.txt &&
            test -s file.txt && cmp pipe.txt file.txt
            """
        )
        #expect(both.code == 0, "\(both.errors)\(both.output)")
    }

    @Test(
        "trims and joins go through a pipe",
        arguments: [
            ("trim SAMPLES/h264-bframes.mp4 -o - --format mkv --from 0.4 --to 1.6", "matroska,webm"),
            ("trim SAMPLES/h264-bframes.mp4 -o - --format mp4 --from 0.4 --to 1.6", "mov,mp4"),
            ("trim SAMPLES/h264-bframes.mp4 -o - --format ts --from 1 --to 2 --mode keyframe", "mpegts"),
            ("trim SAMPLES/mp3-xing.mp3 -o - --format mp3 --from 0.5 --to 1", "mp3"),
            ("concat SAMPLES/h264-bframes.mp4 SAMPLES/h264-bframes.mp4 -o - --format mkv", "matroska,webm"),
            ("concat SAMPLES/h264-bframes.mp4 SAMPLES/h264-bframes.mp4 -o - --format mp4", "mov,mp4"),
        ]
    )
    func others(words: String, format: String) throws {
        // A reader that cannot seek either.
        let made = try shell(
            "\"$tool\" \(words) | ffprobe -v error -show_entries format=format_name -of csv=p=0 - 2>&1"
        )
        let says = made.errors.split(separator: "\n").filter { !$0.hasPrefix("assettool: standard output holds 0.0 s") }
        #expect(made.code == 0 && says.isEmpty, "\(made.errors)")
        #expect(made.output.hasPrefix("\"\(format)") || made.output.hasPrefix(format), "\(made.output)")
        #expect(try folder.contents.isEmpty)
    }

    @Test(
        "a reader that goes away ends it quietly",
        arguments: [
            "export SAMPLES/h264-bframes.mp4 -o - --format mkv --preset passthrough",
            "export SAMPLES/h264-bframes.mp4 -o - --format mp4 --to 0.2",
            "export SAMPLES/mp3-xing.mp3 -o - --format wav", "trim SAMPLES/h264-bframes.mp4 -o - --format mkv --from 1",
            "concat SAMPLES/h264-bframes.mp4 SAMPLES/h264-bframes.mp4 -o - --format ts",
            "thumbnail SAMPLES/h264-bframes.mp4 -o - --format png",
        ]
    )
    func closedPipe(words: String) throws {
        let outcome = try shell("mkfifo pipe; (: < pipe) & \"$tool\" \(words) > pipe")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.code) \(outcome.errors)")
        #expect(try folder.contents == ["pipe"])
    }

    @Test(
        "what goes wrong is said, also when the reader has gone",
        arguments: [
            ("export /nonexistent.mp4 -o - --format mkv", "cannot open '/nonexistent.mp4'"),
            ("trim /nonexistent.mp4 -o - --format mkv --from 1", "cannot open '/nonexistent.mp4'"),
            ("concat /nonexistent.mp4 -o - --format mkv", "cannot open '/nonexistent.mp4'"),
            ("export SAMPLES/aac.m4a -o - --format wav --from 1000", "cannot export"),
        ]
    )
    func errorsForNobody(words: String, message: String) throws {
        let outcome = try shell("mkfifo pipe; (: < pipe) & exec 3> pipe; wait; \"$tool\" \(words) >&3")
        #expect(outcome.code == 1, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("assettool: ") && outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test("only a broken pipe is a reader that has gone")
    func brokenPipe() {
        func failure(_ number: CInt) -> AVError {
            let posix = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
            let cocoa = NSError(domain: NSCocoaErrorDomain, code: 512, userInfo: [NSUnderlyingErrorKey: posix])
            return AVError(.unknown, userInfo: [NSUnderlyingErrorKey: cocoa])
        }
        #expect(StandardOutput.isBrokenPipe(failure(EPIPE)))
        #expect(StandardOutput.isBrokenPipe(WorkError(message: "cannot export 'a.mp4'", because: failure(EPIPE))))
        #expect(!StandardOutput.isBrokenPipe(WorkError(message: "cannot export 'a.mp4'", because: failure(ENOSPC))))
        #expect(!StandardOutput.isBrokenPipe(WorkError(message: "cannot export 'a.mp4': Broken pipe")))
        #expect(!StandardOutput.isBrokenPipe(CancellationError()))
    }

    @Test("a movie that is to start fast is whole, with its index in front", arguments: ["mp4", "mov"])
    func fastStart(format: String) throws {
        let source = "SAMPLES/h264-bframes.mp4"
        let made = try shell(
            "\"$tool\" export \(source) -o - --format \(format) --preset passthrough --fast-start | cat > out"
        )
        #expect(made.code == 0 && made.errors.isEmpty, "\(made.errors)")
        let bytes = try Data(contentsOf: URL(filePath: folder.path("out")))
        let index = try #require(bytes.range(of: Data("moov".utf8)))
        let media = try #require(bytes.range(of: Data("mdat".utf8)))
        #expect(index.lowerBound < media.lowerBound)
        #expect(bytes.range(of: Data("moof".utf8)) == nil)
        #expect(try probe("out").contains("h264"))
    }

    @Test(
        "a plan may go to a terminal, and be JSON",
        arguments: [
            ["export", "--preset", "passthrough"], ["trim", "--from", "1", "--mode", "keyframe"],
            ["trim", "--from", "1"], ["concat"],
        ]
    )
    func plans(words: [String]) async throws {
        let more = [samples + "/h264-bframes.mp4", "-o", "-", "--format", "mkv", "--dry-run"]
        let terminal = ConsoleRecorder(width: 80)
        #expect(await Assettool.run(words + more, terminal.console) == .done, "\(terminal.messages)")
        #expect(!terminal.results.isEmpty)
        let json = ConsoleRecorder(width: 80)
        #expect(await Assettool.run(words + more + ["--json"], json.console) == .done, "\(json.messages)")
        let plan = try JSONSerialization.jsonObject(with: Data(json.results.utf8)) as? [String: Any]
        #expect(plan?["output"] as? String == "-" && plan?["plan"] != nil)
    }

    @Test("a full device and a closed standard output are errors, and stay what they are")
    func fullDevice() throws {
        for (words, place) in [
            ("--format mkv", "> /dev/full"), ("--format wav", "> /dev/full"), ("--format mp4", ">&-"),
            ("--format wav", ">&-"),
        ] {
            let outcome = try shell("\"$tool\" export SAMPLES/chapters.mp4 -o - \(words) --to 0.2 \(place)")
            #expect(outcome.code == 1, "\(words) \(place)")
            #expect(
                outcome.errors.hasPrefix("assettool: cannot export") && outcome.errors.split(separator: "\n").count == 1
            )
        }
        let device = try shell(
            "\"$tool\" export SAMPLES/chapters.mp4 -o /dev/full -y --format mkv --preset passthrough"
        )
        #expect(device.code == 1 && device.errors.contains("no space left"), "\(device.errors)")
        #expect(try shell("test -c /dev/full && test -L /dev/stdout").code == 0)
    }

    @Test(
        "what standard output cannot have is refused",
        arguments: [
            ("export a.mp4 -o -", "standard output needs --format"),
            ("export a.mp4 -o - --format mkv --json", "--json and '-o -' both write to standard output"),
            ("export a.mp4 -o - --hls", "--hls makes a folder"),
            ("export a.mp4 b.mp4 -o - --format mkv", "for one file"),
            ("trim a.mp4 -o - --format mkv --split-every 1", "'-o -' is for one part"),
            ("trim a.mp4 -o - --from 1", "standard output needs --format"),
            ("concat a.mp4 -o -", "standard output needs --format"),
            ("export a.mp4 -o b.mp4 --format mkv", "contradict each other"),
            ("export a.mp4 -o b --format xyz", "there is no format 'xyz'"),
        ]
    )
    func refusals(words: String, message: String) async {
        let recorder = ConsoleRecorder()
        let arguments = words.split(separator: " ").map(String.init)
        #expect(await Assettool.run(arguments, recorder.console) == .wrongCommandLine)
        #expect(recorder.messages.contains(message), "\(recorder.messages)")
        let terminal = ConsoleRecorder(width: 80)
        #expect(await Assettool.run(["export", "a.mp4", "-o", "-", "--format", "mkv"], terminal.console) != .done)
        #expect(terminal.messages.contains("a terminal cannot show media"))
    }

    @Test("--format says what a file without an ending becomes")
    func format() throws {
        let made = try shell("\"$tool\" export SAMPLES/h264-bframes.mp4 -o out --format mkv --preset passthrough")
        #expect(made.code == 0 && made.output == "out\n", "\(made.errors)")
        #expect(try probe("out").contains("matroska"))
    }
}
