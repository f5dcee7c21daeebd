import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSources

@Suite("Sources of joins")
struct JoinSourcesTests {
    private func asset(_ name: String, isPrecise: Bool = false) async throws -> AVURLAsset {
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: isPrecise]
        let asset = AVURLAsset(url: SampleMedia.url(name), options: options)
        _ = try await asset.load(.tracks)
        return asset
    }

    @Test("a file that is given several times is listed and opened as one")
    func sharing() async throws {
        let assets = [try await asset("h264.ts"), try await asset("hevc.ts"), try await asset("h264.ts")]
        let sources = try JoinSources(assets + [assets[1]], CancellationFlag())
        #expect(sources.context(of: assets[0]) === sources.context(of: assets[2]))
        #expect(sources.context(of: assets[0]) !== sources.context(of: assets[1]))
        let lists = try await WorkerThread.run("assetkit.copy", CancellationFlag()) {
            try assets.map { try sources.context(of: $0).samples().tracks.map(\.index.count) }
        }
        #expect(lists[0] == lists[2])
    }

    @Test("assets of one file have places of their own, and an asset that is given again has the one that it had")
    func places() async throws {
        let assets = [try await asset("h264.ts"), try await asset("hevc.ts"), try await asset("h264.ts")]
        let sources = try JoinSources(assets + [assets[1]], CancellationFlag())
        #expect(assets.map(sources.place) == [0, 1, 2])
        #expect(sources.contexts.count == 3)
        #expect(sources.contexts.map(\.name) == assets.map { $0.url.path(percentEncoded: false) })
        #expect(sources.contexts.allSatisfy { $0.encoders === sources.contexts[0].encoders })
    }

    @Test("clips are a timeline of the sources, with the tracks that are chosen")
    func timeline() async throws {
        let assets = [try await asset("two-languages.mp4"), try await asset("h264.ts")]
        let sources = try JoinSources(assets, CancellationFlag())
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: .positiveInfinity)
        let clips = [assets[1], assets[0], assets[0]].map { AKJoinSession.Clip(asset: $0, timeRange: range) }
        let timeline = sources.timeline(clips, tracks: nil)
        #expect(timeline.clips == [1, 0, 0].map { TimelineClip(source: $0, range: range) })
        let trackID = try #require(sources.contexts[0].loaded.facts.tracks.last?.trackID)
        let chosen = sources.timeline([clips[1]], tracks: [trackID])
        #expect(chosen.tracks.flatMap(\.stretches).map(\.trackID) == [trackID])
    }

    @Test("what is known more exactly of a file stands by itself")
    func precision() async throws {
        let assets = [try await asset("mp3-xing.mp3"), try await asset("mp3-xing.mp3", isPrecise: true)]
        let facts = try assets.map { try $0.requireLoaded().facts.isPrecise }
        let sources = try JoinSources(assets, CancellationFlag())
        let isShared = sources.context(of: assets[0]) === sources.context(of: assets[1])
        #expect(isShared == (facts[0] == facts[1]))
    }

    @Test("a file that has changed since it was given first stands by itself, also where it is as long as it was")
    func changes() async throws {
        let folder = TemporaryFolder()
        let url = URL(filePath: folder.path("film.mp4"))
        try FileManager.default.copyItem(at: SampleMedia.url("h264-bframes.mp4"), to: url)
        let assets = (0..<3).map { _ in AVURLAsset(url: url) }
        for asset in assets.prefix(2) { _ = try await asset.load(.tracks) }
        let changed = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: url.path)
        _ = try await assets[2].load(.tracks)
        let sources = try JoinSources(assets, CancellationFlag())
        #expect(sources.context(of: assets[0]) === sources.context(of: assets[1]))
        #expect(sources.context(of: assets[0]) !== sources.context(of: assets[2]))
    }

    @Test("media that is no local file is shared by the clips of one asset alone")
    func memory() async throws {
        let bytes = AKDataSource(try Data(contentsOf: SampleMedia.url("h264-bframes.mp4")))
        let assets = [0, 1].map { _ in AVAsset(akSource: bytes, fileType: .mp4) }
        for asset in assets { _ = try await asset.load(.tracks) }
        let sources = try JoinSources([assets[0], assets[1], assets[0]], CancellationFlag())
        #expect(sources.context(of: assets[0]) !== sources.context(of: assets[1]))
    }
}
