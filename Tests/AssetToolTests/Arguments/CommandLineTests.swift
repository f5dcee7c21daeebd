import AssetKit
import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("The command line", .waitsForPrograms)
struct CommandLineTests {
    @Test("help lists every verb, and every verb's help lists its options")
    func help() async {
        let overview = await ConsoleRecorder.run("help").results
        for verb in Assettool.verbs {
            #expect(overview.contains("  \(verb.help.name)"))
            let text = await ConsoleRecorder.run("help", verb.help.name).results
            #expect(await ConsoleRecorder.run(verb.help.name, "--help").results == text)
            #expect(await ConsoleRecorder.run(verb.help.name, "-h").results == text)
            for option in verb.help.allOptions { #expect(text.contains("  \(option.usage) ")) }
            #expect((2...4).contains(verb.help.examples.count))
            for line in text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
        }
        for arguments in [[], ["--help"], ["-h"], ["help", "--help"]] {
            let recorder = ConsoleRecorder()
            #expect(await Assettool.run(arguments, recorder.console) == .done)
            #expect(recorder.results == overview)
        }
    }

    @Test("the examples in help work")
    func examples() throws {
        for example in Assettool.verbs.flatMap({ $0.help.examples }) {
            let command = Self.withoutDevices(example.command)
                .replacing("assettool", with: "\"$tool\"", maxReplacements: 1)
            // Some examples write files, so each runs in a folder of its own. Devices are those of a file.
            let outcome = try ToolProcess(
                shell: """
                    folder=$(mktemp -d); trap 'rm -r "$folder"' EXIT
                    export ASSETKIT_SYNTHETIC_DEVICES="$folder/devices.json"
                    echo '\(SyntheticFile.text())' > "$folder/devices.json"
                    ln -s '\(PackageFolder.root.path)/SampleMedia' "$folder" && cd "$folder" && \(command)
                    """
            )
            #expect(outcome.code == 0, "\(example.command): \(outcome.errors)")
            #expect(!outcome.output.isEmpty)
            // A cut at key pictures says where it is.
            let rest = outcome.errors.split(separator: "\n").filter { !$0.contains(" holds ") }
            #expect(rest.isEmpty, "\(example.command)")
        }
    }

    /// What plays does so without a card and a display, quickly, and says how it went.
    private static func withoutDevices(_ command: String) -> String {
        guard command.hasPrefix("assettool play ") else { return command }
        var command = command + " --stats json"
        for (option, value) in [("--audio", "file:heard-here.wav"), ("--video", "none"), ("--rate", "8")]
        where !command.contains(option) { command += " \(option) \(value)" }
        return command
    }

    @Test(
        "a mistyped verb or option suggests the nearest one",
        arguments: [
            (["tmie", "1"], "there is no verb 'tmie'; did you mean 'time'?"),
            (["help", "tiem"], "there is no verb 'tiem'; did you mean 'time'?"),
            (
                ["help", "time", "extra"],
                "'assettool help time' takes nothing more, but 'extra' follows; see 'assettool help'"
            ),
            (
                ["--version", "extra"],
                "'assettool --version' takes nothing more, but 'extra' follows; see 'assettool help'"
            ),
            (["-h", "time"], "'assettool -h' takes nothing more, but 'time' follows; see 'assettool help'"),
            (["frobnicate"], "there is no verb 'frobnicate'; see 'assettool help'"),
            (["time", "1", "--jsn"], "there is no option '--jsn'; did you mean '--json'?"),
            (["time", "1", "--rate"], "option '--rate' needs a value: --rate R; see 'assettool help time'"),
            (
                ["record", "--camera", "-o", "a.mov"],
                "option '--camera' needs a value, but the option '-o' follows: --camera ID; see 'assettool help record'"
            ),
            (
                ["trim", "a.mp4", "-o", "--start=1"],
                "option '-o' needs a value, but the option '--start=1' follows: --output OUT; see 'assettool help trim'"
            ),
            (["time", "1", "--json=yes"], "option '--json' takes no value; see 'assettool help time'"),
            (["time", "1", "--rate", "fast"], "'fast' is not a frame rate; see 'assettool help time'"),
            (["time"], "an expression is missing; see 'assettool help time'"),
            (["trim", "a.mov", "--speed", "2"], "trim has no option '--speed'; 'assettool export' has it"),
            (["concat", "a.mov", "b.mov", "--speed=2"], "concat has no option '--speed'; 'assettool export' has it"),
            (["time", "1", "-x"], "there is no option '-x'; see 'assettool help time'"),
        ]
    )
    func mistakes(arguments: [String], message: String) async {
        let recorder = ConsoleRecorder()
        #expect(await Assettool.run(arguments, recorder.console) == .wrongCommandLine)
        #expect(recorder.messages == "assettool: " + message)
        #expect(recorder.results.isEmpty)
    }

    @Test(
        "-q, -v and -h go with every verb, and -y with each that writes",
        arguments: Assettool.verbs.map { $0.help.name }
    )
    func letters(name: String) throws {
        let help = try #require(Assettool.verbs.first { $0.help.name == name }).help
        #expect(help.option("-q")?.name == "quiet")
        #expect(help.option("-v")?.name == "verbose")
        #expect(help.option("-h")?.name == "help")
        #expect(help.option("-y")?.name == (help.options.contains { $0.name == "overwrite" } ? "overwrite" : nil))
    }

    @Test("a value may begin with a dash where it is no option of the verb, and be one where it is attached")
    func dashes() throws {
        let words = ["--from", "-5", "--to", "-.5", "-o", "-a.mp4", "--mode=-y", "--sound", "-"]
        let parsed = try ParsedArguments(words, for: TrimVerb.help)
        #expect(parsed.options.map(\.name) == ["from", "to", "output", "mode", "sound"])
        #expect(parsed.options.map(\.value) == ["-5", "-.5", "-a.mp4", "-y", "-"])
    }

    @Test("what people call options elsewhere is understood where the option is, and not listed")
    func aliases() throws {
        let parsed = try ParsedArguments(["a.mp4", "--start", "1", "--end=2"], for: TrimVerb.help)
        #expect(parsed.value(of: "from") == "1" && parsed.value(of: "to") == "2")
        #expect(!TrimVerb.help.text.contains("--start"))
        #expect(throws: UsageError.self) { try ParsedArguments(["--start", "1"], for: TimeVerb.help) }
    }

    @Test("--verbose shows what the libraries say, and nothing else does")
    func verbose() async {
        for (arguments, follows) in [
            (["time", "1", "-v"], true), (["time", "1"], false), (["time", "1", "-q"], false),
        ] {
            let recorder = ConsoleRecorder()
            #expect(await Assettool.run(arguments, recorder.console) == .done)
            #expect(recorder.followsLibraries == follows)
        }
        let both = await ConsoleRecorder.run("time", "1", "-q", "-v")
        #expect(both.code == .wrongCommandLine)
        #expect(both.messages.contains("--quiet and --verbose contradict each other"))
    }

    @Test("with --json what fails is said in JSON, too, in every verb", arguments: Assettool.verbs.map { $0.help.name })
    func failuresInJSON(name: String) async throws {
        for arguments in [[name, "--bogus", "--json"], [name, "/nowhere/a.mp4", "--json"]] {
            let recorder = ConsoleRecorder()
            #expect(await Assettool.run(arguments, recorder.console) != .done)
            let document = try JSONSerialization.jsonObject(with: Data(recorder.results.utf8))
            let failure = try #require(document as? [String: Any] ?? (document as? [[String: Any]])?.first)
            let sentence = try #require(failure["error"] as? String)
            #expect(recorder.messages == "assettool: " + sentence)
        }
        let plain = ConsoleRecorder()
        _ = await Assettool.run([name, "--bogus"], plain.console)
        #expect(plain.results.isEmpty)
    }

    @Test("options may stand anywhere, with a space or an equals sign, and -- ends them")
    func parsing() throws {
        let parsed = try ParsedArguments(
            ["-5", "--rate=25", "+", "--json", "--rate", "30", "--", "--wrap"],
            for: TimeVerb.help
        )
        #expect(parsed.positionals == ["-5", "+", "--wrap"])
        #expect(parsed.value(of: "rate") == "30")
        #expect(parsed.has("json"))
        #expect(!parsed.has("wrap"))
    }

    @Test("the process answers with the contract's exit codes and keeps its streams apart")
    func process() throws {
        let good = try ToolProcess(shell: #""$tool" time "1/3 + 1/6""#)
        #expect(good.code == 0)
        #expect(good.output.hasPrefix("time      3/6\n"))
        #expect(good.errors.isEmpty)
        let wrong = try ToolProcess(shell: #""$tool" time 1/0"#)
        #expect(wrong.code == 2)
        #expect(wrong.output.isEmpty)
        #expect(wrong.errors.hasPrefix("assettool: division by zero"))
        #expect(try ToolProcess(shell: #""$tool" time --check /nowhere"#).code == 1)
        #expect(try ToolProcess(shell: #""$tool" --version"#).output == "assettool \(Assettool.version)\n")
    }

    @Test("a full disk is an error, and a reader that goes away is none")
    func brokenOutput() throws {
        let full = try ToolProcess(shell: #""$tool" time 1 > /dev/full"#)
        #expect(full.code == 1)
        #expect(full.errors == "assettool: cannot write the result: No space left on device\n")
        // The reader closes its end before it lets the tool start.
        let closed = try ToolProcess(
            shell: """
                folder=$(mktemp -d); trap 'rm -r "$folder"' EXIT; mkfifo "$folder/ready"; set -o pipefail
                { read -r _ < "$folder/ready"; "$tool" time 1; } | { exec <&-; echo > "$folder/ready"; }
                """
        )
        #expect(closed.code == 0)
        #expect(closed.errors.isEmpty)
    }

    @Test(
        "names that are not UTF-8 are refused, where they would become other names",
        arguments: ["record -o", "snapshot -o", "info", "recover", "export \(sample) --preset passthrough -o"]
    )
    func notText(verb: String) throws {
        let folder = try ScratchFolder()
        let outcome = try ToolProcess(shell: #"cd '\#(folder.path)'; "$tool" \#(verb) $'\xff.mp4'"#)
        #expect(outcome.code == 2)
        let name = "\u{FFFD}.mp4"
        #expect(outcome.errors.hasPrefix("assettool: '\(name)' is not UTF-8, and other names of files cannot"))
        #expect(outcome.output.isEmpty)
        #expect(try folder.contents.isEmpty)
    }

    private static let sample = "'\(PackageFolder.root.path)/SampleMedia/faststart.mp4'"
}
