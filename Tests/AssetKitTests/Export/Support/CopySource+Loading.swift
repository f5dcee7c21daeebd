@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitSources

extension LoadedSource {
    /// Looks at an asset and lists the samples of its tracks; nil chooses all of them. Tracks that are none, because
    /// what they tell stands in others, are left out. Throws where there are samples and they cannot be listed.
    static func load(_ asset: AVAsset, tracks chosen: Set<Int32>? = nil) async throws -> LoadedSource {
        _ = try await asset.load(.tracks)
        let loaded = try asset.requireLoaded()
        var tracks: [LoadedSource.Track] = []
        for track in loaded.tracks where chosen?.contains(track.trackID) ?? true {
            guard let samples = try loaded.listableSamples(of: track) else { continue }
            let facts = track.facts
            let tabled = samples.tabledIndex(of: facts.trackID)
            let listed =
                if let tabled { tabled } else { try await samples.loadIndex(of: facts.trackID).decodable(facts) }
            tracks.append(LoadedSource.Track(facts: facts, index: listed, isTabled: tabled != nil))
        }
        let source = LoadedSource(input: loaded.input, facts: loaded.facts, tracks: tracks)
        return try await WorkerThread.run("assetkit.copy", CancellationFlag()) { try source.withOrigins() }
    }
}
