internal import AssetKitCore
internal import CMTimeLib

/// When the pictures of a track of a composition begin, from a time on. Not Sendable: one stage owns it.
struct LayerTimes {
    /// So much is looked ahead at once.
    private static let window = CMTime(value: 30, timescale: 1)

    /// The track that says when pictures begin; nil for the steps alone.
    private let timing: TrackSource?
    /// How long pictures are where nothing else says when they begin.
    private let step: CMTime
    private let end: CMTime
    private var cursor: CMTime
    private var times: ArraySlice<CMTime> = []
    /// The stretch that a window has ended in, whose picture goes on in the next one.
    private var unfinished: MediaStretch?

    /// `range`: what is wanted of the timeline.
    init(_ track: LayeredTrack, in range: CMTimeRange) {
        (timing, step) = (track.timingTrackID.flatMap { track.tracks[$0] }, track.frameDuration)
        cursor = CMTimeMaximum(range.start, .zero)
        end = CMTimeMinimum(range.end, track.end)
    }

    /// Those of a track by itself, with a gap's black pictures.
    init(alone track: TrackSource, in range: CMTimeRange) {
        let shortest = track.facts.video?.minimumFrameDuration ?? .invalid
        step = shortest.isNumeric && shortest > .zero ? shortest : CMTime(value: 1, timescale: 30)
        timing = track
        cursor = CMTimeMaximum(range.start, .zero)
        end = CMTimeMinimum(range.end, track.facts.timeRange.end)
    }

    /// The next picture's time; nil at the end. Each shows until the next begins.
    mutating func next() -> CMTimeRange? {
        fill(atLeast: 2)
        guard let start = times.popFirst() else { return nil }
        return CMTimeRange(start: start, end: times.first ?? end)
    }

    private mutating func fill(atLeast count: Int) {
        while times.count < count, cursor < end {
            let next = CMTimeMinimum(cursor + Self.window, end)
            times = ArraySlice(Array(times) + times(in: CMTimeRange(start: cursor, end: next)))
            cursor = next
        }
    }

    private mutating func times(in range: CMTimeRange) -> [CMTime] {
        guard let timing else { return steps(in: range, from: .zero) }
        var times: [CMTime] = []
        var reached = range.start
        for part in timing.sources(in: range) {
            guard let (index, origin) = part.source.pictureList else { return steps(in: range, from: .zero) }
            for stretch in part.stretches(origin: origin) {
                if stretch.target.start > reached {
                    times += steps(
                        in: CMTimeRange(start: reached, end: stretch.target.start),
                        from: gap(before: stretch)
                    )
                }
                let goesOn =
                    unfinished.map { $0.edit == stretch.edit && $0.target.end == stretch.target.start } ?? false
                times += stretch.pictureTimes(index, goesOn: goesOn)
                reached = stretch.target.end
                unfinished = stretch
            }
        }
        if reached < range.end {
            times += steps(in: CMTimeRange(start: reached, end: range.end), from: gap(before: nil, at: reached))
        }
        return times
    }

    /// Where the gap before a stretch begins, from which its steps are counted.
    private func gap(before stretch: MediaStretch?, at time: CMTime = .positiveInfinity) -> CMTime {
        let limit = stretch?.target.start ?? time
        let ends = (timing?.composed?.stretches ?? []).map(\.target.end)
        let own = timing?.composed == nil ? timing.map(\.facts.timeRange.end).flatMap { $0.isNumeric ? $0 : nil } : nil
        return ends.last { $0 <= limit } ?? own.flatMap { $0 <= limit ? $0 : nil } ?? .zero
    }

    /// The multiples of the frame duration, counted from a time.
    private func steps(in range: CMTimeRange, from origin: CMTime) -> [CMTime] {
        let ahead = range.start - origin
        let first = -(-(Int128(ahead.value) * Int128(step.timescale)))
            .floorDivided(by: Int128(step.value) * Int128(ahead.timescale))
        var times: [CMTime] = []
        var number = Int64(clamping: max(first, 0))
        while true {
            let time = origin + CMTime(value: number * step.value, timescale: step.timescale)
            guard time < range.end else { return times }
            times.append(time)
            number += 1
        }
    }
}

extension MediaStretch {
    /// When the pictures begin that show within the stretch; one that began before it begins with it, unless it goes on with
    /// what has been looked at.
    fileprivate func pictureTimes(_ index: SampleIndex, goesOn: Bool) -> [CMTime] {
        guard !isHeld, let from = index.tick.ticks(at: source.start) else { return goesOn ? [] : [target.start] }
        let first = index.index(presentedAt: from).map { index.rank(of: $0) } ?? 0
        var times: [CMTime] = []
        for rank in first..<max(first, index.count) {
            let shown = index.tick.time(index.table.presentationTicks(of: index.order[rank]))
            guard shown < source.end else { break }
            let begin = assetTime(of: shown)
            if goesOn, begin < target.start { continue }
            let time = index.tick.exact(CMTimeMaximum(begin, target.start))
            if times.last != time { times.append(time) }
        }
        return times
    }
}
