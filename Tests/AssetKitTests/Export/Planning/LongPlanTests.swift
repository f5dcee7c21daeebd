import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitExport
@testable import AssetKitSources

@Suite("Plans of very long edits")
struct LongPlanTests {
    private static let seconds: Int64 = 400 * 24 * 60 * 60
    private static let long = CMTime(value: seconds, timescale: 1)
    /// How many pictures last that long.
    private static let count = Int(seconds) * 25

    private func plan(_ edit: AVComposition, _ layers: AVVideoComposition? = nil) async throws -> AKExportPlan {
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality))
        session.videoComposition = layers
        session.outputFileType = .mov
        return try await session.akPlan()
    }

    @Test("a gap of 400 days costs no more than one of a second")
    func gap() async throws {
        let edit = AVMutableComposition()
        let asset = AVURLAsset(url: SampleMedia.url("no-audio.mp4"))
        try await edit.insertTimeRange(frameRange(0, 50), of: asset, at: .zero)
        try await edit.insertTimeRange(frameRange(0, 50), of: asset, at: Self.long)
        let plan = try await plan(edit)
        #expect(plan.duration == Self.long + frames(50))
        let made = plan.stretches.filter { $0.action == .encode }.compactMap(\.sampleCount).max()
        #expect(made == Self.count - 50)
        #expect(plan.stretches.contains { $0.action == .copy })
    }

    @Test("so does time in which layers show nothing")
    func layers() async throws {
        let edit = AVMutableComposition()
        let asset = AVURLAsset(url: SampleMedia.url("no-audio.mp4"))
        try await edit.insertTimeRange(frameRange(0, 50), of: asset, at: .zero)
        try await edit.insertTimeRange(frameRange(0, 50), of: asset, at: Self.long)
        let track = try #require(edit.tracks(withMediaType: .video).first)
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        instruction.layerInstructions = [AVMutableVideoCompositionLayerInstruction(assetTrack: track)]
        let layers = AVMutableVideoComposition()
        (layers.renderSize, layers.frameDuration) = (CGSize(width: 320, height: 180), frames(1))
        layers.instructions = [instruction]
        let plan = try await plan(edit, layers)
        #expect(plan.duration == Self.long + frames(50))
        let counts = plan.stretches.filter { $0.mediaType == .video }.compactMap(\.sampleCount)
        let count = counts.reduce(0, +)
        #expect(count == Self.count + 50)
    }

    @Test("times that follow each other evenly are known without a list, and are those of a list")
    func times() {
        let step = CMTime(value: 1001, timescale: 30_000)
        for (start, end) in [(0, 10), (1, 3), (3, 3), (2, 2000)] {
            let range = CMTimeRange(start: frames(Int64(start)), end: frames(Int64(end)))
            var even = ShownTimes()
            even.append(each: step, from: .zero, in: range)
            let listed = (0..<3000).map { CMTime(value: 1001 * Int64($0), timescale: 30_000) }
                .filter { $0 >= range.start && $0 < range.end }
            #expect(Array(even) == listed)
            var both = ShownTimes()
            both.append(listed)
            both.append(even)
            #expect(Array(both) == listed + listed)
            let milliseconds = even.distinct { $0.convertScale(1000, method: .roundHalfAwayFromZero).value }
            #expect(Array(milliseconds) == listed)
            // Those that come to the same second are left out.
            let seconds = even.distinct { $0.convertScale(1, method: .roundTowardZero).value }
            #expect(seconds.count == Set(listed.map { Int64($0.seconds) }).count)
        }
    }
}
