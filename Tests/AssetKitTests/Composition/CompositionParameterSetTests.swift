import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBitstream
@testable import AssetKitExport
@testable import AssetKitMedia

@Suite("Parameter sets of compositions that are copied in part")
struct CompositionParameterSetTests {
    private let folder = TemporaryFolder()

    /// Two clips of different encoders' settings, one dissolving into the other.
    private func export(to name: String, as type: AVFileType) async throws -> AVAssetExportSession {
        let edit = AVMutableComposition()
        for (film, start) in [("h264-no-bframes.mp4", 0), ("h264-open-gop.mp4", 65)] {
            let asset = AVURLAsset(url: SampleMedia.url(film))
            let source = try #require(try await asset.loadTracks(withMediaType: .video).first)
            try edit.track(.video).insertTimeRange(frameRange(0, 75), of: source, at: frames(Int64(start)))
        }
        let fading = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])
        fading.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: frameRange(65, 75))
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        instruction.layerInstructions = [fading, AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[1])]
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = frames(1)
        composition.instructions = [instruction]
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality))
        session.videoComposition = composition
        try await session.export(to: URL(filePath: folder.path(name)), as: type)
        return session
    }

    /// How many samples are decoded before one that shows earlier, at most.
    private func reorderDepth(_ samples: [CMSampleBuffer]) -> Int {
        let times = samples.map(\.presentationTimeStamp)
        return times.indices.map { place in times[..<place].count { $0 > times[place] } }.max() ?? 0
    }

    @Test(
        "sets in one description have ids of their own, and each says how far its pictures are out of order",
        arguments: [AVFileType.mp4, .mov, .akMatroska]
    )
    func coverBoth(type: AVFileType) async throws {
        let name = "out.\(type == .mp4 ? "mp4" : type == .mov ? "mov" : "mkv")"
        let session = try await export(to: name, as: type)
        let made = try #require(session.akResult?.tracks.first)
        #expect(made.copiedSampleCount > 50 && made.encodedSampleCount > 10)
        let url = URL(filePath: folder.path(name))
        let track = try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .video).first)
        let descriptions = try await track.load(.formatDescriptions)
        let samples = try await StoredMedia.samples(url, .video)
        #expect(samples.count == 140)
        var setCount = 0
        for description in descriptions {
            let record = try AVCConfiguration(record: description.codecHeader[...])
            let sets = try record.sequenceParameterSets.map { try H264SequenceParameterSet(unit: $0[...]) }
            let own = samples.filter { descriptions.count == 1 || $0.formatDescription == description }
            setCount += sets.count
            #expect(Set(sets.map(\.id)).count == sets.count)
            #expect(Set(sets.map { [$0.displaySize.width, $0.displaySize.height] }) == [[320, 180]])
            let depth = reorderDepth(own)
            let stated = sets.map(\.maximumReorderFrames)
            #expect(stated.allSatisfy { $0 >= depth }, "\(stated), \(depth)")
        }
        // The encoder's and those of two sources differ.
        #expect(setCount >= 2)
        #expect(samples.allSatisfy { !$0.decodeTimeStamp.isNumeric || $0.decodeTimeStamp <= $0.presentationTimeStamp })
    }
}
