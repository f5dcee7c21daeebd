import AssetKit
import Foundation
import TestSupport
import Testing

@testable import assettool

/// What may go wrong around the tool, with the real process.
@Suite("assettool, faults", .waitsForPrograms)
struct ToolFaultTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String { PackageFolder.root.appending(path: "SampleMedia/\(name)").path }

    private func run(_ command: String, _ before: String = "") throws -> ToolProcess {
        var words = command
        for (word, name) in [("MOVIE", "h264-bframes.mp4"), ("OTHER", "hevc.mp4"), ("SOUND", "aac.m4a")] {
            words = words.replacingOccurrences(of: word, with: "'\(sample(name))'")
        }
        return try ToolProcess(shell: "cd '\(folder.path)' && \(before)\"$tool\" \(words)")
    }

    @Test(
        "a file that may not grow so large is a sentence, wherever that is, and leaves nothing",
        arguments: [
            "export MOVIE -o a.mp4 --preset LowQuality", "export MOVIE -o a.mov --video-codec copy --audio-codec copy",
            "export MOVIE -o a.webm --to 1", "export SOUND -o a.wav", "export SOUND -o a.m4a --fast-start",
            "trim MOVIE -o a.mp4 --from 0.5 --mode exact", "trim MOVIE -o a.mkv --from 0.5 --mode keyframe",
            "trim MOVIE -o a.mp4 --keep 0..1 --keep 1.5..3 --mode exact", "trim MOVIE -o a.mp4 --from 0.5 --to 2.5",
            "trim MOVIE -o a.mkv --from 0.5 --to 2.5", "trim MOVIE -o a.ts --keep 0.3..1 --keep 1.5..3",
            "concat MOVIE OTHER -o a.mp4",
            "compose MOVIE@0..1 MOVIE -o a.mp4",
            "compose MOVIE OTHER --dissolve 0.4 --encoder-preset ultrafast -o a.mp4",
            "export MOVIE -o a.mp4 --limit-size 100k",
        ],
        [0, 5]
    )
    func tooLarge(command: String, kilobytes: Int) throws {
        let process = try run(command, "ulimit -f \(kilobytes) && ")
        #expect(process.code == 1)
        #expect(process.errors.hasPrefix("assettool: cannot "), "\(process.errors)")
        #expect(process.errors.hasSuffix("the file would become larger than files may be here\n"), "\(process.errors)")
        // Files on the way are nobody's business.
        #expect(!process.errors.contains(".assettool-"), "\(process.errors)")
        #expect(try folder.contents == [])
    }

    @Test("an export in fragments that may not grow on keeps what it has, and says so")
    func tooLargeInFragments() async throws {
        let process = try run(
            "export MOVIE -o a.mp4 --video-codec copy --audio-codec copy --fragmented --fragment-interval 0.5",
            "ulimit -f 24 && "
        )
        #expect(process.code == 1)
        #expect(process.errors.contains("larger than files may be here; what was written before is in 'a.mp4'"))
        let asset = AVURLAsset(url: URL(filePath: folder.path("a.mp4")))
        #expect(try await asset.load(.duration) >= CMTime(value: 1, timescale: 2))
        let judge = try ToolProcess(
            shell: "command -v ffmpeg > /dev/null || exit 0; ffmpeg -v error -i '\(folder.path)/a.mp4' -f null -"
        )
        #expect(judge.errors == "")
    }

    @Test("an export in fragments takes the place of an older file at once, and only where that may be replaced")
    func fragmentedTarget() async throws {
        try folder.write("precious", to: "a.mp4")
        let command = "export MOVIE -o a.mp4 --preset LowQuality --fragmented"
        let refused = try run(command)
        #expect(refused.code == 1 && refused.errors.contains("--overwrite replaces it"))
        #expect(try folder.text(of: "a.mp4") == "precious")
        let done = try run(command + " --overwrite")
        #expect(done.code == 0, "\(done.errors)")
        #expect(try await AVURLAsset(url: URL(filePath: folder.path("a.mp4"))).load(.containsFragments))
        #expect(try folder.contents == ["a.mp4"])
    }

    @Test("a folder that goes while it is written to is an error")
    func vanishing() throws {
        let process = try ToolProcess(
            shell: """
                cd '\(folder.path)' && mkdir gone && mkfifo progress
                "$tool" export '\(sample("h264-bframes.mp4"))' -o gone/a.mp4 --fps 1000 --encoder-preset slower --preset LowQuality \
                --progress json 2> progress & pid=$!
                exec 3< progress; read -r line <&3; rm -rf gone; tail -n 1 <&3; wait $pid
                """
        )
        #expect(process.code == 1)
        #expect(process.output.contains("assettool: cannot export "), "\(process.output)")
        #expect(try folder.contents == ["progress"])
    }

    @Test(
        "a source that is cut short or changed while it is read is an error, never a file that is wrong",
        arguments: ["h264-bframes.mp4", "h264-bframes.mkv", "h264.ts", "mpeg4-part2.mp4"],
        ["truncate -s 9000", "printf x >>"]
    )
    func changingSource(name: String, change: String) throws {
        let source = "source.\(URL(filePath: name).pathExtension)"
        let process = try ToolProcess(
            shell: """
                cd '\(folder.path)' && mkfifo progress && cp '\(sample(name))' \(source)
                "$tool" export \(source) -o a.mp4 --fps 300 --encoder-preset slower --preset LowQuality --progress json 2> progress & pid=$!
                exec 3< progress; read -r line <&3; read -r line <&3; read -r line <&3; \(change) \(source); tail -n 1 <&3; wait $pid
                """
        )
        #expect(process.code == 1)
        #expect(process.output.hasPrefix("assettool: cannot export '\(source)': "), "\(process.output)")
        #expect(try folder.contents == ["progress", source])
    }

    @Test(
        "a source of an edit that is cut short or changed while it is read is named, and leaves nothing",
        arguments: ["h264-bframes.mp4", "h264-bframes.mkv"],
        ["truncate -s 9000", "printf x >>"]
    )
    func changingPart(name: String, change: String) throws {
        let source = "source.\(URL(filePath: name).pathExtension)"
        let process = try ToolProcess(
            shell: """
                cd '\(folder.path)' && mkfifo progress && cp '\(sample(name))' \(source)
                "$tool" compose '\(sample("h264-bframes.mov"))' \(source) --dissolve 0.5 --fade-out 2 --fps 200 --encoder-preset slower -o a.mp4 --progress json 2> progress & pid=$!
                exec 3< progress; read -r line <&3; read -r line <&3; \(change) \(source); tail -n 1 <&3; wait $pid
                """
        )
        #expect(process.code == 1)
        #expect(process.output.hasPrefix("assettool: cannot "), "\(process.output)")
        #expect(process.output.contains("\(source)'"), "\(process.output)")
        #expect(try folder.contents == ["progress", source])
    }

    @Test(
        "a source of an edit that changes before it is copied is named",
        arguments: [
            ("printf x >>", "it has changed while it was read"), ("truncate -s 9000", "it ends before sample"),
            ("rm", "No such file or directory"),
        ]
    )
    func changingCopiedPart(change: String, reason: String) throws {
        // What is copied before it is more than a pipe takes, and is not taken until the source is another one.
        let parts = Array(repeating: "'\(sample("h264-all-intra.mp4"))'", count: 20).joined(separator: " ")
        let process = try ToolProcess(
            shell: """
                cd '\(folder.path)' && mkfifo out && cp '\(sample("h264-all-intra.mp4"))' source.mp4
                "$tool" compose \(parts) source.mp4 -o - --format mkv > out & pid=$!
                exec 3< out; head -c 4096 <&3 > /dev/null; \(change) source.mp4; cat <&3 > /dev/null; wait $pid
                """
        )
        #expect(process.code == 1)
        #expect(process.errors.hasPrefix("assettool: cannot compose '-': "), "\(process.errors)")
        #expect(process.errors.contains("source.mp4': \(reason)"), "\(process.errors)")
    }

    @Test(
        "the input is never written over, whatever it is called",
        arguments: ["export", "trim --from 0.5", "concat source.mp4"],
        ["symbolic.mp4", "hard.mp4", "source.mp4", "./source.mp4"]
    )
    func sameFile(verb: String, target: String) throws {
        let process = try ToolProcess(
            shell: """
                cd '\(folder.path)' && cp '\(sample("h264-bframes.mp4"))' source.mp4
                ln -s source.mp4 symbolic.mp4; ln source.mp4 hard.mp4
                "$tool" \(verb) source.mp4 -o \(target) --overwrite
                """
        )
        #expect(process.code == 1)
        #expect(process.errors.contains("it is the input"), "\(process.errors)")
        let before = try Data(contentsOf: URL(filePath: sample("h264-bframes.mp4")))
        #expect(try Data(contentsOf: URL(filePath: folder.path("source.mp4"))) == before)
        #expect(try folder.contents == ["hard.mp4", "source.mp4", "symbolic.mp4"])
    }

    @Test(
        "names may be anything",
        arguments: ["with space.m4a", "it's \"quoted\".m4a", "two\nlines.m4a", "é日本🎬.m4a", "-dash.m4a", "100%d.m4a"]
    )
    func names(name: String) throws {
        let process = try ToolProcess(
            shell: """
                cd '\(folder.path)' && IFS= read -r -d '' name
                cp '\(sample("aac.m4a"))' "./$name"
                "$tool" export -o "out $name" -- "$name" && "$tool" trim --to 1 -o "./cut" --overwrite -- "out $name"
                echo; "$tool" concat -o "./all $name" -- "$name" "out $name"
                """.replacingOccurrences(
                    of: "IFS= read -r -d '' name",
                    with: "name=$(printf '\(name.utf8.map { "\\x" + String($0, radix: 16) }.joined())')"
                )
        )
        #expect(process.code == 0, "\(process.errors)")
        #expect(try folder.contents == ["all \(name)", name, "out \(name)"].sorted())
    }

    @Test(
        "ranges without a picture, and behind the end, are one sentence",
        arguments: [
            "export MOVIE -o a.mp4 --from 1 --to 1", "export MOVIE -o a.mp4 --from 3",
            "export MOVIE -o a.mp4 --from 99",
            "trim MOVIE -o a.mp4 --from 3 --to 4 --mode exact", "trim MOVIE -o a.mp4 --from 1 --duration 0",
            "trim MOVIE -o a.mp4 --keep 5..6", "export SOUND -o a.wav --from 50",
        ]
    )
    func emptyRanges(command: String) throws {
        let process = try run(command)
        #expect(process.code == 1 || process.code == 2, "\(process.errors)")
        #expect(process.errors.hasPrefix("assettool: cannot "), "\(process.errors)")
        #expect(process.errors.split(separator: "\n").count == 1)
        #expect(try folder.contents == [])
    }

    @Test("a folder that this user may not write to is an error")
    func noPermission() throws {
        // Root may write anywhere but where the kernel itself makes the files.
        let closed = geteuid() == 0 ? "/sys" : "shut"
        let process = try ToolProcess(
            shell: """
                cd '\(folder.path)' && mkdir shut && chmod 555 shut
                "$tool" export '\(sample("aac.m4a"))' -o \(closed)/a.m4a
                """
        )
        #expect(process.code == 1)
        #expect(process.errors.hasPrefix("assettool: cannot export '"))
        #expect(process.errors.contains("this user may not write there"), "\(process.errors)")
    }
}
