internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

extension Timeline {
    /// What tracks of a composition show in a range of it: each stretch a clip of its own, whose time is given. The sources
    /// are the composition's, by the places in `assets`. Throws why stored samples cannot show the same.
    static func composition(
        _ loaded: LoadedAsset,
        _ tracks: [TrackFacts],
        in range: CMTimeRange
    ) throws(ComposedClips.Obstacle) -> (value: Timeline, assets: [Int]) {
        var timeline = Timeline(clips: [], tracks: [])
        var assets: [Int] = []
        for track in tracks {
            let composed = loaded.composed?[track.trackID] ?? .empty
            var own = TimelineTrack(mediaType: track.mediaType, stretches: [])
            for stretch in composed.stretches {
                let target = stretch.target.intersection(range)
                guard target.duration.isNumeric, target.duration > .zero else { continue }
                let source = composed.sources[stretch.source]
                guard !source.isRedescribed else { throw .isRedescribed }
                guard source.facts.video?.isStillImage != true else { throw .isStill }
                guard let asset = loaded.place(of: source) else { continue }
                let place = assets.firstIndex(of: asset) ?? assets.count
                if place == assets.count { assets.append(asset) }
                let shown = stretch.source(of: target)
                own.stretches.append(
                    TimelineStretch(
                        clip: timeline.clips.count,
                        trackID: source.facts.trackID,
                        source: shown,
                        target: CMTimeRange(start: .zero, duration: target.duration)
                    )
                )
                timeline.clips.append(TimelineClip(source: place, range: shown, start: target.start - range.start))
            }
            timeline.tracks.append(own)
        }
        guard !timeline.clips.isEmpty else { throw .isEmpty }
        return (timeline, assets)
    }
}

extension LoadedAsset {
    /// The place of the asset that a track is of among a composition's sources.
    fileprivate func place(of source: TrackSource) -> Int? {
        sources.firstIndex { $0.input.identity == source.input.identity }
    }
}
