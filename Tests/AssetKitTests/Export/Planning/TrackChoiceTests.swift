import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitCore
@testable import AssetKitExport

@Suite("Choice of tracks")
struct TrackChoiceTests {
    private func choice(_ name: String, _ asked: [Int32]?) async throws -> TrackChoice {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        _ = try await asset.load(.tracks)
        return TrackChoice(loaded: try asset.requireLoaded(), asked: asked)
    }

    /// Of which file, what was asked for, and what is chosen.
    struct Row: Sendable, CustomTestStringConvertible {
        let source: String
        var asked: [Int32]?
        let chosen: [Int32]
        var mainSound: Int32?

        var testDescription: String { "\(source) \(asked ?? [])" }
    }

    static let rows: [Row] = [
        // A track that is not enabled is there for those who want it.
        Row(source: "two-languages.mp4", chosen: [1, 2, 3], mainSound: 2),
        Row(source: "two-languages.mp4", asked: [3], chosen: [3], mainSound: 3),
        Row(source: "two-languages.mp4", asked: [3, 1], chosen: [1, 3], mainSound: 3),
        Row(source: "two-languages.mp4", asked: [1], chosen: [1]),
        Row(source: "two-languages.mp4", asked: [], chosen: []),
        // Chapters are told otherwise, and captions inside of pictures go with these.
        Row(source: "chapters.mp4", chosen: [1, 2], mainSound: 2),
        Row(source: "closed-captions.mp4", chosen: [1]),
        Row(source: "timecode.mov", chosen: [1, 2]),
        Row(source: "aac.m4a", chosen: [1], mainSound: 1),
    ]

    @Test("those that were asked for, or what people mean by all", arguments: rows)
    func tracks(row: Row) async throws {
        let choice = try await choice(row.source, row.asked)
        let chosen = try choice.tracks()
        #expect(chosen.map(\.trackID) == row.chosen)
        #expect(choice.mainSound?.trackID == row.mainSound)
        #expect(chosen.allSatisfy { choice.isAskedFor($0) == (row.asked != nil) })
    }

    @Test("a track that is not there is refused, and those that are named")
    func unknown() async throws {
        let choice = try await choice("two-languages.mp4", [2, 9])
        let problem = #expect(throws: MediaProblem.self) { try choice.tracks() }
        #expect(problem?.code == .noSourceTrack)
        #expect(problem?.reason == "there is no track 9; it has 1, 2, 3")
    }
}
