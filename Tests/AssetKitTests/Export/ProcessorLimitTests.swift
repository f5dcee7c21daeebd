import Foundation
import Testing

@testable import AssetKit

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

    @Test("changes nothing of the file")
    func sameBytes() async throws {
        let folder = TemporaryFolder()
        var files: [Data] = []
        for limit in [nil, 1] {
            let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
            let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetLowQuality))
            session.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2))
            session.options.processorLimit = limit
            let url = URL(filePath: folder.path("\(files.count).mp4"))
            try await session.export(to: url, as: .mp4)
            files.append(try Data(contentsOf: url))
        }
        #expect(files[0] == files[1])
    }
}
