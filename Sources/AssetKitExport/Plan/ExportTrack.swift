internal import AssetKitMedia
internal import AssetKitSources
internal import AssetKitTimePitch

/// A track of an exported file. A plain value.
struct ExportTrack: Codable, Sendable, Hashable {
    /// The track of the asset.
    var trackID: Int32
    var mediaType: AVMediaType
    /// In the order of their targets. Planners make one, and runners make tracks of one.
    var stretches: [PlannedStretch]

    /// One that is made of one stretch of a track.
    init(_ track: TrackFacts, _ stretch: PlannedStretch) {
        (trackID, mediaType, stretches) = (track.trackID, track.mediaType, [stretch])
    }

    init(trackID: Int32, mediaType: AVMediaType, stretches: [PlannedStretch]) {
        (self.trackID, self.mediaType, self.stretches) = (trackID, mediaType, stretches)
    }

    /// How fast all of the track plays.
    var speed: Speed { stretches.first?.speed ?? .normal }

    /// What happens to all of the track.
    var treatment: PlannedStretch.Treatment {
        precondition(stretches.count == 1, "track \(trackID) is of \(stretches.count) stretches")
        return stretches[0].treatment
    }
}
