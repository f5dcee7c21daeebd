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
    /// What the tracks of a composition are made of, by their identifiers; nil for a file.
    package let composed: [Int32: ComposedTrack]?
    /// The assets that a composition is made of, each once.
    package let sources: [LoadedAsset]
    /// Tracks that are put together of others, by their identifiers.
    let layered: [Int32: TrackSource]
    /// What the sound of tracks goes through where they are mixed, by their identifiers.
    package let taps: [Int32: [SoundTap]]

    /// An asset with other tracks, some of which are put together of its own.
    init(_ other: LoadedAsset, _ facts: MediaFacts, _ tracks: [AVAssetTrack], layered: [Int32: TrackSource]) {
        (input, metadata, composed, sources) = (other.input, other.metadata, other.composed, other.sources)
        (self.facts, self.tracks, self.layered, taps) = (facts, tracks, layered, other.taps)
    }

    /// An asset whose sound goes through the taps of a mix.
    private init(_ other: LoadedAsset, taps: [Int32: [SoundTap]]) {
        (input, metadata, composed, sources) = (other.input, other.metadata, other.composed, other.sources)
        (facts, tracks, layered, self.taps) = (other.facts, other.tracks, other.layered, taps)
    }

    /// The same asset, whose sound goes through the taps of a mix where it is mixed.
    package func tapped(by mix: AVAudioMix?) -> LoadedAsset {
        guard let taps = mix?.soundTaps, taps.contains(where: { !$1.isEmpty }) else { return self }
        return LoadedAsset(self, taps: taps)
    }

    /// A composition.
    init(
        composed: [Int32: ComposedTrack],
        of sources: [LoadedAsset],
        _ facts: MediaFacts,
        _ tracks: [AVAssetTrack],
        named name: String
    ) {
        (self.composed, self.sources, self.facts, self.tracks, metadata) = (composed, sources, facts, tracks, [])
        (layered, taps) = ([:], [:])
        input = MediaInput(composition: name)
    }

    init(facts: MediaFacts, input: MediaInput) {
        self.facts = facts
        self.input = input
        (composed, sources, layered, taps) = (nil, [], [:], [:])
        let load: MetadataBytesLoader = { try input.bytes($0) }
        let samples = AssetSamples(facts: facts, input: input)
        tracks = facts.tracks.map { track in
            let items = track.metadata.map { AVMetadataItem(entry: $0, load: load) }
            return AVAssetTrack(facts: track, metadata: items, samples: samples)
        }
        metadata = facts.metadata.map { AVMetadataItem(entry: $0, load: load) }
    }

    /// All that is read: the file, or those that a composition is made of.
    package var inputs: [MediaInput] { composed == nil ? [input] : sources.map(\.input) }

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
