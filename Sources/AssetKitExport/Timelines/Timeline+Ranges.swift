internal import AssetKitCore
internal import CMTimeLib

extension Timeline {
    /// What there is of tracks that a clip does not have from its beginning to its end: ranges of its source's timeline,
    /// for each clip by the source's tracks.
    var rangesOfClips: [[Int32: [CMTimeRange]]] {
        var ranges = clips.map { _ in [Int32: [CMTimeRange]]() }
        for stretch in tracks.flatMap(\.stretches) where stretch.source != clips[stretch.clip].range {
            ranges[stretch.clip][stretch.trackID, default: []].append(stretch.source)
        }
        return ranges
    }

    /// The same where clips have of some tracks only these ranges of their source's timeline.
    func limited(to ranges: [[Int32: [CMTimeRange]]]) -> Timeline {
        guard ranges.contains(where: { !$0.isEmpty }) else { return self }
        var timeline = self
        for number in tracks.indices {
            timeline.tracks[number].stretches = tracks[number].stretches.flatMap { stretch in
                guard let own = ranges[stretch.clip][stretch.trackID] else { return [stretch] }
                return own.map { stretch.showing($0) }
            }
        }
        return timeline
    }
}

extension TimelineStretch {
    /// What of it shows a range of the source, at its own speed.
    fileprivate func showing(_ range: CMTimeRange) -> TimelineStretch {
        let start = target.start + (range.start - source.start)
        return TimelineStretch(
            clip: clip,
            trackID: trackID,
            source: range,
            target: CMTimeRange(start: start, duration: range.duration)
        )
    }
}
