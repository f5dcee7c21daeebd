internal import CMTimeLib

/// Where an input's samples lie in their track, and the edits that present them. Pure.
///
/// Times of samples are on the movie's clock, and stay so in the track, but for one case: where samples overlap because
/// some of each is trimmed, as when packets of several encoders are joined, the later ones are moved behind the earlier
/// ones, and an edit presents them when they are due.
struct InputTimeline {
    /// When appended samples begin and end, and what of them is trimmed.
    struct Timing {
        var start: CMTime
        var decode: CMTime
        var duration: CMTime
        var trimAtStart = CMTime.zero
        var trimAtEnd = CMTime.zero

        var end: CMTime { start + duration }
        var isTrimmed: Bool { trimAtStart > .zero || trimAtEnd > .zero }
    }

    /// Samples that are presented without a gap, by one edit.
    private struct Stretch {
        /// How much later than on the movie's clock they lie in the track.
        var shift = CMTime.zero
        var start = CMTime.positiveInfinity
        var end = CMTime.negativeInfinity

        var isEmpty: Bool { start >= end }
    }

    private var stretches: [Stretch] = [Stretch()]
    /// The earliest and the latest moment in the track.
    private var earliest = CMTime.positiveInfinity
    private var latest = CMTime.negativeInfinity
    /// The last samples were trimmed at their end.
    private var isCutOff = false
    private var hasTrims = false
    private var soundStart: CMTime?
    /// What is trimmed off the end of the sample that ends last.
    private var lastTrim = CMTime.zero

    /// When the earliest sample is shown; infinite without samples.
    var start: CMTime { earliest }
    var end: CMTime { latest }

    /// Adds samples, and says how much later they lie in the track.
    mutating func add(_ timing: Timing) -> CMTime {
        let current = stretches[stretches.count - 1]
        // Pictures that are shown earlier may be decoded later, and belong to what is there.
        let isBehind = isCutOff && timing.start >= current.end
        if !current.isEmpty, isBehind || (timing.trimAtStart > .zero && timing.end > current.start) {
            var next = Stretch(shift: current.shift)
            let begin = CMTimeMinimum(timing.start, timing.decode) + current.shift
            if begin < latest { next.shift = next.shift + (latest - begin) }
            stretches.append(next)
        }
        let last = stretches.count - 1
        let shift = stretches[last].shift
        let (start, end) = (timing.start + timing.trimAtStart, timing.end - timing.trimAtEnd)
        if let soundStart, timing.start < soundStart { hasTrims = true }
        if start < end {
            stretches[last].start = CMTimeMinimum(stretches[last].start, start)
            stretches[last].end = CMTimeMaximum(stretches[last].end, end)
            isCutOff = timing.trimAtEnd > .zero
        }
        hasTrims = hasTrims || timing.isTrimmed
        earliest = CMTimeMinimum(earliest, timing.start + shift)
        if timing.end + shift > latest { (latest, lastTrim) = (timing.end + shift, timing.trimAtEnd) }
        return shift
    }

    /// Sound that is encoded begins here: what the encoder stores before it is not to be heard. Only the first call counts.
    mutating func beginSound(at time: CMTime) {
        if soundStart == nil { soundStart = time }
    }

    /// What is presented, up to an end where there is one; nil for everything from zero to the end of the last sample.
    func edits(until limit: CMTime?) -> [CMTimeMapping]? {
        let isCut = limit.map { $0 < latest } ?? false
        guard isCut || hasTrims || stretches.contains(where: { $0.shift != .zero }) else { return nil }
        var result: [CMTimeMapping] = []
        for (index, stretch) in stretches.enumerated() where !stretch.isEmpty {
            let start = CMTimeMaximum(CMTimeMaximum(stretch.start, soundStart ?? .zero), .zero)
            var end = stretch.end
            // Where two overlap in the movie the later one counts.
            if let next = stretches[(index + 1)...].first(where: { !$0.isEmpty }) {
                end = CMTimeMinimum(end, next.start)
            }
            if let limit { end = CMTimeMinimum(end, limit) }
            guard start < end else { continue }
            let source = CMTimeRange(start: start + stretch.shift, end: end + stretch.shift)
            let target = CMTimeRange(start: start, end: end)
            if let last = result.last, last.source.end == source.start, last.target.end == target.start {
                result[result.count - 1] = CMTimeMapping(
                    source: CMTimeRange(start: last.source.start, end: source.end),
                    target: CMTimeRange(start: last.target.start, end: target.end)
                )
            } else {
                result.append(CMTimeMapping(source: source, target: target))
            }
        }
        return isDefault(result) ? nil : result
    }

    /// Whether edits say what holds without them: what the last sample itself says is not to be heard needs none.
    private func isDefault(_ edits: [CMTimeMapping]) -> Bool {
        guard edits.count == 1, edits[0].source == edits[0].target else { return false }
        return edits[0].source.start == CMTimeMaximum(earliest, .zero) && edits[0].source.end == latest - lastTrim
    }
}
