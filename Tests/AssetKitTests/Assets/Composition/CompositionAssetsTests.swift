import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitSources

@Suite("Assets of compositions")
struct CompositionAssetsTests {
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
            let track = try edit.track(.video)
            for number in shown {
                let source = try #require(try await films[number].loadTracks(withMediaType: .video).first)
                try track.insertTimeRange(frameRange(0, 5), of: source, at: .invalid)
            }
        }
        _ = try await edit.load(.tracks)
        let sources = try edit.requireLoaded().sources.map(\.input.url?.lastPathComponent)
        #expect(sources == [names[1], names[0], names[2]])
    }
}
