import AssetKit
import Foundation
import TestSupport
import Testing

@testable import assettool

/// The tool, killed from outside at any moment. `scripts/fault-runs.sh` kills it hundreds of times.
@Suite("assettool, killed", .waitsForPrograms)
struct ToolKillTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static let count = ProcessInfo.processInfo.environment["ASSETKIT_KILLS"].flatMap { Int($0) } ?? 2

    /// Exports until it has told of its progress so often, and a while longer. Answers the last that it told.
    private func killed(_ arguments: String, after lines: Int, turns: Int) throws -> (code: Int32, fraction: Double) {
        let sample = PackageFolder.root.appending(path: "SampleMedia/h264-bframes.mp4").path
        let process = try ToolProcess(
            shell: """
                cd '\(folder.path)' && rm -f progress a.mp4 && mkfifo progress
                "$tool" export '\(sample)' -o a.mp4 --preset LowQuality --fps 1000 --encoder-preset slower \(arguments) --progress json \
                > /dev/null 2> progress & pid=$!
                exec 3< progress
                for ((n = 0; n < \(lines); n++)); do read -r next <&3 && line=$next; done
                for ((n = 0; n < \(turns); n++)); do :; done
                kill -KILL $pid 2> /dev/null
                printf '%s' "$line"
                wait $pid 2> /dev/null
                """
        )
        #expect(process.output.hasPrefix("{"), "\(arguments) after \(lines) lines: \(process.output)")
        let told = try JSONSerialization.jsonObject(with: Data(process.output.utf8)) as? [String: Any]
        return (process.code, (told?["fraction"] as? NSNumber)?.doubleValue ?? 0)
    }

    @Test("an export in fragments plays, and has what it was known to have half a second and a fragment before")
    func fragments() async throws {
        var random = SeededGenerator(seed: 9)
        var (finished, early, least) = (0, 0, Double.infinity)
        for number in 0..<Self.count {
            let (lines, turns) = (Int.random(in: 1...8, using: &random), Int.random(in: 0...40_000, using: &random))
            let (code, fraction) = try killed("--fragmented --fragment-interval 0.5", after: lines, turns: turns)
            #expect(code == 137 || code == 0, "kill \(number)")
            if code == 0 { finished += 1 }
            let path = folder.path("a.mp4")
            let data = FileManager.default.contents(atPath: path) ?? Data()
            guard data.range(of: Data("moof".utf8)) != nil else {
                early += 1
                #expect(fraction < 0.35, "kill \(number)")
                continue
            }
            let asset = AVURLAsset(url: URL(filePath: path))
            #expect(try await asset.load(.containsFragments))
            let tracks = try await asset.loadTracks(withMediaType: .video)
            let table = try await #require(tracks.first).akLoadSampleTable()
            let end = table.map { ($0.presentationTime + $0.duration).seconds }.max() ?? 0
            // Pictures count for twenty of twenty-one parts. A tenth of a second may be inside the encoder.
            let known = 3 * (21 * fraction - 1) / 20
            #expect(end >= known - 0.5 - 0.25 - 0.1, "kill \(number): \(end) s are left, and \(known) s were known")
            least = min(least, end - known)
            let judge = try ToolProcess(
                shell: "command -v ffmpeg > /dev/null || exit 0; ffmpeg -v error -nostdin -i '\(path)' -f null -"
            )
            #expect(judge.errors == "" && judge.code == 0, "kill \(number)")
        }
        guard ProcessInfo.processInfo.environment["ASSETKIT_KILLS"] != nil else { return }
        let line =
            "assettool export --fragmented: \(Self.count) kills, \(finished) too late, \(early) before the"
            + " first fragment, at worst \(Int(max(0, -least) * 1000)) ms behind what was known, 850 allowed\n"
        FileHandle.standardError.write(Data(line.utf8))
    }

    @Test("an edit that is killed while it is rendered leaves nothing under its name, and at most one hidden file")
    func edit() throws {
        let samples = PackageFolder.root.appending(path: "SampleMedia").path
        let process = try ToolProcess(
            shell: """
                cd '\(folder.path)' && mkfifo progress
                "$tool" compose '\(samples)/h264-bframes.mov' '\(samples)/h264-bframes.mp4' -o a.mp4 --dissolve 0.5 --fade-out 2 \
                --fps 200 --encoder-preset slower --progress json 2> progress & pid=$!
                exec 3< progress; read -r line <&3; read -r line <&3; kill -KILL $pid; wait $pid 2> /dev/null
                """
        )
        #expect(process.code == 137)
        let left = try folder.contents.filter { $0 != "progress" }
        #expect(left.count <= 1 && left.allSatisfy { $0.hasPrefix(".a.mp4.assettool-") }, "\(left)")
    }

    @Test("a plain export leaves at most one hidden file, which the next one removes")
    func plain() throws {
        #expect(try killed("", after: 2, turns: 0).code == 137)
        #expect(try folder.contents.filter { $0 != "progress" }.count <= 1)
        #expect(try folder.contents.allSatisfy { $0 == "progress" || $0.hasPrefix(".a.mp4.assettool-") })
        // Where files may be without a name nothing is left, so this is what others leave.
        try folder.write("unfinished", to: ".a.mp4.assettool-left")
        let sample = PackageFolder.root.appending(path: "SampleMedia/aac.m4a").path
        let next = try ToolProcess(shell: "\"$tool\" export '\(sample)' -o '\(folder.path)/a.mp4'")
        #expect(next.code == 0, "\(next.errors)")
        #expect(try folder.contents == ["a.mp4", "progress"])
    }

    /// Commands, and after how many lines of progress they are killed: those that encode all of the pictures once, and more
    /// often in long runs alone.
    private static let kills: [(command: String, lines: Int)] = {
        let dear = [
            "trim SAMPLE -o out --keep 0..1 --keep 1.5..3 --keep 0.2..2.4 --mode exact", "export SAMPLE -o out --hls",
            "export SAMPLE -o out --limit-size 100k",
            "compose SAMPLE OTHER --dissolve 0.5 --encoder-preset slower -o out",
        ]
        let cheap = [
            "trim SAMPLE -o out --keep 0.3..1 --keep 1.5..3", "concat SAMPLE OTHER OTHER -o out",
            "compose SAMPLE SAMPLE@0.2..2.6 --dissolve 0.5 -o out",
        ]
        var kills: [(command: String, lines: Int)] = []
        for lines in [1, 4, 7] {
            for command in cheap { kills.append((command, lines)) }
            for command in dear where LongRun.isOn || lines == 4 { kills.append((command, lines)) }
        }
        return kills
    }()

    @Test(
        "what makes files on the way leaves at most one hidden thing when it is killed, which the next one removes",
        arguments: kills
    )
    func killedOnTheWay(command: String, lines: Int) throws {
        let samples = PackageFolder.root.appending(path: "SampleMedia").path
        let out = command.contains("--hls") ? "out" : "out.mp4"
        let words = command.replacingOccurrences(of: "SAMPLE", with: "\(samples)/h264-bframes.mp4")
            .replacingOccurrences(of: "OTHER", with: "\(samples)/hevc.mp4")
            .replacingOccurrences(of: "-o out", with: "-o \(out)")
        let killed = try ToolProcess(
            shell: """
                cd '\(folder.path)' && mkfifo progress
                "$tool" \(words) --progress json > /dev/null 2> progress & pid=$!
                exec 3< progress
                for ((n = 0; n < \(lines); n++)); do read -r line <&3; done
                kill -KILL $pid; wait $pid
                """
        )
        let left = try folder.contents.filter { $0 != "progress" && $0 != out }
        #expect(left.count <= 1, "\(left)")
        #expect(left.allSatisfy { $0.hasPrefix(".\(out).assettool-") }, "\(left)")
        #expect(killed.code == 137 || (killed.code == 0 && left.isEmpty))
        let next = try ToolProcess(
            shell: "cd '\(folder.path)' && rm -rf \(out) && \"$tool\" \(words) --quiet > /dev/null"
        )
        #expect(next.code == 0, "\(next.errors)")
        #expect(try folder.contents == [out, "progress"])
    }

    @Test(
        "Ctrl-C of a cut, of joining and of an export in fragments leaves nothing",
        arguments: [
            "trim SAMPLE -o a.mp4 --from 0 --to end --mode exact", "trim SAMPLE -o a.mp4 --from 0.3 --to 2.7",
            "trim SAMPLE -o a.mp4 --keep 0..1 --keep 1.5..3",
            "concat SAMPLE SAMPLE OTHER -o a.mp4", "compose SAMPLE SAMPLE@0.2..2.6 --dissolve 0.5 -o a.mp4",
            "export SAMPLE -o a.mp4 --fragmented --fps 1000 --encoder-preset placebo",
        ]
    )
    func interrupted(command: String) throws {
        let samples = PackageFolder.root.appending(path: "SampleMedia").path
        let words = command.replacingOccurrences(of: "SAMPLE", with: "\(samples)/h264-bframes.mp4")
            .replacingOccurrences(of: "OTHER", with: "\(samples)/hevc.mp4")
        // A pipe that is full keeps the tool from ending before it is interrupted.
        let process = try ToolProcess(
            shell: """
                cd '\(folder.path)' && mkfifo progress
                "$tool" \(words) --progress json 2> progress & pid=$!
                exec 3< progress; read -r line <&3
                kill -INT $pid; wait $pid
                """
        )
        #expect(
            process.code == 130 || process.code == 0 && FileManager.default.fileExists(atPath: folder.path("a.mp4"))
        )
        if process.code == 130 { #expect(try folder.contents == ["progress"]) }
    }
}
