import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport

@Suite("Files with a video composition, copied beside what is rendered")
struct FileLayerCopyTests {
    private let folder = TemporaryFolder()

    /// Pictures 26 to 29 of a track are dimmed.
    private func dimming(_ asset: AVAsset, height: Double = 180) async throws -> AVVideoComposition {
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
        layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0.5, timeRange: frameRange(26, 30))
        layer.setOpacity(1, at: frames(30))
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: try await asset.load(.duration))
        instruction.layerInstructions = [layer]
        let composition = AVMutableVideoComposition()
        (composition.renderSize, composition.frameDuration) = (CGSize(width: 320, height: height), frames(1))
        composition.instructions = [instruction]
        return composition
    }

    private func made(
        _ asset: AVAsset,
        _ name: String,
        _ change: (AVAssetExportSession) -> Void = { _ in }
    ) async throws -> (plan: AKExportPlan, result: AKExportResult, asset: AVURLAsset) {
        let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        session.videoComposition = try await dimming(asset)
        change(session)
        let url = URL(filePath: folder.path(name))
        let type = try #require(FileTypes.fileType(ofExtension: url.pathExtension))
        session.outputFileType = type
        let plan = try await session.akPlan()
        try await session.export(to: url, as: type)
        return (plan, try #require(session.akResult), AVURLAsset(url: url))
    }

    private func film(_ name: String = "h264-no-bframes.mp4") -> AVURLAsset { AVURLAsset(url: SampleMedia.url(name)) }

    @Test("what is copied is what is copied of the same edit in a composition", arguments: [nil, frameRange(10, 60)])
    func agreesWithCompositions(part: CMTimeRange?) async throws {
        let edit = AVMutableComposition()
        try await edit.insertTimeRange(frameRange(0, 75), of: film(), at: .zero)
        func change(_ session: AVAssetExportSession) { if let part { session.timeRange = part } }
        let composed = try await made(edit, "composed.mp4", change)
        let own = try await made(film(), "own.mp4", change)
        let count = part == nil ? 75 : 50
        let pictures = own.result.tracks[0]
        #expect(pictures.copiedSampleCount + pictures.encodedSampleCount == count)
        #expect(pictures.copiedSampleCount > 0)
        #expect(own.result.tracks == composed.result.tracks)
        #expect(own.plan.stretches.map(\.action) == composed.plan.stretches.map(\.action))
        #expect(own.plan.stretches.map(\.sampleCount) == composed.plan.stretches.map(\.sampleCount))
        #expect(own.plan.stretches.map(\.why) == composed.plan.stretches.map(\.why))
        let read = try await ExportSample.pictures(folder.path("own.mp4"))
        let wanted = try await ExportSample.pictures(folder.path("composed.mp4"))
        #expect(read == wanted)
        #expect(read.count == count)
        let heard = try await ExportSample.sound(folder.path("own.mp4"))
        #expect(heard.samples == (try await ExportSample.sound(folder.path("composed.mp4"))).samples)
    }

    @Test("interlaced pictures are all deinterlaced, since those that are put together are")
    func interlaced() async throws {
        let session = try #require(
            AVAssetExportSession(
                asset: film("interlaced-tff.mp4"),
                presetName: AVAssetExportPresetHighestQuality
            )
        )
        session.videoComposition = try await dimming(session.asset, height: 192)
        session.outputFileType = .mp4
        let plan = try await session.akPlan()
        #expect(plan.stretches.filter { $0.mediaType == .video }.map(\.action) == [.encode])
    }

    @Test("the file says what the source says of itself, and has its chapters")
    func metadata() async throws {
        let tagged = try await made(film("tags-quicktime.mov"), "tagged.mov")
        #expect(tagged.result.tracks[0].copiedSampleCount > 0)
        #expect(try await tagged.asset.load(.metadata).contains { $0.stringValue == "Counting Pictures" })
        let stripped = try await made(film("tags-quicktime.mov"), "stripped.mov") { $0.akOptions.stripsMetadata = true }
        #expect(stripped.result.tracks[0].copiedSampleCount > 0)
        #expect(try await !stripped.asset.load(.metadata).contains { $0.stringValue == "Counting Pictures" })
    }

    @Test("several tracks of sound stay several, beside pictures that are encoded")
    func languages() async throws {
        let made = try await made(film("two-languages.mp4"), "out.mp4")
        #expect(made.result.tracks.map(\.mediaType) == [.video, .audio, .audio])
        #expect(made.result.tracks[0].copiedSampleCount == 0 && made.result.tracks[0].encodedSampleCount == 75)
    }

    @Test("one of them with the pictures is copied as any")
    func oneLanguage() async throws {
        let film = film("two-languages.mp4")
        let trackIDs = try await film.load(.tracks).map(\.trackID)
        let made = try await made(film, "out.mp4") { $0.akOptions.trackIDs = [trackIDs[0], trackIDs[2]] }
        #expect(made.result.tracks.map(\.mediaType) == [.video, .audio])
        #expect(made.result.tracks[0].copiedSampleCount > 0 && made.result.tracks[1].encodedSampleCount == 0)
        let sound = try #require(try await made.asset.loadTracks(withMediaType: .audio).first)
        #expect(try await sound.load(.languageCode) == "fra")
    }

    @Test("a mix makes all sound of a file one track, beside pictures that are copied")
    func mix() async throws {
        let film = film("two-languages.mp4")
        let track = try #require(try await film.loadTracks(withMediaType: .audio).first)
        let parameters = AVMutableAudioMixInputParameters(track: track)
        parameters.setVolume(0.5, at: .zero)
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        let made = try await made(film, "out.mp4") { $0.audioMix = mix }
        #expect(made.result.tracks.map(\.mediaType) == [.video, .audio])
        #expect(made.result.tracks[0].copiedSampleCount > 0 && made.result.tracks[1].copiedSampleCount == 0)
    }
}
