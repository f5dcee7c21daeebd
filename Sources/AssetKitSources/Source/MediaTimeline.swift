package import CMTimeLib

/// Maps the times of a track's media to those of the asset, by the track's edits.
package struct MediaTimeline: Sendable {
    private let segments: [CMTimeMapping]
    let tick: TickLength

    /// Makes a timeline. Without edits both times are the same.
    init(segments: [CMTimeMapping], tick: TickLength) {
        self.segments = segments.filter { !$0.isEmpty && $0.source.start.isNumeric && $0.target.start.isNumeric }
        self.tick = tick
    }

    /// The time on the asset's timeline that a time of the media falls on.
    ///
    /// Media that several edits show has the time of the first. Media that none shows has the time that it would have if
    /// the edit in front of it, or else the first one, went on: before the start of the asset it is negative.
    func assetTime(of ticks: Int64) -> CMTime { assetTime(of: ticks, alongside: ticks) }

    /// The same by the edit that shows `anchor`: when a sample is decoded goes by when it is shown.
    func assetTime(of ticks: Int64, alongside anchor: Int64) -> CMTime {
        let time = tick.time(ticks)
        guard time.isNumeric, let segment = segment(for: tick.time(anchor)) else { return time }
        return tick.exact(Self.map(time, segment))
    }

    /// The time of the media that shows at a time of the asset; invalid where nothing shows.
    package static func mediaTime(at time: CMTime, _ segments: [CMTimeMapping]) -> CMTime {
        guard let segment = segments.first(where: { $0.target.containsTime(time) }), !segment.isEmpty else {
            return .invalid
        }
        return map(time, CMTimeMapping(source: segment.target, target: segment.source))
    }

    private func segment(for time: CMTime) -> CMTimeMapping? {
        if segments.count < 2 { return segments.first }
        if let shown = segments.first(where: { $0.source.containsTime(time) }) { return shown }
        return segments.filter { $0.source.end <= time }.max { $0.source.end < $1.source.end }
            ?? segments.min { $0.source.start < $1.source.start }
    }

    /// Maps a time linearly from one range to the other, also beyond their ends. A held picture stays where it is.
    static func map(_ time: CMTime, _ mapping: CMTimeMapping) -> CMTime {
        let (source, target) = (mapping.source, mapping.target)
        let ahead = time - source.start
        guard source.duration != target.duration else { return target.start + ahead }
        guard target.duration.isNumeric, target.duration.value > 0 else { return target.start }
        guard source.duration.isNumeric, source.duration.value > 0 else { return target.start + min(ahead, .zero) }
        return exactly(ahead, mapping) ?? CMTimeMapTimeFromRangeToRange(time, fromRange: source, toRange: target)
    }

    /// The same without rounding on the way: to the nearest nanosecond in the end, where no time holds it. nil for numbers that
    /// are beyond all reason.
    private static func exactly(_ ahead: CMTime, _ mapping: CMTimeMapping) -> CMTime? {
        guard let ahead = ahead.exactSeconds, let start = mapping.target.start.exactSeconds,
            let length = mapping.target.duration.exactSeconds, let whole = mapping.source.duration.exactSeconds,
            let seconds = ahead.multiplied(by: length)?.divided(by: whole)?.adding(start)
        else { return nil }
        return CMTime(exactly: seconds) ?? CMTime(seconds, timescale: 1_000_000_000, rounding: .roundHalfAwayFromZero)
    }
}
