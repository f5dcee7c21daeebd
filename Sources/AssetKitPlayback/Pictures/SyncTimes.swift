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
