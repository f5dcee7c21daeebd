internal import AssetKitISOMedia
internal import CMTimeLib

/// Turns what is presented of a track into its edit list.
struct ISOEdits {
    let movieTimescale: CMTimeScale
    let timescale: CMTimeScale
    /// The time of the samples that is zero on the media's timeline.
    let mediaZero: Int64

    private(set) var edits: [ISOEditList.Edit] = []
    /// In ticks of the movie: where the last edit ends.
    private(set) var end: Int64 = 0

    init(movieTimescale: CMTimeScale, timescale: CMTimeScale, mediaZero: Int64) {
        self.movieTimescale = movieTimescale
        self.timescale = timescale
        self.mediaZero = mediaZero
    }

    /// From zero to a tick of the samples' times. Until `first`, when the earliest sample is presented, is a gap.
    mutating func presentAll(from first: Int64, until last: Int64) throws(ISOWritingError) {
        guard last > 0 else { return }
        let start = min(max(0, first), last)
        let gap = try movieTicks(start)
        addGap(gap)
        try add(from: start, movieTicks: try movieTicks(last) - gap)
    }

    /// In ascending order of their targets; what lies between those is a gap.
    mutating func present(_ mappings: [CMTimeMapping]) throws(ISOWritingError) {
        for mapping in mappings {
            let start = try SinkTicks.ticks(mapping.target.start, movieTimescale)
            let stop = try SinkTicks.ticks(mapping.target.end, movieTimescale)
            guard start >= end, stop >= start else {
                throw .time("what is presented must come in order, and no two at the same time")
            }
            addGap(start - end)
            guard stop > start else { continue }
            guard mapping.source.start.isNumeric, !mapping.isEmpty else {
                addGap(stop - start)
                continue
            }
            let source = try SinkTicks.ticks(mapping.source.start, timescale)
            let rate = try Self.rate(mapping)
            try add(from: source, movieTicks: stop - start, rate: rate)
        }
    }

    private func movieTicks(_ ticks: Int64) throws(ISOWritingError) -> Int64 {
        try SinkTicks.ticks(ticks, from: Int64(timescale), to: Int64(movieTimescale))
    }

    private mutating func addGap(_ ticks: Int64) {
        guard ticks > 0 else { return }
        end += ticks
        // Two gaps are one.
        if let last = edits.last, last.isEmpty {
            edits[edits.count - 1] = ISOEditList.Edit(
                duration: last.duration + UInt64(ticks),
                mediaTime: -1,
                rate: 0x10000
            )
        } else {
            edits.append(ISOEditList.Edit(duration: UInt64(ticks), mediaTime: -1, rate: 0x10000))
        }
    }

    private mutating func add(from source: Int64, movieTicks: Int64, rate: Int32 = 0x10000) throws(ISOWritingError) {
        var (mediaTime, left) = (source - mediaZero, movieTicks)
        if mediaTime < 0 {
            // Samples do not begin that early, so there is a gap first.
            let missing = min(left, try self.movieTicks(-mediaTime))
            addGap(missing)
            (mediaTime, left) = (0, left - missing)
        }
        guard left > 0 else { return }
        edits.append(ISOEditList.Edit(duration: UInt64(left), mediaTime: mediaTime, rate: rate))
        end += left
    }

    /// How fast the source goes, as 16.16 fixed point; 0 holds one picture (a dwell).
    private static func rate(_ mapping: CMTimeMapping) throws(ISOWritingError) -> Int32 {
        let (source, target) = (mapping.source.duration, mapping.target.duration)
        if source == target { return 0x10000 }
        let numerator = Int128(source.value) * Int128(target.timescale) * 65536
        let denominator = Int128(target.value) * Int128(source.timescale)
        let quotient = (numerator + denominator / 2) / denominator
        guard let rate = Int32(exactly: quotient), rate >= 0 else {
            throw .time("a stretch is presented faster than the file can say")
        }
        return rate
    }
}
