internal import AssetKitCore
internal import AssetKitSources
internal import CMTimeLib

/// Goes along a track of a composition, and says what of which asset shows. Pure.
struct CompositionWalk {
    /// A track of an asset at its own speed.
    struct Shown {
        /// The place of its asset among the composition's sources.
        var asset: Int
        /// What is added to a time of the composition for that of the asset.
        var offset: CMTime
        var source: TrackSource
    }

    let trackID: Int32
    private let track: ComposedTrack
    private let assets: [ObjectIdentifier: Int]
    private var place = 0

    /// `assets`: the places of the composition's sources, by the identities of what they are read from.
    init(_ trackID: Int32, _ track: ComposedTrack, _ assets: [ObjectIdentifier: Int]) {
        (self.trackID, self.track, self.assets) = (trackID, track, assets)
    }

    /// When something begins or ends.
    var borders: [CMTime] { track.stretches.flatMap { [$0.target.start, $0.target.end] } }

    /// What shows at a time, which is not before that of the call before; nil in gaps. Throws why it cannot be copied.
    mutating func shown(at time: CMTime) throws(ComposedClips.Obstacle) -> Shown? {
        while place < track.stretches.count, track.stretches[place].target.end <= time { place += 1 }
        guard place < track.stretches.count else { return nil }
        let stretch = track.stretches[place]
        guard stretch.target.start <= time else { return nil }
        let (shown, target) = (stretch.mapping.source.duration, stretch.mapping.target.duration)
        guard shown == target else { throw shown == .zero ? ComposedClips.Obstacle.isHeld : .isScaled }
        let source = track.sources[stretch.source]
        guard source.facts.video?.isStillImage != true else { throw .isStill }
        guard !source.isRedescribed else { throw .isRedescribed }
        guard let asset = assets[source.input.identity] else { return nil }
        let offset = stretch.mapping.source.start - stretch.mapping.target.start
        return Shown(asset: asset, offset: offset, source: source)
    }
}
