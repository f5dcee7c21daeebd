package import CMTimeLib

/// One edit of a track, and the range of the asset's timeline that is wanted of it.
package struct MediaStretch: Sendable {
    /// The whole edit. Its ends may be infinitely far away.
    package let edit: CMTimeMapping
    /// The part of the asset's timeline that is wanted of it.
    package let target: CMTimeRange

    package init(edit: CMTimeMapping, target: CMTimeRange) {
        self.edit = edit
        self.target = target
    }

    /// The edit holds one picture for a while (a dwell).
    package var isHeld: Bool { edit.source.duration == .zero && edit.target.duration > .zero }

    /// Media time passes as fast as the asset's.
    package var hasNormalRate: Bool { edit.source.duration == edit.target.duration }

    /// The part of the media that is wanted.
    package var source: CMTimeRange {
        if isHeld { return CMTimeRange(start: edit.source.start, duration: .zero) }
        return CMTimeRange(start: mediaTime(at: target.start), end: mediaTime(at: target.end))
    }

    /// The time of the asset at which a time of the media shows.
    package func assetTime(of time: CMTime) -> CMTime { Self.map(time, from: edit.source, to: edit.target) }

    /// The time of the media that shows at a time of the asset.
    func mediaTime(at time: CMTime) -> CMTime {
        isHeld ? edit.source.start : Self.map(time, from: edit.target, to: edit.source)
    }

    private static func map(_ time: CMTime, from: CMTimeRange, to: CMTimeRange) -> CMTime {
        time.isNumeric ? MediaTimeline.map(time, CMTimeMapping(source: from, target: to)) : time
    }
}

extension TrackSource {
    /// The stretches that make up a range of the asset's timeline, in its order. Gaps have none.
    ///
    /// `origin` is the media time of the asset's zero, for containers without edits: of these, headers do not tell exactly
    /// where tracks begin and end, so what is stored decides.
    package func stretches(in range: CMTimeRange, origin: CMTime) -> [MediaStretch] {
        edits(origin).compactMap { edit in
            let start = CMTimeMaximum(range.start, edit.target.start)
            let end = CMTimeMinimum(range.end, edit.target.end)
            guard start < end else { return nil }
            return MediaStretch(edit: edit, target: CMTimeRange(start: start, end: end))
        }
    }

    /// The track's edits, without gaps. `origin`: as above.
    func edits(_ origin: CMTime) -> [CMTimeMapping] {
        let edits = index == nil || facts.segments.isEmpty ? [Self.unlimitedEdit(origin)] : facts.segments
        return edits.filter { edit in
            edit.source.start.isNumeric && edit.target.start.isNumeric && edit.target.duration > .zero
        }
    }

    private static func unlimitedEdit(_ origin: CMTime) -> CMTimeMapping {
        CMTimeMapping(
            source: CMTimeRange(start: origin, duration: .positiveInfinity),
            target: CMTimeRange(start: .zero, duration: .positiveInfinity)
        )
    }
}
