import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets

@Suite("Files of compositions that are made in other ways")
struct FlattenedExportTests {
    /// How a composition comes to show what another one shows.
    enum Way: String, CaseIterable, CustomTestStringConvertible {
        case nested = "within another"
        case nestedTwice = "within another within another"
        case inPieces = "in pieces that follow each other"
        case copied = "as a copy of one that is changed later"
        case edited = "by edits that take each other back"

        var testDescription: String { rawValue }
    }

    private let folder = TemporaryFolder()

    /// Two films, the second of which is heard before it is seen.
    private func edit() async throws -> AVMutableComposition {
        let edit = AVMutableComposition()
        let (pictures, sound) = (try edit.track(.video), try edit.track(.audio))
        try await pictures.append("h264-bframes.mp4", frameRange(10, 40))
        try await pictures.append("h264-no-bframes.mp4", frameRange(5, 30))
        try await sound.append("h264-bframes.mp4", frameRange(10, 35))
        try await sound.append("h264-no-bframes.mp4", frameRange(0, 30))
        return edit
    }

    /// The same, made in another way.
    private func edit(_ way: Way) async throws -> AVComposition {
        let (edit, whole) = (try await self.edit(), frameRange(0, 55))
        let outer = AVMutableComposition()
        switch way {
        case .nested:
            try await outer.insertTimeRange(whole, of: edit, at: .zero)
        case .nestedTwice:
            let middle = AVMutableComposition()
            try await middle.insertTimeRange(whole, of: edit, at: .zero)
            try await outer.insertTimeRange(whole, of: middle, at: .zero)
        case .inPieces:
            for piece in [frameRange(0, 20), frameRange(20, 33), frameRange(33, 55)] {
                try await outer.insertTimeRange(piece, of: edit, at: outer.duration)
            }
        case .copied:
            let copy = try #require(edit.copy() as? AVComposition)
            edit.removeTimeRange(frameRange(5, 50))
            return copy
        case .edited:
            let other = AVURLAsset(url: SampleMedia.url("hevc.mp4"))
            try await edit.insertTimeRange(frameRange(0, 20), of: other, at: frames(12))
            edit.removeTimeRange(frameRange(12, 32))
            return edit
        }
        return outer
    }

    private func bytes(_ edit: AVComposition, _ preset: String, _ name: String) async throws -> Data {
        let session = try #require(AVAssetExportSession(asset: edit, presetName: preset))
        let url = URL(filePath: folder.path(name))
        try await session.export(to: url, as: .mov)
        return try Data(contentsOf: url)
    }

    @Test("are the same bytes", arguments: Way.allCases)
    func sameBytes(_ way: Way) async throws {
        // One copies what it can, and the other encodes all pictures.
        for preset in [AVAssetExportPresetHighestQuality, AVAssetExportPresetHEVCHighestQuality] {
            let wanted = try await bytes(try await edit(), preset, "wanted-\(preset).mov")
            let made = try await bytes(try await edit(way), preset, "made-\(preset).mov")
            #expect(made == wanted, "\(preset): \(made.count) bytes, not \(wanted.count)")
        }
    }

    /// Pictures and sound of a film by segments that name its file, at the speed that so many pictures a second are.
    private func named(_ pieces: [(Int64, Int64)], at rate: CMTimeScale) throws -> AVMutableComposition {
        let edit = AVMutableComposition()
        for (trackID, type) in [(1, .video), (2, .audio)] as [(CMPersistentTrackID, AVMediaType)] {
            let start = pieces[0].0
            try edit.track(type).segments = pieces.map { first, end in
                AVCompositionTrackSegment(
                    url: SampleMedia.url("h264-bframes.mp4"),
                    trackID: trackID,
                    sourceTimeRange: frameRange(first, end),
                    targetTimeRange: frameRange(first - start, end - start, at: rate)
                )
            }
        }
        return edit
    }

    @Test("are the same bytes where segments name files, in pieces that go on", arguments: [25, 50] as [CMTimeScale])
    func namedPieces(rate: CMTimeScale) async throws {
        let pieces = try named([(10, 25), (25, 33), (33, 60)], at: rate)
        #expect(pieces.tracks.map { $0.segments.count } == [3, 3])
        // One encodes all pictures and copies the sound where it has its own speed.
        for preset in [AVAssetExportPresetHighestQuality, AVAssetExportPresetHEVCHighestQuality] {
            let wanted = try await bytes(try named([(10, 60)], at: rate), preset, "whole-\(preset).mov")
            let made = try await bytes(pieces, preset, "pieces-\(preset).mov")
            #expect(made == wanted, "\(preset): \(made.count) bytes, not \(wanted.count)")
        }
    }
}
