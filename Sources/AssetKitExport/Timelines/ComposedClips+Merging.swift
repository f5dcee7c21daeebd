internal import AssetKitCore
internal import AssetKitSources
internal import CMTimeLib

extension ComposedClips.Clip {
    /// Becomes one with the next clip, where that is what follows in the same asset: with all tracks that show something then,
    /// or with pictures that go on while others begin, end or pause, which is no reason to cut them. False for two clips.
    ///
    /// `pictures`: the only track of pictures of the composition; nil where there are none or several.
    mutating func merge(_ next: Self, pictures: Int32?) -> Bool {
        guard origin == next.origin, offset == next.offset,
            next.tracks.allSatisfy({ tracks[$0] == nil || tracks[$0]?.facts.trackID == $1.facts.trackID })
        else { return false }
        let all = tracks.merging(next.tracks) { first, _ in first }
        let pausing = all.filter { !shows($0, $1, throughout: next) }
        if !pausing.isEmpty {
            guard let pictures, all[pictures] != nil, pausing[pictures] == nil else { return false }
            // What of a source's track shows is told once for each clip.
            guard Set(all.values.map(\.facts.trackID)).count == all.count else { return false }
        }
        for (trackID, source) in all where pausing[trackID] != nil {
            // What is there grows in its place: there may be thousands of pauses.
            let first = parts[trackID] == nil ? shown(of: trackID, source) : []
            parts[trackID, default: first].joinAtEnd(next.shown(of: trackID, source))
        }
        for trackID in all.keys where pausing[trackID] == nil { parts[trackID] = nil }
        (tracks, end) = (all, next.end)
        return true
    }

    /// Whether a track shows from the beginning of the clip to the end of the next one.
    private func shows(_ trackID: Int32, _ source: TrackSource, throughout next: Self) -> Bool {
        var ranges = shown(of: trackID, source)
        // Several have a pause between them.
        guard ranges.count <= 1 else { return false }
        ranges.joinAtEnd(next.shown(of: trackID, source))
        return ranges == [CMTimeRange(start: start, end: next.end)]
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
    /// Appends others. What goes on where the range before it ends is one with it.
    fileprivate mutating func joinAtEnd(_ others: [CMTimeRange]) {
        for range in others {
            if let last, last.end == range.start {
                self[count - 1] = CMTimeRange(start: last.start, end: range.end)
            } else {
                append(range)
            }
        }
    }
}
