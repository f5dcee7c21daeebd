import Foundation
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
}
