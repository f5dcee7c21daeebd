import Foundation
import TestSupport
import Testing

@testable import AssetKit

@Suite("Memory of compositions")
struct CompositionMemoryTests {
    private let folder = TemporaryFolder()

    /// Large pictures in files of their own, which are made small: what memory is taken is that of those who decode.
    private func parts(_ count: Int) throws -> [String] {
        let pictures = ["-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=25:duration=0.4"]
        let encoder = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
        let clip = try SharedClips.path("large.mp4", pictures + encoder)
        return try (0..<count).map { number in
            let copy = folder.path("\(number).mp4")
            if !FileManager.default.fileExists(atPath: copy) {
                try FileManager.default.copyItem(atPath: clip, toPath: copy)
            }
            return copy + "@..6f"
        }
    }

    @Test(
        "twelve sources take little more than three, since no more is decoded than what shows",
        .enabled(if: Oracle.isThere && BuiltTool.tellsItsMemory),
        arguments: [[], ["--dissolve", "3f"]]
    )
    func isBounded(options: [String]) async throws {
        var peaks: [Int] = []
        for count in [3, 12] {
            let out = folder.path("out-\(count).mp4")
            let run = try await MeasuredProcess.run(
                BuiltTool.path,
                ["compose"] + (try parts(count)) + options + ["--preset", "LowQuality", "-o", out],
                seconds: 120,
                in: ScratchFolder()
            )
            #expect(run.code == 0, "\(run.messages)")
            peaks.append(run.peakByteCount >> 20)
        }
        // Nine more decoders of such pictures would keep more than 100 MiB.
        #expect(peaks[1] - peaks[0] < 64, "\(peaks) MiB")
    }
}
