internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitSources
internal import CMTimeLib

/// Where decoding of a track can start, as its container tells.
struct SyncTimes {
    private let index: SampleIndex

    /// Nil where the container has no tables.
    init?(_ track: TrackSource) {
        guard let index = track.index, index.count > 0 else { return nil }
        self.index = index
    }

    /// When the picture begins that shows at a time; nil where none is known.
    func start(ofPictureAt time: CMTime, _ track: TrackSource) -> CMTime? {
        let media = MediaTimeline.mediaTime(at: time, track.facts.segments)
        guard media.isNumeric, let ticks = index.tick.ticks(at: media), let shown = index.index(presentedAt: ticks)
        else {
            return nil
        }
        let start = index.assetTime(of: shown)
        return start >= .zero && start <= time ? start : nil
    }

    /// When the picture begins that shows so many pictures behind that of a time, or before it; the last one before `end`, or the
    /// first one of all, where there are not so many. nil where the edits of the track show its pictures in another way than they
    /// are stored.
    func start(ofPicture count: Int, from time: CMTime, before end: CMTime, _ track: TrackSource) -> CMTime? {
        let edits = track.facts.segments.filter { !$0.isEmpty }
        guard edits.count <= 1, edits.allSatisfy({ $0.source.duration == $0.target.duration }),
            let shown = shown(at: time, track)
        else { return nil }
        let end = CMTimeMinimum(end, track.facts.timeRange.end)
        let wished = Int64(index.rank(of: shown)).addingClamped(Int64(count))
        var rank = Int(min(max(wished, 0), Int64(index.count - 1)))
        // What lies outside of the edit does not show.
        if end.isNumeric, let last = self.shown(at: end - CMTime(value: 1, timescale: 1_000_000), track) {
            rank = min(rank, index.rank(of: last))
        }
        let start = index.assetTime(of: index.order[rank])
        return start.isNumeric ? CMTimeMaximum(start, .zero) : nil
    }

    private func shown(at time: CMTime, _ track: TrackSource) -> Int? {
        let media = MediaTimeline.mediaTime(at: time, track.facts.segments)
        guard let ticks = index.tick.ticks(at: media.isNumeric ? media : time) else { return nil }
        return index.index(presentedAt: ticks)
    }

    /// The last time at or before another one, and the next one behind it, on the asset's timeline.
    func around(_ time: CMTime, _ track: TrackSource) -> (before: CMTime?, after: CMTime?) {
        let media = MediaTimeline.mediaTime(at: time, track.facts.segments)
        let ticks = index.tick.ticks(at: media.isNumeric ? media : time)
        guard let ticks, let shown = index.index(presentedAt: ticks) else { return (nil, nil) }
        let key = index.table.accessPoint(atOrBefore: shown)
        var next = shown + 1
        while next < index.count, !(index[next].isSync || index[next].isPartialSync) { next += 1 }
        return (key.map { index.assetTime(of: $0) }, next < index.count ? index.assetTime(of: next) : nil)
    }
}
