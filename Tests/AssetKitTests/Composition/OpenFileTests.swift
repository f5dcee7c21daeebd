import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitExport

@Suite("Files that are open while compositions are exported")
struct OpenFileTests {
    private let sources = TemporaryFolder()
    private let folder = TemporaryFolder()

    /// Files of 75 pictures, which no other test has open meanwhile.
    private func clips(_ count: Int) throws -> [AVURLAsset] {
        try (0..<count).map { number in
            let copy = URL(filePath: sources.path("\(number).mp4"))
            try FileManager.default.copyItem(at: SampleMedia.url("h264-bframes.mp4"), to: copy)
            return AVURLAsset(url: copy)
        }
    }

    /// Exports, and answers how many sources and how many files beside the new one were open at most.
    private func mostOpen(_ session: AVAssetExportSession) async throws -> (sources: Int, made: Int) {
        _ = try await session.asset.load(.tracks)
        let (url, most) = (URL(filePath: folder.path("out.mp4")), Lock([0, 0]))
        let request = ExportRequest(
            session.asset,
            session.preset,
            session.currentSettings,
            url,
            .mp4,
            CancellationFlag()
        )
        let (sources, folder) = (sources, folder)
        _ = try await WorkerThread.run("assetkit.export", CancellationFlag()) {
            try request.run { _ in
                let open = [sources, folder].map { (try? OpenFiles.count(in: $0)) ?? .max }
                most.withLock { most in most = zip(most, open).map { max($0, $1) } }
            }
        }
        let counts = most.withLock { $0 }
        return (counts[0], counts[1])
    }

    @Test("twenty clips, each of which is cut to the picture, leave eight of them open at most")
    func cuts() async throws {
        let edit = AVMutableComposition()
        for clip in try clips(20) {
            try await edit.insertTimeRange(frameRange(3, 8), of: clip, at: edit.duration)
        }
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality))
        let most = try await mostOpen(session)
        #expect(most.sources >= 1)
        #expect(most.sources <= 8, "\(most.sources) sources are open")
        // The new file, what the clips have become, and what is at work on one of them.
        #expect(most.made <= 16, "\(most.made) files are open beside the sources")
        // Nothing stays beside the file.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["out.mp4"])
        let made = try await ReadPictures(of: AVURLAsset(url: URL(filePath: folder.path("out.mp4")))).pictures
        #expect(made.map(\.index) == Array(repeating: Array(3..<8), count: 20).flatMap { $0 })
    }

    @Test("twelve clips, each dissolved into the next, leave eight of them open at most")
    func dissolves() async throws {
        let edit = AVMutableComposition()
        var layers: [AVVideoCompositionLayerInstruction] = []
        for (number, clip) in try clips(12).enumerated() {
            let source = try #require(try await clip.loadTracks(withMediaType: .video).first)
            let (track, start) = (try edit.track(.video), Int64(number) * 20)
            try track.insertTimeRange(frameRange(3, 26), of: source, at: frames(start))
            let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
            let end = frameRange(start + 20, start + 23)
            if number < 11 { layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: end) }
            layers.append(layer)
        }
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        instruction.layerInstructions = layers
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = frames(1)
        composition.instructions = [instruction]
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality))
        session.videoComposition = composition
        let most = try await mostOpen(session)
        #expect(most.sources >= 1)
        #expect(most.sources <= 8, "\(most.sources) sources are open")
    }
}
