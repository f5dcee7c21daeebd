internal import CMTimeLib

/// Lays the edits of a track out on the movie's timeline.
struct ISOTimeline {
    let movieTimescale: UInt32
    let mediaTimescale: UInt32
    /// In ticks of the media.
    let mediaDuration: Int64
    /// When the last picture has been shown, which composition offsets may move behind that; in ticks of the media.
    var shownEnd: Int64 = 0
    /// Samples may come in fragments, so that an edit's duration of 0 means "to the end".
    let isFragmented: Bool

    /// The segments of a track, in order and without gaps, starting at 0. Without edits the media is shown as it is.
    func segments(_ edits: ISOEditList?, warn: (String) -> Void) -> [ISOTimelineSegment] {
        guard let edits, !edits.edits.isEmpty else { return identity }
        var result: [ISOTimelineSegment] = []
        var start = CMTime.zero
        for (index, edit) in edits.edits.enumerated() {
            let isLast = index == edits.edits.count - 1
            let isOpen =
                isLast && edit.duration == 0 && !edit.isEmpty
                && (isFragmented || edits.edits.dropLast().allSatisfy(\.isEmpty))
            guard edit.duration > 0 || isOpen else { continue }
            guard let segment = segment(edit, at: start, isOpen: isOpen, warn: warn) else { continue }
            result.append(segment)
            start = segment.mapping.target.end
            guard start.isNumeric else {
                warn("the edits add up to more time than can be counted")
                return Array(result.dropLast())
            }
        }
        return result
    }

    private var identity: [ISOTimelineSegment] {
        guard mediaDuration > 0 else { return [] }
        let range = CMTimeRange(start: .zero, duration: ISOTime.time(mediaDuration, timescale: mediaTimescale))
        return [ISOTimelineSegment(mapping: CMTimeMapping(source: range, target: range), reachesMediaEnd: true)]
    }

    private func segment(
        _ edit: ISOEditList.Edit,
        at start: CMTime,
        isOpen: Bool,
        warn: (String) -> Void
    ) -> ISOTimelineSegment? {
        var rate = Int64(edit.rate)
        if rate < 0 {
            warn("an edit plays backwards, which no reader does; it is taken forwards")
            rate = 0x10000
        }
        if edit.mediaTime < -1 { warn("an edit starts \(edit.mediaTime) ticks before the media; it shows nothing") }
        if isOpen {
            // Holding a moment to the end, or starting behind it, has no length of its own.
            guard rate > 0, edit.mediaTime < end(from: edit.mediaTime) else { return nil }
            return openSegment(edit.mediaTime, rate: rate, at: start)
        }
        guard let ticks = Int64(exactly: edit.duration), ticks <= ISODecodeTimes.latest else {
            warn("an edit of \(edit.duration) ticks is longer than any clock counts; it is left out")
            return nil
        }
        let target = CMTimeRange(start: start, duration: ISOTime.time(ticks, timescale: movieTimescale))
        let isBeyond = mediaDuration > 0 && edit.mediaTime >= end(from: edit.mediaTime)
        if isBeyond { warn("an edit starts behind the end of the media; it shows nothing") }
        guard !edit.isEmpty, !isBeyond else {
            let mapping = CMTimeMapping(source: .invalid, target: target)
            return ISOTimelineSegment(mapping: mapping, reachesMediaEnd: false)
        }
        return segment(edit.mediaTime, movieTicks: ticks, rate: rate, target: target)
    }

    /// When the media ends for an edit, which may begin among pictures behind the stated end.
    private func end(from mediaTime: Int64) -> Int64 {
        mediaTime < mediaDuration ? mediaDuration : max(mediaDuration, shownEnd)
    }

    private func openSegment(_ mediaTime: Int64, rate: Int64, at start: CMTime) -> ISOTimelineSegment {
        let ticks = end(from: mediaTime) - mediaTime
        let source = CMTimeRange(
            start: ISOTime.time(mediaTime, timescale: mediaTimescale),
            duration: ISOTime.time(ticks, timescale: mediaTimescale)
        )
        let duration = ISOTime.time(
            Int128(ticks) * 65536,
            over: Int128(mediaTimescale) * Int128(rate),
            preferring: mediaTimescale
        )
        let target = CMTimeRange(start: start, duration: duration)
        return ISOTimelineSegment(mapping: CMTimeMapping(source: source, target: target), reachesMediaEnd: true)
    }

    private func segment(
        _ mediaTime: Int64,
        movieTicks: Int64,
        rate: Int64,
        target: CMTimeRange
    ) -> ISOTimelineSegment {
        let denominator = Int128(movieTimescale) * 65536
        let numerator = Int128(movieTicks) * Int128(rate)
        let duration =
            rate == 0x10000
            ? target.duration : ISOTime.time(numerator, over: denominator, preferring: movieTimescale)
        let source = CMTimeRange(start: ISOTime.time(mediaTime, timescale: mediaTimescale), duration: duration)
        // Both sides times both timescales: the media ends less than one tick of the movie behind the edit.
        let left = Int128(end(from: mediaTime) - mediaTime) * denominator
        let reached = (numerator + Int128(max(rate, 1))) * Int128(mediaTimescale)
        return ISOTimelineSegment(
            mapping: CMTimeMapping(source: source, target: target),
            reachesMediaEnd: rate > 0 && left < reached
        )
    }
}
