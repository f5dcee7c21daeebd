internal import AssetKitAssets
internal import AssetKitMedia
internal import AssetKitSources

extension LoadedAsset {
    /// The tracks of a composition that a file gets: of those of pictures the one that shows, and all others that are enabled.
    func exportedTracks(_ chosen: [Int32]?) -> [TrackFacts] {
        if let chosen { return facts.tracks.filter { chosen.contains($0.trackID) } }
        let enabled = facts.tracks.filter(\.isEnabled)
        let main = enabled.first { $0.mediaType == .video }
        return enabled.filter { $0.mediaType != .video || $0.trackID == main?.trackID }
    }
}
