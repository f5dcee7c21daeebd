import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitBase

@Suite("A limit of processors")
struct ProcessorLimitTests {
    @Test("holds for a thread and for those that it starts, and for no other")
    func inheritance() async {
        let before = ProcessorLimit.current
        let counts: [Int] = await withCheckedContinuation { continuation in
            Thread {
                ProcessorLimit.apply(nil)
                let free = ProcessorLimit.current
                ProcessorLimit.apply(1)
                let own = ProcessorLimit.current
                Thread { continuation.resume(returning: [free, own, ProcessorLimit.current]) }.start()
            }.start()
        }
        #expect(counts == [before, 1, 1])
        #expect(ProcessorLimit.current == before)
    }

    /// A line about the calling thread, and what it may run on once it is limited to one processor.
    private static func limited() async -> (before: String, allowed: String) {
        await withCheckedContinuation { continuation in
            Thread {
                let before = (try? String(contentsOfFile: "/proc/thread-self/stat", encoding: .utf8)) ?? ""
                ProcessorLimit.apply(1)
                let status = (try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)) ?? ""
                continuation.resume(returning: (before, status))
            }.start()
        }
    }

    @Test("begins with the processor that the thread runs on")
    func ownProcessor() async throws {
        var pairs: [(before: Int, own: Int)] = []
        let threads = await withTaskGroup(of: (before: String, allowed: String).self) { group in
            for _ in 0..<64 { group.addTask { await Self.limited() } }
            var all: [(before: String, allowed: String)] = []
            for await thread in group { all.append(thread) }
            return all
        }
        for thread in threads {
            // Field 39 of the line is the processor; the name of the thread, the second one, may have spaces in it.
            let fields = thread.before.split(separator: ")").last?.split(separator: " ") ?? []
            let before = try #require(fields.dropFirst(36).first.flatMap { Int($0) })
            let list = thread.allowed.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
            let own = try #require(list?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) })
            pairs.append((before: before, own: own))
        }
        // The kernel may move a thread between the two looks at it, which happens to few.
        let kept = pairs.count { $0.before == $0.own }
        #expect(kept * 2 > pairs.count, "\(pairs)")
    }

    @Test("changes nothing of the file")
    func sameBytes() async throws {
        let folder = TemporaryFolder()
        var files: [Data] = []
        for limit in [nil, 1] {
            let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
            let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetLowQuality))
            session.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2))
            session.akOptions.processorLimit = limit
            let url = URL(filePath: folder.path("\(files.count).mp4"))
            try await session.export(to: url, as: .mp4)
            files.append(try Data(contentsOf: url))
        }
        #expect(files[0] == files[1])
    }
}
