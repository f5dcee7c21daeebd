import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBase
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSinks

@Suite("Planned stretches")
struct PlannedStretchTests {
    private static func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: start, timescale: 1), end: CMTime(value: end, timescale: 1))
    }

    /// What happens to a stretch, and what is said of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let treatment: PlannedStretch.Treatment
        let actions: [AKExportPlan.Action]
        let codec: String
        var isStored = false
        var hasAdjustableRate = false

        var testDescription: String { name }
    }

    private static var spliced: SplicePlan {
        var edges = PictureRendering(encoding: PictureEncoding(.h264, width: 320, height: 180))
        edges.chunks = [CodableCMTimeRange(range(1, 2))]
        let run = SpliceRun(samples: [48..<73], entry: .clean, shift: .zero, range: range(2, 3))
        let edge = SpliceEdge(number: 0, pictureCount: 23, why: "its group begins before the cut")
        return SplicePlan(edges: edges, sections: [.encoded(edge), .copied(run)], timescale: 12_800, delay: 0)
    }

    static let rows: [Row] = [
        Row(name: "copied", treatment: .copied, actions: [.copy], codec: "H.264", isStored: true),
        Row(name: "spliced", treatment: .spliced(spliced), actions: [.encode, .copy], codec: "H.264"),
        Row(
            name: "pictures",
            treatment: .pictures(PictureRendering(encoding: PictureEncoding(.hevc, width: 320, height: 180))),
            actions: [.encode],
            codec: PictureEncoding(.hevc, width: 320, height: 180).codec.traits.name,
            hasAdjustableRate: true
        ),
        Row(
            name: "sound",
            treatment: .sound(SoundRendering(encoding: SoundEncoding(.aac, sampleRate: 48_000, channelCount: 2))),
            actions: [.encode],
            codec: SoundEncoding(.aac, sampleRate: 48_000, channelCount: 2).codecTitle,
            hasAdjustableRate: true
        ),
        Row(
            name: "text",
            treatment: .text,
            actions: [.encode],
            codec: SubtitleTarget(.mp4)?.title ?? "",
            isStored: true
        ),
    ]

    private func loaded() async throws -> LoadedAsset {
        let asset = AVURLAsset(url: SampleMedia.url("h264-bframes.mp4"))
        _ = try await asset.load(.tracks)
        return try asset.requireLoaded()
    }

    @Test("are values that can be stored and read again", arguments: rows)
    func coding(row: Row) throws {
        let endless = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: .positiveInfinity)
        for source in [Self.range(1, 3), endless] {
            let stretch = PlannedStretch(source, row.treatment, because: "of this", at: CMTime(value: 4, timescale: 1))
            let read = try JSONDecoder().decode(PlannedStretch.self, from: JSONEncoder().encode(stretch))
            #expect(read == stretch)
            #expect(read.source == source)
            #expect(read.target.start == CMTime(value: 4, timescale: 1))
        }
    }

    @Test("are published with what happens to them, and why", arguments: rows)
    func published(row: Row) async throws {
        let stretch = PlannedStretch(Self.range(1, 3), row.treatment, because: "of this")
        let track = ExportTrack(trackID: 1, mediaType: .video, stretches: [stretch])
        let plan = ExportPlan(range: Self.range(1, 3), fileType: .mp4, tracks: [track])
        let published = plan.published(try await loaded(), ExportSettings()).stretches
        #expect(published.map(\.action) == row.actions)
        #expect(published.allSatisfy { $0.codec == row.codec && $0.trackID == 1 && $0.mediaType == .video })
        if published.count == 1 {
            #expect(published[0].range == Self.range(1, 3))
            #expect(published[0].why == "of this")
        }
        #expect(published.first?.range.start == Self.range(1, 3).start)
        #expect(published.last?.range.end == Self.range(1, 3).end)
    }

    @Test("tell what can be done with them", arguments: rows)
    func kinds(row: Row) {
        let stretch = PlannedStretch(Self.range(1, 3), row.treatment)
        let track = ExportTrack(trackID: 1, mediaType: .video, stretches: [stretch])
        #expect(stretch.isStored == row.isStored)
        #expect(track.isStored == row.isStored)
        #expect(track.isCopied == (row.treatment == .copied))
        #expect(stretch.hasAdjustableRate == row.hasAdjustableRate)
        #expect(track.treatment == row.treatment)
    }

    @Test("several of a track are published and weighed one by one")
    func several() async throws {
        let loaded = try await loaded()
        let sound = SoundRendering(encoding: SoundEncoding(.aac, sampleRate: 48_000, channelCount: 2))
        let stretches = [
            PlannedStretch(Self.range(0, 1), .copied, because: "first"),
            PlannedStretch(Self.range(1, 3), .sound(sound), because: "second", at: CMTime(value: 1, timescale: 1)),
        ]
        let track = ExportTrack(trackID: 2, mediaType: .audio, stretches: stretches)
        let plan = ExportPlan(range: Self.range(0, 3), fileType: .mp4, tracks: [track])
        let published = plan.published(loaded, ExportSettings()).stretches
        #expect(published.map(\.range) == [Self.range(0, 1), Self.range(1, 3)])
        #expect(published.map(\.why) == ["first", "second"])
        let rates = try stretches.map { try #require(plan.bitRate(of: $0, of: track, loaded)) }
        let rate = try #require(plan.bitRate(of: track, loaded))
        #expect(abs(rate - (rates[0] + 2 * rates[1]) / 3) < 1)
        #expect(!track.isStored)
    }

    @Test("several of a track are refused by those who make files")
    func refused() async throws {
        let stretches = [Self.range(0, 1), Self.range(1, 2)].map { PlannedStretch($0, .copied) }
        let track = ExportTrack(trackID: 2, mediaType: .audio, stretches: stretches)
        let plan = ExportPlan(range: Self.range(0, 2), fileType: .mp4, tracks: [track])
        let context = SourceContext(try await loaded())
        #expect(throws: MediaProblem.self) { try ExportPreparation(plan, of: context, ExportSettings()) }
    }

    @Test("planners make one of each track, with the ranges of the timeline")
    func ranges() async throws {
        var settings = ExportSettings()
        settings.timeRange = Self.range(1, 2)
        let loaded = try await loaded()
        let preset = try #require(ExportPreset(named: AVAssetExportPreset640x480))
        let plan = try ExportPlanner(loaded: loaded, preset: preset, settings: settings, fileType: .mp4).plan()
        #expect(plan.tracks.map(\.stretches.count) == [1, 1])
        #expect(plan.stretches.allSatisfy { $0.source == Self.range(1, 2) && $0.target == Self.range(0, 1) })
    }
}
