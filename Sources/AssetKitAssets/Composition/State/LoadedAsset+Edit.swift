internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

extension LoadedAsset {
    /// A file as a composition of it alone, whose tracks have the same identifiers and show the same at the same times. nil for what is
    /// one already, and where headers do not tell exactly when tracks begin and end.
    package var asEdit: LoadedAsset? {
        guard composed == nil, facts.isPrecise, facts.duration.isNumeric else { return nil }
        var own = MediaFacts.unknown
        (own.duration, own.chapters, own.isPrecise) = (facts.duration, facts.chapters, true)
        own.naturalSize = facts.naturalSize
        var composed: [Int32: ComposedTrack] = [:]
        for track in tracks {
            let shown = track.facts.timeRange
            guard shown.start.isNumeric, shown.start >= .zero, shown.duration.isNumeric, shown.duration > .zero else {
                return nil
            }
            let mapping = CMTimeMapping(source: shown, target: shown)
            let stretch = ComposedTrack.Stretch(source: 0, mapping: mapping, target: shown)
            composed[track.trackID] = ComposedTrack(sources: [source(of: track)], stretches: [stretch])
            own.tracks.append(track.facts.showing(mapping))
        }
        let made = own.tracks.map { AVAssetTrack(facts: $0) }
        return LoadedAsset(composed: composed, of: [self], own, made, named: input.name)
    }
}

extension TrackFacts {
    /// What a track of a composition says of itself that shows this of such a one, and nothing before it.
    fileprivate func showing(_ mapping: CMTimeMapping) -> TrackFacts {
        var facts = self
        facts.segments = [mapping]
        let gap = CMTimeRange(start: .zero, end: mapping.target.start)
        if gap.duration > .zero { facts.segments.insert(CMTimeMapping(source: .invalid, target: gap), at: 0) }
        facts.timeRange = CMTimeRange(start: .zero, end: mapping.target.end)
        facts.beginning = nil
        (facts.sampleCount, facts.totalByteCount) = (nil, nil)
        return facts
    }
}
