package import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
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

    /// Putting a video composition's pictures together at the times of some of the tracks takes reading files to their ends. Over
    /// a network that would be all of them, before anything plays: there pictures keep to steps of the frame duration.
    package func needsTimes(for use: CompositionUse) -> Bool { !untimed(use).isEmpty }

    /// Does that reading, so that nobody waits for it afterwards.
    package func readTimes(for use: CompositionUse, _ flag: CancellationFlag) throws {
        for source in untimed(use) { _ = try timed(source, flag) }
    }

    /// The tracks whose times are taken and whose containers have no tables of them.
    private func untimed(_ use: CompositionUse) -> [TrackSource] {
        let trackIDs = Set(use.composition.frameTimings.map(\.trackID))
        let timing = tracks.filter { trackIDs.contains($0.trackID) && $0.mediaType == .video }
        let untimed = timing.map { source(of: $0) }.filter { !$0.knowsTimes }
        return untimed.contains(where: \.readsNetworkForTimes) ? [] : untimed
    }

    /// The lists of the samples of a track of a file, which is this one's or one of the composition's.
    private func samples(of source: TrackSource) -> AssetSamples? {
        let asset = composed == nil ? self : sources.first { $0.input.identity == source.input.identity }
        let samples = asset?.tracks.first { $0.trackID == source.facts.trackID }?.samples
        return samples.flatMap { $0.canList(source.facts.trackID) ? $0 : nil }
    }
}

extension TrackSource {
    /// What has to be read for its times comes over a network, all or some of it.
    fileprivate var readsNetworkForTimes: Bool {
        (composed?.sources ?? [self]).contains { source in
            guard case .network = source.input.place else { return false }
            return !source.knowsTimes
        }
    }
}
