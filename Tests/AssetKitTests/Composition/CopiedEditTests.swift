import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport

@Suite("Edits whose samples are to be copied")
struct CopiedEditTests {
    private let folder = TemporaryFolder()

    /// An edit of clips of 50 pictures, each on a track of its own, and what is wanted of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let preset: String
        /// When the clips begin, in pictures.
        let starts: [Int64]
        let hasLayers: Bool
        /// How loud a mix has the sound of the first clip; nil for no sound.
        let volume: Float?
        /// The part that is exported, in pictures.
        let end: Int64?
        /// What is said of it; nil for an export that does what is asked for.
        let refusal: String?
        let set: @Sendable (inout AKExportOptions) -> Void

        init(
            _ name: String,
            _ preset: String = AVAssetExportPresetPassthrough,
            at starts: [Int64] = [0],
            hasLayers: Bool = false,
            volume: Float? = nil,
            end: Int64? = nil,
            refused refusal: String? = nil,
            _ set: @escaping @Sendable (inout AKExportOptions) -> Void = { _ in }
        ) {
            (self.name, self.preset, self.starts, self.hasLayers) = (name, preset, starts, hasLayers)
            (self.volume, self.end, self.refusal, self.set) = (volume, end, refusal, set)
        }

        var testDescription: String { name }
    }

    private static let tracks = "its pictures are on several tracks"
    private static let layers = "the video composition (layers, turns, fades, overlays) cannot act on pictures"
    private static let mix = "the audio mix cannot act on sound that is copied"
    private static let encodes = AVAssetExportPresetHighestQuality

    static let rows: [Row] = [
        Row("one track"),
        Row("one behind the other", at: [0, 50], refused: tracks),
        Row("at the same time", at: [0, 40], hasLayers: true, refused: tracks),
        Row("at the same time, encoded by a preset that copies", at: [0, 40], hasLayers: true, refused: tracks) {
            $0.video = .encoded(.h264)
        },
        Row("only the first in the range", at: [0, 50], end: 30),
        Row("one track is chosen", at: [0, 40]) { $0.trackIDs = [1] },
        Row("layers of one track, which the preset ignores", hasLayers: true),
        Row("layers of one track, copied by name", hasLayers: true, refused: layers) { $0.video = .copied },
        Row("a volume, which the preset ignores", volume: 0.5),
        Row("one track, copied by name", encodes) { $0.video = .copied },
        Row("at the same time, copied by name", encodes, at: [0, 40], refused: tracks) { $0.video = .copied },
        Row("layers, copied by name", encodes, hasLayers: true, refused: layers) { $0.video = .copied },
        Row("a volume, copied by name", encodes, volume: 0.5, refused: mix) { $0.audio = .copied },
        Row("as loud as it is, copied by name", encodes, volume: 1) { $0.audio = .copied },
    ]

    @Test("lose no track, layer or volume in silence", arguments: rows)
    func refuses(row: Row) async throws {
        let session = try await session(row)
        let url = URL(filePath: folder.path("out.mov"))
        session.outputFileType = .mov
        var sentences: [String?] = []
        do {
            _ = try await session.akPlan()
            sentences.append(nil)
        } catch {
            sentences.append(error.localizedDescription)
        }
        do {
            try await session.export(to: url, as: .mov)
            sentences.append(nil)
        } catch {
            sentences.append(error.localizedDescription)
        }
        for sentence in sentences {
            guard let refusal = row.refusal else {
                #expect(sentence == nil)
                continue
            }
            #expect(sentence?.contains(refusal) == true, "\(sentence ?? "it is not refused")")
        }
        #expect(FileManager.default.fileExists(atPath: url.path) == (row.refusal == nil))
    }

    private func session(_ row: Row) async throws -> AVAssetExportSession {
        let edit = AVMutableComposition()
        for start in row.starts {
            let source = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
            let pictures = try #require(try await source.loadTracks(withMediaType: .video).first)
            try edit.track(.video).insertTimeRange(frameRange(0, 50), of: pictures, at: frames(start))
        }
        let session = try #require(AVAssetExportSession(asset: edit, presetName: row.preset))
        if row.hasLayers { session.videoComposition = composition(edit) }
        if let volume = row.volume {
            let sound = try edit.track(.audio)
            try await sound.append("h264-bframes.mp4", frameRange(0, 50))
            let parameters = AVMutableAudioMixInputParameters(track: sound)
            parameters.setVolume(volume, at: .zero)
            session.audioMix = audioMix(parameters)
        }
        if let end = row.end { session.timeRange = frameRange(0, end) }
        var options = AKExportOptions()
        row.set(&options)
        session.akOptions = options
        return session
    }

    /// All tracks over each other, each half to be seen through.
    private func composition(_ edit: AVComposition) -> AVVideoComposition {
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        instruction.layerInstructions = edit.tracks(withMediaType: .video).map { track in
            let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
            layer.setOpacity(0.5, at: .zero)
            return layer
        }
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = frames(1)
        composition.instructions = [instruction]
        return composition
    }

    @Test(
        "tracks of sound that are copied beside each other are told, those that are heard",
        arguments: [(CopiedEditTests.encodes, 75), (CopiedEditTests.encodes, 50), (AVAssetExportPresetPassthrough, 50)]
            as [(String, Int64)]
    )
    func tellsOfSound(preset: String, end: Int64) async throws {
        let edit = AVMutableComposition()
        for type in [AVMediaType.video, .audio] {
            try await edit.track(type).append("h264-bframes.mp4", frameRange(0, 75))
        }
        let film = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        let sound = try #require(try await film.loadTracks(withMediaType: .audio).first)
        try edit.track(.audio).insertTimeRange(frameRange(50, 75), of: sound, at: frames(50))
        let session = try #require(AVAssetExportSession(asset: edit, presetName: preset))
        session.outputFileType = .mov
        session.timeRange = frameRange(0, end)
        session.akOptions.audio = .copied
        let warnings = try await session.akPlan().warnings
        let isTold = warnings.contains("2 tracks of sound are copied beside each other, and are not mixed")
        #expect(isTold == (end == 75), "\(warnings)")
    }
}
