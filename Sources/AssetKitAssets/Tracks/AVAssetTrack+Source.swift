package import AssetKitSources

extension LoadedAsset {
    /// What rendering a track needs to know.
    package func source(of track: AVAssetTrack) -> TrackSource {
        if let layered = layered[track.trackID] { return layered }
        if let composed {
            let facts = facts.tracks.first { $0.trackID == track.trackID } ?? track.facts
            return TrackSource(composed[track.trackID] ?? .empty, facts, of: input)
        }
        return TrackSource(
            input: input,
            container: facts.container,
            facts: track.facts,
            index: track.samples?.tabledIndex(of: track.trackID),
            startTime: facts.startTime
        )
    }
}
