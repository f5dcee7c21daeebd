import AssetKit

extension CMTimeRange {
    /// Says that a range goes on behind the end of a file; nil where it does not.
    func note(ofEnd duration: CMTime) -> String? {
        guard duration.isNumeric, end.isNumeric, end > duration else { return nil }
        let (wanted, last) = (end.seconds, (duration.seconds * 1000).rounded() / 1000)
        return "\((wanted * 1000).rounded() / 1000) s is behind the end: the file is \(last) s long"
    }
}

/// Works out the ranges that a command line of `assettool trim` means in a file. Pure.
struct TrimRanges {
    let selection: TrimOptions.Selection
    let times: FileTimes
    /// When chapters begin.
    var chapters: [CMTimeRange] = []

    /// The parts that are wanted, in the order asked.
    func ranges() throws(WorkError) -> [CMTimeRange] {
        switch selection {
        case .range(let interval, let duration): return [try range(interval, duration: duration)]
        case .keep(let intervals):
            var ranges: [CMTimeRange] = []
            for interval in intervals { ranges.append(try range(interval, duration: nil)) }
            return ranges
        case .cut(let intervals): return try rest(without: intervals)
        case .every(let step): return try parts(of: try step.time(in: times))
        case .chapters: return try chapterRanges()
        }
    }

    private func range(_ interval: TrimOptions.Interval, duration: TimeArgument?) throws(WorkError) -> CMTimeRange {
        let start = try interval.from?.time(in: times) ?? .zero
        var end = times.duration
        if let to = interval.to { end = try to.time(in: times) }
        if let duration {
            // A minus would count from the end of the file, which no length does.
            guard !duration.isFromEnd else {
                throw WorkError(message: "'\(duration.text)' counts from the end; --duration is a length")
            }
            end = start + (try duration.time(in: times))
        }
        guard end.isNumeric else {
            throw WorkError(message: "nothing says where the file ends; give --to or --duration")
        }
        guard start < times.duration || !times.duration.isNumeric else {
            let length = "the file is \(times.duration.seconds) s long"
            throw WorkError(message: "'\(interval.from?.text ?? "0")' is behind the end: \(length)")
        }
        guard start < end else {
            throw WorkError(
                message: "there is nothing from \(start.seconds) s to \(end.seconds) s: the end must be later"
            )
        }
        return CMTimeRange(start: start, end: end)
    }

    /// What is left when stretches are taken out.
    private func rest(without intervals: [TrimOptions.Interval]) throws(WorkError) -> [CMTimeRange] {
        guard times.duration.isNumeric else { throw WorkError(message: "nothing says where the file ends") }
        var removed: [CMTimeRange] = []
        for interval in intervals { removed.append(try range(interval, duration: nil)) }
        removed.sort { $0.start < $1.start }
        var kept: [CMTimeRange] = []
        var start = CMTime.zero
        for range in removed {
            if start < range.start { kept.append(CMTimeRange(start: start, end: range.start)) }
            start = CMTimeMaximum(start, range.end)
        }
        if start < times.duration { kept.append(CMTimeRange(start: start, end: times.duration)) }
        guard !kept.isEmpty else { throw WorkError(message: "nothing would be left") }
        return kept
    }

    private func parts(of step: CMTime) throws(WorkError) -> [CMTimeRange] {
        guard step > .zero else { throw WorkError(message: "--split-every needs a time above zero") }
        guard times.duration.isNumeric else { throw WorkError(message: "nothing says where the file ends") }
        let count = (times.duration.seconds / step.seconds).rounded(.up)
        guard count <= 10_000 else { throw WorkError(message: "that would make \(Int(min(count, 1e9))) files") }
        var ranges: [CMTimeRange] = []
        var start = CMTime.zero
        while start < times.duration {
            let end = CMTimeMinimum(start + step, times.duration)
            ranges.append(CMTimeRange(start: start, end: end))
            start = end
        }
        return ranges
    }

    private func chapterRanges() throws(WorkError) -> [CMTimeRange] {
        let starts = Set(chapters.map(\.start).filter { $0.isNumeric && $0 >= .zero && $0 < times.duration }).sorted()
        guard let first = starts.first else { throw WorkError(message: "it has no chapters") }
        // What comes before the first chapter is not lost.
        let bounds = (first > .zero ? [.zero] : []) + starts + [times.duration]
        return zip(bounds, bounds.dropFirst()).map { CMTimeRange(start: $0, end: $1) }
    }
}
