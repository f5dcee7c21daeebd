import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitSources

@Suite("Assets of compositions")
struct CompositionAssetsTests {
    private let folder = TemporaryFolder()

    /// A track of a range of the pictures of each asset, one behind the other.
    private func append(
        _ films: [AVURLAsset],
        _ ranges: [CMTimeRange],
        to edit: AVMutableComposition
    ) async throws -> AVMutableCompositionTrack {
        let track = try edit.track(.video)
        for (film, range) in zip(films, ranges) {
            let source = try #require(try await film.loadTracks(withMediaType: .video).first)
            try track.insertTimeRange(range, of: source, at: .invalid)
        }
        return track
    }

    private func source(_ asset: LoadedAsset, _ trackID: Int32 = 1) -> CompositionSource {
        CompositionSource(media: .loaded(LoadedMedia(asset: asset)), trackID: trackID)
    }

    @Test("ten thousand are told apart, each once and in the order in which they are first asked for")
    func order() throws {
        let loaded = (0..<10_000).map { number in
            let url = URL(filePath: "/nowhere/\(number).mp4")
            return LoadedAsset(facts: MediaFacts(), input: MediaInput(url: url, fileType: nil, restrictions: []))
        }
        var assets = CompositionAssets(CompositionFiles(AssetOptions(nil)))
        for asset in loaded + loaded.reversed() {
            let found = try [1, 2].map { try assets.asset(of: source(asset, $0)) }
            guard found.allSatisfy({ $0 === asset }) else { Issue.record("\(asset.input.name) is another one"); return }
        }
        #expect(assets.all.map(ObjectIdentifier.init) == loaded.map(ObjectIdentifier.init))
    }

    @Test("those of all tracks are the sources of the composition, whichever track shows them first")
    func tracks() async throws {
        let names = ["h264-bframes.mp4", "h264-no-bframes.mp4", "h264-open-gop.mp4"]
        let films = names.map { AVURLAsset(url: SampleMedia.url($0)) }
        let edit = AVMutableComposition()
        for shown in [[1, 0, 1], [0, 2, 1]] {
            let ranges = Array(repeating: frameRange(0, 5), count: shown.count)
            _ = try await append(shown.map { films[$0] }, ranges, to: edit)
        }
        _ = try await edit.load(.tracks)
        let sources = try edit.requireLoaded().sources.map(\.input.url?.lastPathComponent)
        #expect(sources == [names[1], names[0], names[2]])
    }

    @Test("a file that is given as several assets is one source, and what goes on from one to the next is one stretch")
    func oneFile() async throws {
        let (edit, url) = (AVMutableComposition(), SampleMedia.url("h264-bframes.mp4"))
        let ranges = [frameRange(0, 20), frameRange(20, 50), frameRange(10, 30)]
        let track = try await append(ranges.map { _ in AVURLAsset(url: url) }, ranges, to: edit)
        _ = try await edit.load(.tracks)
        let loaded = try edit.requireLoaded()
        #expect(loaded.sources.count == 1)
        let composed = try #require(loaded.composed?[track.trackID])
        #expect(composed.sources.count == 1)
        #expect(composed.stretches.map(\.target) == [frameRange(0, 50), frameRange(50, 70)])
        // The segments stay what was inserted.
        let segments: [AVCompositionTrackSegment] = track.segments
        #expect(segments.map(\.timeMapping.source) == ranges)
        #expect(segments.map(\.sourceURL) == Array(repeating: url, count: 3))
    }

    @Test("assets that were opened in other ways, or before their file changed, are sources of their own")
    func otherFiles() async throws {
        let url = URL(filePath: folder.path("film.mp4"))
        try FileManager.default.copyItem(at: SampleMedia.url("h264-bframes.mp4"), to: url)
        var limits = AKOpeningLimits()
        limits.probeByteCount += 1
        let films = [AVURLAsset(url: url), AVURLAsset(url: url, options: [AKOpeningLimitsKey: limits])]
        for film in films { _ = try await film.load(.tracks) }
        let changed = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: url.path)
        let later = [AVURLAsset(url: url), AVURLAsset(url: url)]
        let edit = AVMutableComposition()
        _ = try await append(films + later, Array(repeating: frameRange(0, 5), count: 4), to: edit)
        _ = try await edit.load(.tracks)
        #expect(try edit.requireLoaded().sources.count == 3)
    }
}
