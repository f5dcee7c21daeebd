import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets

/// Pictures of layers are made on a thread beside the one that encodes them, which has to end with it.
@Suite("Exports of layers that fail", .timeLimit(.minutes(10)))
struct LayerExportFaultTests {
    private let folder = TemporaryFolder()

    /// A film in the corner of itself, so many times 75 pictures long, all of it encoded.
    private func session(_ preset: String, repeats: Int) async throws -> AVAssetExportSession {
        let edit = AVMutableComposition()
        for _ in 0..<2 {
            let track = try edit.track(.video)
            for _ in 0..<repeats { try await track.append("h264-bframes.mp4", frameRange(0, 75)) }
        }
        let corner = AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[1])
        corner.setTransform(CGAffineTransform(scaleX: 0.5, y: 0.5), at: .zero)
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: edit.duration)
        instruction.layerInstructions = [corner, AVMutableVideoCompositionLayerInstruction(assetTrack: edit.tracks[0])]
        let composition = AVMutableVideoComposition()
        composition.renderSize = CGSize(width: 320, height: 180)
        composition.frameDuration = frames(1)
        composition.instructions = [instruction]
        let session = try #require(AVAssetExportSession(asset: edit, presetName: preset))
        session.videoComposition = composition
        return session
    }

    /// What an export into a file system says that has no room for it, and left there.
    private func failure(
        of session: AVAssetExportSession,
        to name: String,
        as type: AVFileType,
        room: String
    ) async throws -> (error: AVError, path: String, left: [String])? {
        guard let small = SmallFileSystem(in: folder.path(""), size: room) else {
            print("LEFT OUT: no small file system can be mounted here, so exports of layers were not made fail")
            return nil
        }
        defer { withExtendedLifetime(small) {} }
        let url = small.url.appending(path: name)
        let error = try await #require(throws: AVError.self) { try await session.export(to: url, as: type) }
        #expect(session.status == .failed)
        return (error, url.path, try FileManager.default.contentsOfDirectory(atPath: small.url.path))
    }

    @Test(
        "a disk that is full ends them with one sentence, and nothing is left on it",
        arguments: [
            (AVAssetExportPreset640x480, AVFileType.mp4, "film.mp4"),
            (AVAssetExportPresetAppleProRes422LPCM, .mov, "film.mov"),
        ],
        [1, 10]
    )
    func diskFull(kind: (preset: String, type: AVFileType, name: String), repeats: Int) async throws {
        let session = try await session(kind.preset, repeats: repeats)
        if kind.type == .mp4 { session.akOptions.constantRateFactor = 1 }
        let found = try await failure(of: session, to: kind.name, as: kind.type, room: "64k")
        guard let (error, path, left) = found else { return }
        #expect(error.code == .diskFull)
        #expect(error.localizedDescription == "cannot export '\(path)': there is no space left on the disk")
        #expect(left == [])
    }

    @Test("an encoder that fails in the middle ends them with one sentence, and nothing is left")
    func encoderFails() async throws {
        // What x264 notes of the first of two passes has no room, and it gives up.
        let session = try await session(AVAssetExportPreset640x480, repeats: 10)
        session.akOptions.videoBitRate = 100_000
        session.canPerformMultiplePassesOverSourceMediaData = true
        let found = try await failure(of: session, to: "film.mp4", as: .mp4, room: "64k")
        guard let (error, path, left) = found else { return }
        #expect(error.code == .encodeFailed)
        let sentence = error.localizedDescription
        #expect(sentence.hasPrefix("cannot export '\(path)': ") && sentence.contains("stats file"), "\(sentence)")
        #expect(left == [])
    }
}
