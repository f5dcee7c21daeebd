internal import CMTimeLib

/// What a track shows on the asset's timeline: its edits without the gaps, in the order in which they are shown.
struct ShownTimeline: Sendable {
    /// Where a time of the asset falls.
    enum Place {
        /// Before anything is shown; the stretch is the first one.
        case before(CMTimeMapping)
        case shown(CMTimeMapping)
        /// Between two stretches.
        case gap(CMTimeMapping, CMTimeMapping)
        /// Nothing follows. `isEnd`: it is the moment of the end, which belongs to the last picture.
        case behind(CMTimeMapping, isEnd: Bool)
    }

    let stretches: [CMTimeMapping]
    private let end: CMTime

    /// Makes a timeline. The asset may go on for longer than the track: the last picture stays until then.
    init(_ segments: [CMTimeMapping], duration: CMTime) {
        stretches =
            segments
            .filter { !$0.isEmpty && $0.source.start.isNumeric && $0.target.start.isNumeric }
            .sorted { $0.target.start < $1.target.start }
        let own = stretches.last.map(Self.end) ?? .zero
        end = duration.isNumeric ? max(own, duration) : own
    }

    /// Where a time falls; nil for a track that shows nothing.
    func place(of time: CMTime) -> Place? {
        guard let first = stretches.first, let last = stretches.last else { return nil }
        if time < first.target.start { return .before(first) }
        let number = stretches.lastIndex { $0.target.start <= time } ?? 0
        if time < Self.end(of: stretches[number]) { return .shown(stretches[number]) }
        if number + 1 < stretches.count { return .gap(stretches[number], stretches[number + 1]) }
        return .behind(last, isEnd: time <= end)
    }

    /// The time of the media that is shown at a time within a stretch, or at its nearer end.
    static func mediaTime(at time: CMTime, in stretch: CMTimeMapping) -> CMTime {
        let pinned = max(time, stretch.target.start)
        return MediaTimeline.map(pinned, CMTimeMapping(source: stretch.target, target: stretch.source))
    }

    /// When the picture that the media has at a time is shown: not before its stretch begins.
    static func assetTime(of mediaTime: CMTime, in stretch: CMTimeMapping) -> CMTime {
        max(MediaTimeline.map(mediaTime, stretch), stretch.target.start)
    }

    /// When a stretch ends; never where that is not known.
    static func end(of stretch: CMTimeMapping) -> CMTime {
        stretch.target.duration.isNumeric ? stretch.target.end : .positiveInfinity
    }
}
