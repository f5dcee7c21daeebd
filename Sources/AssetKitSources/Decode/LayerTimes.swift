internal import AssetKitCore
internal import CMTimeLib

/// When the pictures of a track of a composition begin, from a time on. Not Sendable: one stage owns it.
struct LayerTimes {
    private struct Interval {
        /// The track that says when pictures begin; nil for the steps alone.
        let timing: TrackSource?
        let start: CMTime
        let end: CMTime
    }

    /// So much is looked ahead at once.
    private static let window = CMTime(value: 30, timescale: 1)

    /// In the order of time, from zero on: each begins where the one before ends.
    private let intervals: [Interval]
    /// How long pictures are where nothing else says when they begin.
    private let step: CMTime
    private let end: CMTime
    private var cursor: CMTime
    private var times: ArraySlice<CMTime> = []
    /// The stretch that a window has ended in, whose picture goes on in the next one.
    private var unfinished: MediaStretch?

    /// `range`: what is wanted of the timeline.
    init(_ track: LayeredTrack, in range: CMTimeRange) {
        (intervals, step) = (Self.intervals(of: track), track.frameDuration)
        cursor = CMTimeMaximum(range.start, .zero)
        end = CMTimeMinimum(range.end, track.end)
    }

    /// Those of a track by itself, with a gap's black pictures.
    init(alone track: TrackSource, in range: CMTimeRange) {
        let shortest = track.facts.video?.minimumFrameDuration ?? .invalid
        step = shortest.isNumeric && shortest > .zero ? shortest : CMTime(value: 1, timescale: 30)
        intervals = [Interval(timing: track, start: .zero, end: .positiveInfinity)]
        cursor = CMTimeMaximum(range.start, .zero)
        end = CMTimeMinimum(range.end, track.facts.timeRange.end)
    }

    private static func intervals(of track: LayeredTrack) -> [Interval] {
        var intervals: [Interval] = []
        var reached = CMTime.zero
        for timing in track.timings where timing.range.end > reached {
            if timing.range.start > reached {
                intervals.append(Interval(timing: nil, start: reached, end: timing.range.start))
            }
            let start = CMTimeMaximum(timing.range.start, reached)
            intervals.append(Interval(timing: track.tracks[timing.trackID], start: start, end: timing.range.end))
            reached = timing.range.end
        }
        if reached.isNumeric { intervals.append(Interval(timing: nil, start: reached, end: .positiveInfinity)) }
        return intervals
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

    /// All that come, of which none has been asked for yet. They are those that come one by one.
    mutating func all() -> ShownTimes {
        var all = ShownTimes()
        while cursor < end {
            let next = CMTimeMinimum(farthest, end)
            append(CMTimeRange(start: cursor, end: next), to: &all)
            cursor = next
        }
        return all
    }

    /// How far one look can go. Where sources are not listed it ends where the windows do, but for those in which nothing shows.
    private var farthest: CMTime {
        let rest = CMTimeRange(start: cursor, end: end)
        let unlisted = intervals.filter { $0.end > cursor }.compactMap { $0.timing?.composed }
            .filter { !$0.sources.allSatisfy { $0.pictureList != nil } }
        guard let next = unlisted.compactMap({ $0.shown(in: rest).first?.target.start }).min() else { return end }
        let count = ((next - cursor).seconds / Self.window.seconds).rounded(.down)
        return cursor + CMTimeMultiply(Self.window, multiplier: Int32(max(count, 1)))
    }

    private mutating func times(in range: CMTimeRange) -> ShownTimes {
        var times = ShownTimes()
        append(range, to: &times)
        return times
    }

    private mutating func append(_ range: CMTimeRange, to all: inout ShownTimes) {
        for interval in intervals where interval.end > range.start && interval.start < range.end {
            let start = CMTimeMaximum(interval.start, range.start)
            let part = CMTimeRange(start: start, end: CMTimeMinimum(interval.end, range.end))
            append(part, by: interval.timing, takesOver: start == interval.start && start > .zero, to: &all)
        }
    }

    /// `takesOver`: another track has said before when pictures begin. One that has begun by then does not begin anew.
    private mutating func append(
        _ range: CMTimeRange,
        by timing: TrackSource?,
        takesOver: Bool,
        to all: inout ShownTimes
    ) {
        guard let timing else { return all.append(each: step, from: .zero, in: range) }
        var times = ShownTimes()
        var reached = range.start
        for part in timing.sources(in: range) {
            guard let (index, origin) = part.source.pictureList else {
                return all.append(each: step, from: .zero, in: range)
            }
            for stretch in part.stretches(origin: origin) {
                if stretch.target.start > reached {
                    let gap = CMTimeRange(start: reached, end: stretch.target.start)
                    times.append(each: step, from: Self.start(ofGapBefore: gap.end, of: timing), in: gap)
                }
                let goesOn =
                    unfinished.map { $0.edit == stretch.edit && $0.target.end == stretch.target.start } ?? false
                let isCut = stretch.target.start == range.start && stretch.edit.target.start < range.start
                times.append(stretch.pictureTimes(index, goesOn: goesOn || takesOver && isCut))
                reached = stretch.target.end
                unfinished = stretch
            }
        }
        if reached < range.end {
            let gap = CMTimeRange(start: reached, end: range.end)
            times.append(each: step, from: Self.start(ofGapBefore: reached, of: timing), in: gap)
        }
        all.append(times)
    }

    /// Where a gap begins, from which its steps are counted. `time`: within it, or its end.
    private static func start(ofGapBefore time: CMTime, of timing: TrackSource) -> CMTime {
        if let stretches = timing.composed?.stretches {
            let last = BinarySearch.last(in: 0..<stretches.count) { stretches[$0].target.end <= time }
            return last.map { stretches[$0].target.end } ?? .zero
        }
        let end = timing.facts.timeRange.end
        return end.isNumeric && end <= time ? end : .zero
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
