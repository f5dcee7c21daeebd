import AssetKitAssets
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("Video compositions, validation")
struct VideoCompositionValidationTests {
    private static let all = CMTimeRange(start: .zero, end: .positiveInfinity)

    /// Writes down what it hears, and goes on as often as it is told.
    private final class Listener: NSObject, AVVideoCompositionValidationHandling {
        var found: [String] = []
        var patience = Int.max

        private func hear(_ text: String) -> Bool {
            found.append(text)
            return found.count < patience
        }

        func videoComposition(
            _ videoComposition: AVVideoComposition,
            shouldContinueValidatingAfterFindingInvalidValueForKey key: String
        ) -> Bool { hear(key) }

        func videoComposition(
            _ videoComposition: AVVideoComposition,
            shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
        ) -> Bool { hear("empty \(timeRange.start.seconds) to \(timeRange.end.seconds)") }

        func videoComposition(
            _ videoComposition: AVVideoComposition,
            shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
                any AVVideoCompositionInstructionProtocol
        ) -> Bool { hear("range from \(videoCompositionInstruction.timeRange.start.seconds)") }

        func videoComposition(
            _ videoComposition: AVVideoComposition,
            shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
                any AVVideoCompositionInstructionProtocol,
            layerInstruction: AVVideoCompositionLayerInstruction,
            asset: AVAsset
        ) -> Bool { hear("track \(layerInstruction.trackID)") }
    }

    /// Changes what is being looked at.
    private final class Meddler: NSObject, AVVideoCompositionValidationHandling {
        func videoComposition(
            _ videoComposition: AVVideoComposition,
            shouldContinueValidatingAfterFindingInvalidValueForKey key: String
        ) -> Bool {
            (videoComposition as? AVMutableVideoComposition)?.renderSize = CGSize(width: 1, height: 1)
            return true
        }
    }

    private func asset() async throws -> AVAsset {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        _ = try await asset.load(.tracks, .duration)
        return asset
    }

    private func findings(
        _ composition: AVVideoComposition,
        _ asset: AVAsset,
        _ range: CMTimeRange = all,
        duration: CMTime = CMTime(value: 10, timescale: 1)
    ) -> [String] {
        let listener = Listener()
        let isValid = composition.isValid(
            for: asset.tracks,
            assetDuration: duration,
            timeRange: range,
            validationDelegate: listener
        )
        #expect(isValid == listener.found.isEmpty)
        return listener.found
    }

    @Test("gaps, overlaps, unknown tracks and impossible values are each told")
    func faults() async throws {
        let asset = try await asset()
        let track = try #require(asset.tracks.first { $0.mediaType == .video }).trackID
        let composition = VideoCompositions.composition([
            VideoCompositions.instruction(1, 4, [track]), VideoCompositions.instruction(3, 5, [track, 77]),
            VideoCompositions.instruction(6, 6, [track]), VideoCompositions.instruction(6, 9, [track]),
        ])
        composition.renderSize = CGSize(width: 0, height: 10)
        composition.frameDuration = .invalid
        #expect(
            findings(composition, asset) == [
                "renderSize", "frameDuration", "empty 0.0 to 1.0", "range from 3.0", "track 77", "range from 6.0",
                "empty 5.0 to 6.0", "empty 9.0 to 10.0",
            ]
        )
    }

    @Test("only what lies in the time range is looked at")
    func part() async throws {
        let asset = try await asset()
        let track = try #require(asset.tracks.first { $0.mediaType == .video }).trackID
        let composition = VideoCompositions.composition([
            VideoCompositions.instruction(1, 4, [77]), VideoCompositions.instruction(4, 9, [track]),
        ])
        #expect(findings(composition, asset, VideoCompositions.range(5, 8)) == [])
        #expect(findings(composition, asset, VideoCompositions.range(3, 9)) == ["track 77"])
        #expect(findings(composition, asset, VideoCompositions.range(5, 20)) == ["empty 9.0 to 10.0"])
    }

    @Test("the delegate ends the search, and without one the first fault does")
    func ends() async throws {
        let asset = try await asset()
        let composition = AVMutableVideoComposition()
        let listener = Listener()
        listener.patience = 1
        let isValid = composition.isValid(
            for: asset.tracks,
            assetDuration: asset.duration,
            timeRange: Self.all,
            validationDelegate: listener
        )
        #expect(!isValid && listener.found == ["renderSize"])
        #expect(try await !composition.isValid(for: asset, timeRange: Self.all, validationDelegate: nil))
    }

    @Test("without an asset neither lengths nor tracks matter")
    func withoutAsset() async throws {
        let composition = VideoCompositions.composition([VideoCompositions.instruction(0, 4, [77])])
        #expect(try await composition.isValid(for: nil, timeRange: Self.all, validationDelegate: nil))
        let answer = await withCheckedContinuation { continuation in
            composition.determineValidity(for: nil, timeRange: Self.all, validationDelegate: nil) { isValid, error in
                continuation.resume(returning: isValid && error == nil)
            }
        }
        #expect(answer)
    }

    @Test("changing the composition meanwhile stops the program")
    func meddling() async {
        await #expect(processExitsWith: .failure) {
            let composition = AVMutableVideoComposition()
            _ = composition.isValid(for: [], assetDuration: .zero, timeRange: Self.all, validationDelegate: Meddler())
        }
    }
}
