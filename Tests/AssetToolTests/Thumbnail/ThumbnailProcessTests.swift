import AssetKit
import TestSupport
import Testing

@testable import assettool

@Suite("assettool thumbnail as a process", .waitsForPrograms)
struct ThumbnailProcessTests {
    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    /// Runs a shell line in a folder of its own, in which `$a` is a video.
    private func run(_ command: String) throws -> ToolProcess {
        try ToolProcess(
            shell: """
                a='\(sample("h264-bframes.mp4"))'
                folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
                \(command)
                """
        )
    }

    @Test(
        "strange names are names",
        arguments: [
            "a b.mp4", "new\\nline.mp4", "-dash.mp4", "--json.mp4", "ünï 映画.mp4", "100%d %t.mp4", "*?[x].mp4",
            "$HOME`id`.mp4",
            "no ending", ".hidden.mp4", "colon: http:.mp4", #"back\\slash".mp4"#,
        ]
    )
    func names(name: String) throws {
        let outcome = try run(
            """
            name=$'\(name)'; cp "$a" "./$name"
            "$tool" thumbnail --quiet -- "$name" > list || exit
            read -r -d '' expected < list; stem=${name%.mp4}
            [ "$expected" = "$stem.jpg" ] && [ -s "./$stem.jpg" ]
            """
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty)
    }

    @Test(
        "an interruption leaves nothing and changes nothing",
        arguments: [
            ("kill -INT $pid", 130), ("kill -TERM $pid", 143), ("kill -INT $pid; kill -INT $pid", 130),
        ] as [(String, Int32)]
    )
    func interruption(signals: String, code: Int32) throws {
        // The first line of progress says that pictures are being written.
        let outcome = try run(
            """
            mkfifo progress; echo old > t-1.jpg
            "$tool" thumbnail "$a" --exact --count 5000 -o t.jpg --overwrite --progress json 2> progress & pid=$!
            exec 3< progress; read -r line <&3
            \(signals)
            wait $pid; code=$?
            ls -A; cat t-1.jpg
            exit $code
            """
        )
        #expect(outcome.code == code)
        #expect(outcome.output == "progress\nt-1.jpg\nold\n")
    }

    @Test("a full disk, a place that cannot be written to and a full pipe are one sentence each")
    func unwritable() throws {
        let full = try run(#""$tool" thumbnail "$a" -o /dev/full"#)
        #expect(full.code == 1)
        #expect(full.errors == "assettool: cannot write '/dev/full': No space left on device\n")
        let stream = try run(#""$tool" thumbnail "$a" -o - > /dev/full"#)
        #expect(stream.code == 1)
        #expect(stream.errors == "assettool: cannot write the result: No space left on device\n")
        let place = try run(#""$tool" thumbnail "$a" -o /proc/t.jpg; code=$?; ls -A; exit $code"#)
        #expect(place.code == 1)
        #expect(place.errors.hasPrefix("assettool: cannot write '/proc/t.jpg': "))
        #expect(place.errors.split(separator: "\n").count == 1)
        #expect(place.output.isEmpty)
    }

    @Test("a picture goes to standard output, and a file may come from standard input")
    func streams() throws {
        let outcome = try run(
            """
            "$tool" thumbnail "$a" --format png -o - > out.png || exit
            "$tool" thumbnail - --format png -o - < "$a" > in.png || exit
            "$tool" thumbnail - < "$a" || exit
            cmp out.png in.png && head -c 4 out.png | tail -c 3; ls -A
            """
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output == "stdin.jpg\nPNGin.png\nout.png\nstdin.jpg\n")
        let several = try run(#""$tool" thumbnail "$a" --count 2 -o -"#)
        #expect(several.code == 2)
        #expect(several.output.isEmpty)
    }
}
