package import AssetKitBase
internal import AssetKitCore
package import AssetKitSources

extension LoadedAsset {
    /// The same track, with the times of its pictures where its container has no tables of them: its file is read to the end for
    /// that, once for all who ask. Where they cannot be listed, it stays as it is.
    package func timed(_ source: TrackSource, _ flag: CancellationFlag) throws -> TrackSource {
        try source.replacingSources { source in
            guard !source.knowsTimes, let samples = samples(of: source) else { return source }
            var timed = source
            timed.times = try samples.waitForIndex(of: source.facts.trackID, flag).decodable(source.facts)
            return timed
        }
    }

    /// The lists of the samples of a track of a file, which is this one's or one of the composition's.
    private func samples(of source: TrackSource) -> AssetSamples? {
        let asset = composed == nil ? self : sources.first { $0.input.identity == source.input.identity }
        let samples = asset?.tracks.first { $0.trackID == source.facts.trackID }?.samples
        return samples.flatMap { $0.canList(source.facts.trackID) ? $0 : nil }
    }
}
