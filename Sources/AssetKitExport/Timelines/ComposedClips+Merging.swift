internal import AssetKitCore
internal import AssetKitSources
internal import CMTimeLib

extension ComposedClips.Clip {
    /// Both as one, where the next clip is what follows in the same asset: with all tracks that show something then, or
    /// with pictures that go on while others begin, end or pause, which is no reason to cut them. nil for two clips.
    ///
    /// `pictures`: the only track of pictures of the composition; nil where there are none or several.
    func merged(with next: Self, pictures: Int32?) -> Self? {
        guard origin == next.origin, offset == next.offset,
            next.tracks.allSatisfy({ tracks[$0] == nil || tracks[$0]?.facts.trackID == $1.facts.trackID })
        else { return nil }
        var both = self
        both.end = next.end
        both.tracks.merge(next.tracks) { first, _ in first }
        for (trackID, source) in both.tracks {
            let ranges = (shown(of: trackID, source) + next.shown(of: trackID, source)).joinedWhereTheyMeet
            both.parts[trackID] = ranges == [both.shown] ? nil : ranges
        }
        guard !both.parts.isEmpty else { return both }
        guard let pictures, both.tracks[pictures] != nil, both.parts[pictures] == nil else { return nil }
        // What of a source's track shows is told once for each clip.
        let stored = Set(both.tracks.values.map(\.facts.trackID))
        return stored.count == both.tracks.count ? both : nil
    }

    /// What it has of a track of the composition, on the timeline of its origin.
    func ranges(of trackID: Int32) -> [CMTimeRange] {
        guard let parts = parts[trackID] else { return [range] }
        return parts.map { CMTimeRange(start: $0.start + offset, duration: $0.duration) }
    }

    /// When something of it shows in the composition.
    var shown: CMTimeRange { CMTimeRange(start: start, end: end) }

    /// When a track of the composition shows: also then when its source has nothing to show anyway.
    private func shown(of trackID: Int32, _ source: TrackSource) -> [CMTimeRange] {
        guard tracks[trackID] == nil else { return parts[trackID] ?? [shown] }
        return source.shows(in: range) ? [] : [shown]
    }
}

extension [CMTimeRange] {
    /// What goes on where the range before it ends is one with it.
    fileprivate var joinedWhereTheyMeet: [CMTimeRange] {
        reduce(into: []) { joined, range in
            guard let last = joined.last, last.end == range.start else { return joined.append(range) }
            joined[joined.count - 1] = CMTimeRange(start: last.start, end: range.end)
        }
    }
}
