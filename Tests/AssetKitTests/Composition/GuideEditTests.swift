import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport

/// The edits of the programming guide, as its readers write them.
@Suite("Edits of the guide")
struct GuideEditTests {
    private let folder = TemporaryFolder()

    private func slowMotion(_ asset: AVAsset, slow range: CMTimeRange, by factor: Double) async throws
        -> AVMutableComposition
    {
        let composition = AVMutableComposition()
        let (duration, tracks) = try await asset.load(.duration, .tracks)
        for source in tracks where source.mediaType == .video || source.mediaType == .audio {
            guard
                let track = composition.addMutableTrack(
                    withMediaType: source.mediaType,
                    preferredTrackID: kCMPersistentTrackID_Invalid
                )
            else { continue }
            try track.insertTimeRange(CMTimeRange(start: .zero, duration: duration), of: source, at: .zero)
            if source.mediaType == .video { track.preferredTransform = try await source.load(.preferredTransform) }
        }
        composition.scaleTimeRange(range, toDuration: CMTimeMultiplyByFloat64(range.duration, multiplier: factor))
        return composition
    }

    @Test("slow motion at a constant rate shows each picture for as long as it should, with the sound beside it")
    func slowsDown() async throws {
        let film = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let edit = try await slowMotion(film, slow: frameRange(25, 50), by: 4)
        let video = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: edit)
        video.frameDuration = frames(1, at: 50)
        video.sourceTrackIDForFrameTiming = kCMPersistentTrackID_Invalid
        let url = URL(filePath: folder.path("slow.mov"))
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetAppleProRes422LPCM))
        session.videoComposition = video
        session.audioTimePitchAlgorithm = .timeDomain
        try await session.export(to: url, as: .mov)
        let made = AVURLAsset(url: url)
        let pictures = try await ReadPictures(of: made).pictures
        #expect(pictures.map(\.time) == (0..<300).map { frames($0, at: 50) })
        let wanted = (0..<300).map { number in
            number < 50 ? number / 2 : number < 250 ? 25 + (number - 50) / 8 : 50 + (number - 250) / 2
        }
        #expect(pictures.map(\.index) == wanted)
        #expect(try await SoundOfTrack(made).left.count == 6 * 48000)
    }

    @Test("a cross-fade of picture and sound goes from one clip to the other")
    func crossFades() async throws {
        let overlap = frames(25)
        let edit = AVMutableComposition()
        var cursor = CMTime.zero
        var (pictures, sounds): ([AVMutableCompositionTrack], [AVMutableCompositionTrack]) = ([], [])
        var spans: [CMTimeRange] = []
        for name in ["h264-bframes.mp4", "hevc.mp4"] {
            let asset = AVURLAsset(url: SampleMedia.url(name))
            let duration = try await asset.load(.duration)
            for type in [AVMediaType.video, .audio] {
                let source = try #require(try await asset.loadTracks(withMediaType: type).first)
                let track = try edit.track(type)
                try track.insertTimeRange(CMTimeRange(start: .zero, duration: duration), of: source, at: cursor)
                if type == .video { pictures.append(track) } else { sounds.append(track) }
            }
            spans.append(CMTimeRange(start: cursor, duration: duration))
            cursor = cursor + duration - overlap
        }
        let fade = spans[0].intersection(spans[1])
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        instruction.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
        instruction.layerInstructions = pictures.enumerated().map { index, track in
            let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
            if index == 0 { layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: fade) }
            return layer
        }
        let video = AVMutableVideoComposition()
        (video.renderSize, video.frameDuration) = (CGSize(width: 320, height: 180), frames(1))
        video.instructions = [instruction]
        let mix = AVMutableAudioMix()
        mix.inputParameters = sounds.enumerated().map { index, track in
            let parameters = AVMutableAudioMixInputParameters(track: track)
            let (from, to): (Float, Float) = index == 0 ? (1, 0) : (0, 1)
            parameters.setVolumeRamp(fromStartVolume: from, toEndVolume: to, timeRange: fade)
            return parameters
        }
        let url = URL(filePath: folder.path("fade.mp4"))
        let session = try #require(AVAssetExportSession(asset: edit, presetName: AVAssetExportPresetHighestQuality))
        (session.videoComposition, session.audioMix) = (video, mix)
        try await session.export(to: url, as: .mp4)
        let made = try await ReadPictures(of: AVURLAsset(url: url)).pictures
        #expect(made.map(\.time) == (0..<125).map { frames($0) })
        #expect(made[..<51].map(\.index) == Array(0..<51))
        #expect(made[75...].map(\.index) == Array(25..<75))
        #expect(session.akResult?.tracks.map(\.mediaType) == [.video, .audio])
    }
}
