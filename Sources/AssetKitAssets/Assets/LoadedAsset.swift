internal import AssetKitBase
internal import AssetKitCore
package import AssetKitSources
internal import Foundation
internal import Synchronization

/// What loading an asset results in. Everything an asset and its tracks tell comes out of here.
package final class LoadedAsset: Sendable {
    package let facts: MediaFacts
    package let input: MediaInput
    package let tracks: [AVAssetTrack]
    package let metadata: [AVMetadataItem]

    init(facts: MediaFacts, input: MediaInput) {
        self.facts = facts
        self.input = input
        let load: MetadataBytesLoader = { try input.bytes($0) }
        let samples = AssetSamples(facts: facts, input: input)
        tracks = facts.tracks.map { track in
            let items = track.metadata.map { AVMetadataItem(entry: $0, load: load) }
            return AVAssetTrack(facts: track, metadata: items, samples: samples)
        }
        metadata = facts.metadata.map { AVMetadataItem(entry: $0, load: load) }
    }

    /// Makes the tracks know their asset, which they do not keep.
    func adopt(by asset: AVAsset) { tracks.forEach { $0.adopt(by: asset) } }

    /// A loader that inspects the input.
    static func loader(of input: MediaInput, _ options: AssetOptions) -> Loader<LoadedAsset> {
        Loader(
            work: { flag in
                let facts = try MediaInspector.inspect(input, isPrecise: options.prefersPreciseTiming, flag: flag)
                return LoadedAsset(facts: facts, input: input)
            },
            describe: { AVError.opening(input.name, because: $0) }
        )
    }
}
