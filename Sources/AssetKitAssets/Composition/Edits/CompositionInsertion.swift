internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitEdits
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// What a range of a track of any asset is as segments of a composition. Throws where nothing of it can be.
struct CompositionInsertion {
    /// They begin with zero.
    let segments: CompositionState.Segments

    /// The range is cut to what the track has. `asset`: that of the track.
    init(_ range: CMTimeRange, of track: AVAssetTrack, _ asset: AVAsset) throws {
        guard range.isValid, range.start.isNumeric, range.duration > .zero else {
            throw AVError(.invalidSourceMedia, "cannot insert a range of a track: the range is empty or no range")
        }
        let whole = try Self.whole(track, asset, upTo: range.end)
        segments = try whole.slice(range)
        guard segments.duration > .zero else {
            let name =
                asset is AVComposition ? LoadedAsset.compositionName : "'\(try asset.requireLoaded().input.name)'"
            let reason = "track \(track.trackID) of \(name) has nothing from \(range.start.seconds) s on"
            throw AVError(.invalidSourceMedia, "cannot insert a range of a track: \(reason)")
        }
    }

    /// All of a track: of a composition its own segments, so that what is inserted refers to files alone.
    private static func whole(_ track: AVAssetTrack, _ asset: AVAsset, upTo end: CMTime) throws
        -> CompositionState.Segments
    {
        if let track = track as? AVCompositionTrack { return track.state.segments }
        let loaded = try asset.requireLoaded()
        let facts = track.facts
        let source = CompositionSource(media: .loaded(LoadedMedia(asset: loaded)), trackID: facts.trackID)
        let shown = facts.shownRanges(in: loaded.facts, upTo: end).map { range in
            CompositionState.Segment(source: source, mapping: CMTimeMapping(source: range, target: range))
        }
        // Nearly every track shows all of itself from zero on, and there is nothing to be put into its place then.
        if shown.count == 1, shown[0].target.start == .zero { return try CompositionState.Segments(joining: shown) }
        var list = CompositionState.Segments()
        for segment in shown { try list.insert(segment, at: segment.target.start) }
        return list
    }
}

extension TrackFacts {
    /// When something of a file's track shows. What its edits leave empty is none of it.
    fileprivate func shownRanges(in facts: MediaFacts, upTo end: CMTime) -> [CMTimeRange] {
        // What most tracks have asks for no list of their edits.
        guard segments.count > 1 || segments.first?.isEmpty == true else { return [wholeRange(in: facts, upTo: end)] }
        let edits = segments.filter { $0.target.start.isNumeric && $0.target.duration > .zero }
        guard edits.contains(where: \.isEmpty) || edits.count > 1 else { return [wholeRange(in: facts, upTo: end)] }
        return edits.filter { !$0.isEmpty }.map(\.target).reduce(into: []) { ranges, next in
            if let last = ranges.last, last.end == next.start {
                ranges[ranges.count - 1] = CMTimeRange(start: last.start, end: next.end)
            } else {
                ranges.append(next)
            }
        }
    }

    /// Where headers do not say when it ends, it ends with the file; where nothing says that, with what is asked for.
    private func wholeRange(in facts: MediaFacts, upTo end: CMTime) -> CMTimeRange {
        let start = timeRange.start.isNumeric ? timeRange.start : .zero
        let known = [timeRange.end, facts.duration].first { $0.isNumeric && $0 > start }
        return CMTimeRange(start: start, end: known ?? CMTimeMaximum(end, start))
    }
}
