import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("assettool info", .waitsForPrograms)
struct InfoVerbTests {
    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ arguments: [String], input: Data = Data()) async -> (code: ExitCode, recorder: ConsoleRecorder) {
        let recorder = ConsoleRecorder()
        return (await Assettool.run(["info"] + arguments, recorder.console), recorder)
    }

    private func document(_ arguments: [String]) async throws -> JSONValue {
        let outcome = await run(arguments + ["--json"])
        return try JSONDecoder().decode(JSONValue.self, from: Data(outcome.recorder.results.utf8))
    }

    private func fields(_ value: JSONValue?) throws -> [String: JSONValue] {
        guard case .object(let fields) = value else {
            throw WorkError(message: "not an object: \(String(describing: value))")
        }
        return fields
    }

    @Test("one file is one screen")
    func text() async throws {
        let outcome = await run([sample("chapters.mp4")])
        #expect(outcome.code == .done)
        #expect(
            outcome.recorder.results == """
                \(sample("chapters.mp4")): MPEG-4, 0:00:03.000, 49.8 kB, 133 kb/s
                   1  video      H.264 High 1.2, 320x180, 25 fps, 4:2:0 8 bit, 57 kb/s, und
                   2  audio      AAC LC, 48.0 kHz, stereo, 64 kb/s, und
                   3  text       text, 0 kb/s, eng, disabled

                chapters
                  0:00:00.000  Opening
                  0:00:01.000  Middle: été
                  0:00:02.000  End
                """
        )
    }

    @Test("JSON has the documented keys, in one object for one file")
    func json() async throws {
        let file = try fields(try await document([sample("hdr10.mp4")]))
        #expect(file["fileType"] == .string("public.mpeg-4"))
        #expect(file["durationIsPrecise"] == .boolean(true))
        guard case .array(let tracks) = file["tracks"] else { throw WorkError(message: "no tracks") }
        let track = try fields(tracks.first)
        #expect(track["codec"] == .string("hvc1"))
        #expect(track["profile"] == .string("Main 10"))
        let video = try fields(track["video"])
        #expect(video["hdr"] == .string("HDR10"))
        #expect(video["chroma"] == .string("4:2:0"))
        let color = try fields(video["color"])
        #expect(color["transfer"] == .string("smpte2084"))
        #expect(video["masteringDisplay"] != nil)
        for key in ["url", "size", "duration", "startTime", "bitRate", "metadata", "chapters", "warnings"] {
            #expect(file[key] != nil, "\(key) is missing")
        }
    }

    @Test("several files are reported in order, and one that fails does not stop the others")
    func severalFiles() async throws {
        let names = [sample("flac.flac"), "/nowhere/é “x”.mp4", sample("one-frame.mp4")]
        let outcome = await run(names + ["--json"])
        #expect(outcome.code == .failed)
        let sentence = "cannot open '/nowhere/é “x”.mp4': No such file or directory"
        #expect(outcome.recorder.messages == "assettool: \(sentence)")
        guard
            case .array(let files) = try JSONDecoder().decode(JSONValue.self, from: Data(outcome.recorder.results.utf8))
        else { throw WorkError(message: "not an array") }
        #expect(try fields(files[0])["fileType"] == .string("org.xiph.flac"))
        #expect(try fields(files[1])["error"] == .string(sentence))
        #expect(try fields(files[2])["fileType"] == .string("public.mpeg-4"))
    }

    @Test(
        "what is no media is one sentence",
        arguments: [
            ("SampleMedia", "Is a directory"),
            ("README.md", "it is not media of a kind known here"),
        ]
    )
    func refusals(path: String, reason: String) async {
        let file = PackageFolder.root.appending(path: path).path
        let outcome = await run([file])
        #expect(outcome.code == .failed)
        #expect(outcome.recorder.messages == "assettool: cannot open '\(file)': \(reason)")
        #expect(outcome.recorder.results.isEmpty)
    }

    @Test("--samples lists every sample with its times on the asset's timeline")
    func samples() async throws {
        let file = try fields(try await document([sample("h264-bframes.mp4"), "--samples"]))
        guard case .array(let tracks) = file["tracks"], case .array(let samples) = try fields(tracks.first)["samples"]
        else {
            throw WorkError(message: "no samples")
        }
        #expect(samples.count == 75)
        let second = try fields(samples[1])
        #expect(second["number"] == .number(integer: 2, floatingPoint: 2))
        #expect(second["sync"] == .boolean(false))
        guard case .number(_, let seconds) = try fields(second["presentationTime"])["seconds"] else {
            throw WorkError(message: "no time")
        }
        #expect(seconds == 0.16)
    }

    @Test("the process reads standard input, a name that begins with a dash, and a FIFO")
    func process() throws {
        let media = sample("one-frame.mp4")
        let piped = try ToolProcess(shell: #""$tool" info - < '\#(media)'"#)
        #expect(piped.code == 0)
        #expect(piped.output.hasPrefix("-: MPEG-4, 0:00:00.040"))
        let dashed = try ToolProcess(
            shell: """
                folder=$(mktemp -d); trap 'rm -r "$folder"' EXIT; cd "$folder"; cp '\(media)' ./--json
                "$tool" info -- --json
                """
        )
        #expect(dashed.code == 0)
        #expect(dashed.output.hasPrefix("--json: MPEG-4"))
        let queue = try ToolProcess(
            shell: """
                folder=$(mktemp -d); trap 'rm -r "$folder"' EXIT; mkfifo "$folder/queue"
                cat '\(media)' > "$folder/queue" & "$tool" info "$folder/queue"
                """
        )
        #expect(queue.code == 0, "\(queue.errors)")
        #expect(queue.output.contains("H.264 High 1.2, 320x180"))
    }

    @Test("a file without a name, and options that there are not, are told apart")
    func usage() async {
        #expect(await run([]).recorder.messages == "assettool: a file is missing; see 'assettool help info'")
        #expect(await run(["a.mp4", "--sample"]).recorder.messages.hasSuffix("did you mean '--samples'?"))
    }
}
