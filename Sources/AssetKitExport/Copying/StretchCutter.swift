internal import AssetKitBase
internal import AssetKitSources
internal import CMTimeLib

/// Chooses the samples of one stretch that are copied. Pure: it looks at times only.
struct StretchCutter {
    /// How many samples a codec may store ahead of one that is shown before them, with room to spare.
    static let reorderingLimit = 64

    let index: SampleIndex
    let stretch: MediaStretch
    /// How long before its end the last packet of sound is over.
    var hiddenAtEnd = CMTime.zero
    /// Samples of sound in a second, where they are a whole number.
    var soundRate: Int32?

    var tick: TickLength { index.tick }

    func ticks(of sample: Int) -> Int64 { index.table.presentationTicks(of: sample) }

    /// Samples that start before this tick start before the time.
    func limit(_ end: CMTime) -> Int64 {
        guard let ticks = tick.ticks(at: end), ticks != .max else { return .max }
        return tick.time(ticks) == end ? ticks : ticks.addingClamped(1)
    }

    /// The sample that shows at a time, or else the first one behind it; nil where none starts before the limit.
    func sample(shownAt time: CMTime, before limit: Int64) -> Int? {
        guard index.count > 0 else { return nil }
        guard let floor = tick.ticks(at: time), let shown = index.index(presentedAt: floor) else {
            let first = index.order[0]
            return ticks(of: first) < limit ? first : nil
        }
        if stretch.isHeld || end(of: shown) > time { return shown }
        // Nothing shows then: what comes next is the first.
        let next = index.rank(of: shown) + 1
        guard next < index.count, ticks(of: index.order[next]) < limit else { return nil }
        return index.order[next]
    }

    /// When a sample stops to show: when the next one starts, or after its own time.
    func end(of sample: Int, isPicture: Bool = true) -> CMTime {
        let rank = index.rank(of: sample)
        if isPicture, rank + 1 < index.count { return tick.time(ticks(of: index.order[rank + 1])) }
        return tick.time(ticks(of: sample).addingClamped(max(0, index[sample].durationTicks)))
    }

    /// The last sample in decode order of those that start before the limit; nil where none does.
    func lastNeeded(before limit: Int64) -> Int? {
        guard let shown = index.index(presentedAt: limit.subtractingClamped(1)) else { return nil }
        let order = index.order
        guard !order.isDecodeOrder else { return shown }
        let rank = index.rank(of: shown)
        return (max(0, rank - Self.reorderingLimit)...rank).map { order[$0] }.max()
    }

    /// What is presented of the media, and when; nil where that is nothing.
    func cut(_ samples: [Range<Int>], from start: CMTime, to end: CMTime) -> CopiedStretch? {
        let samples = samples.filter { !$0.isEmpty }
        guard !samples.isEmpty else { return nil }
        if stretch.isHeld {
            let source = CMTimeRange(start: stretch.edit.source.start, duration: .zero)
            return CopiedStretch(samples: samples, source: source, target: stretch.target)
        }
        guard start < end else { return nil }
        let source = CMTimeRange(start: start, end: end)
        var target = CMTimeRange(start: stretch.assetTime(of: start), end: stretch.assetTime(of: end))
        // Where the clocks of media and asset have no common one both ends are rounded, and still as far apart as in the media.
        if stretch.edit.source.duration == stretch.edit.target.duration { target.duration = source.duration }
        return CopiedStretch(samples: samples, source: source, target: target)
    }
}
