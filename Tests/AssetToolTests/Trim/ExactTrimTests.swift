import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("assettool trim, exact", .waitsForPrograms)
struct ExactTrimTests {
    @Test(
        "every picture, time and sound of random cuts is the source's",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffprobe"), "ffmpeg is the judge"),
        arguments: LongRun.isOn ? [1, 2] : [1]
    )
    func random(seed: Int) throws {
        let script = PackageFolder.root.appending(path: "scripts/check-trims.sh").path
        let process = try ToolProcess(
            shell: "'\(script)' --tool \"$tool\" --samples-only --count 5 --seed \(seed) 2> /dev/null"
        )
        #expect(process.code == 0, "\(process.output)")
        #expect(process.output.contains("failures 0"))
    }

    @Test(
        "cuts that copy all but their edges are the source's as well",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffprobe"), "ffmpeg is the judge"),
        arguments: [
            "--samples-only --count \(LongRun.isOn ? 8 : 4)", "--kinds --only h264-open.mp4",
            "--kinds --only hevc-open.mp4",
        ]
    )
    func smart(words: String) throws {
        let script = PackageFolder.root.appending(path: "scripts/check-trims.sh").path
        let process = try ToolProcess(shell: "'\(script)' --tool \"$tool\" --mode smart \(words) 2> /dev/null")
        #expect(process.code == 0, "\(process.output)")
        #expect(process.output.contains("failures 0"))
    }
}
