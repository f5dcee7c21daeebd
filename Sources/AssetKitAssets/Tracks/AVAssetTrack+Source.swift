package import AssetKitSources

extension LoadedAsset {
    /// What rendering a track needs to know.
    package func source(of track: AVAssetTrack) -> TrackSource {
        TrackSource(
            input: input,
            container: facts.container,
            facts: track.facts,
            index: track.samples?.tabledIndex(of: track.trackID),
            startTime: facts.startTime
        )
    }
}
