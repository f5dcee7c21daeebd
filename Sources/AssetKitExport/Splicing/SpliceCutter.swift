internal import AssetKitSources
internal import CMTimeLib

/// What of a stretch of pictures is copied, and what is encoded. A plain value; times are the asset's.
struct SpliceCut: Sendable, Hashable {
    /// Samples that are copied, and when they are shown.
    struct Run: Sendable, Hashable {
        var samples: [Range<Int>]
        var entry: SpliceRun.Entry
        var range: CMTimeRange
        /// What is added to stored times for those of the asset.
        var offset: CMTime
        /// The first picture is shown before the stretch already.
        var clipsFirst = false
    }

    var head: CMTimeRange?
    var run: Run?
    var tail: CMTimeRange?
}

/// Decides where a stretch of pictures is cut. Pure: it looks at times, and asks how decoding can begin with a sample.
///
/// Wanted are all pictures that show in the stretch. Decoding may begin with some samples, and with some of these a copied
/// run may: from the first such one in the stretch on, samples are copied as long as none is shown that lacks one decoded
/// behind it. What is before and behind is encoded.
struct SpliceCutter {
    let index: SampleIndex
    let stretch: MediaStretch
    /// How a run can begin with a sample; nil where it cannot.
    let entry: (Int) throws -> SpliceRun.Entry?

    private var times: StretchCutter { StretchCutter(index: index, stretch: stretch) }

    func cut() throws -> SpliceCut {
        let wanted = stretch.source
        let bound = times.limit(wanted.end)
        guard !stretch.isHeld, stretch.hasNormalRate, let start = try firstJoinable(before: bound),
            let run = run(from: start.place, before: bound)
        else { return SpliceCut(head: stretch.target) }
        let begin = index.tick.time(ticks(of: start.place))
        let finish = CMTimeMinimum(run.end, wanted.end)
        let (from, to) = (stretch.assetTime(of: begin), stretch.assetTime(of: finish))
        var cut = SpliceCut()
        if showsBefore(start.place, from: wanted.start) {
            cut.head = CMTimeRange(start: stretch.target.start, end: from)
        }
        cut.run = .init(
            samples: run.samples,
            entry: start.entry,
            range: CMTimeRange(start: from, end: to),
            offset: from - begin
        )
        if run.lacksTail { cut.tail = CMTimeRange(start: to, end: stretch.target.end) }
        return cut
    }

    private func ticks(of place: Int) -> Int64 { index.table.presentationTicks(of: place) }

    /// The first sample that is shown in the stretch and that a copied run can begin with.
    private func firstJoinable(before bound: Int64) throws -> (place: Int, entry: SpliceRun.Entry)? {
        guard index.count > 0, let last = times.lastNeeded(before: bound) else { return nil }
        let start = stretch.source.start
        // Samples before are decoded for what is shown then, as far back as codecs reorder.
        let shown = index.tick.ticks(at: start).flatMap { index.index(presentedAt: $0) } ?? 0
        let first = max(0, shown - StretchCutter.reorderingLimit)
        guard first <= last else { return nil }
        for place in first...last {
            let time = ticks(of: place)
            guard time < bound, index.tick.time(time) >= start else { continue }
            if let entry = try entry(place) { return (place, entry) }
        }
        return nil
    }

    /// Whether a picture is shown in the stretch before this sample is: one that can be decoded.
    private func showsBefore(_ place: Int, from start: CMTime) -> Bool {
        let rank = index.rank(of: place)
        guard rank > 0, index.tick.time(ticks(of: place)) > start else { return false }
        let previous = index.order[rank - 1]
        let origin = index.decodingStart(for: previous)
        // A file may begin with pictures that need others which it does not have.
        return ticks(of: origin) <= ticks(of: previous)
    }

    /// The longest run of samples from `first` on that shows no picture behind one which it lacks.
    private func run(from first: Int, before bound: Int64) -> (samples: [Range<Int>], end: CMTime, lacksTail: Bool)? {
        guard let last = times.lastNeeded(before: bound), last >= first else { return nil }
        let origin = ticks(of: first)
        var cursor = SampleCursor(index.table)
        var samples: [Range<Int>] = []
        var latest = Int64.min
        var best: (end: Int, latest: Int64)?
        /// The run may end with what is there so far, where none of the samples from `place` on is shown before its end.
        func note(_ place: Int) {
            let earliest = index.order.earliestPresentation(after: place - 1, in: index.table)
            if earliest.map({ latest < $0 }) ?? true { best = (samples.last?.upperBound ?? place, latest) }
        }
        var isOver = false
        for place in first...last {
            let time = cursor.sample(at: place, passes: true).presentationTicks
            // What is shown earlier belongs to the pictures before.
            guard time >= origin else { continue }
            if !samples.isEmpty { note(place) }
            latest = max(latest, time)
            isOver = latest >= bound
            guard !isOver else { break }
            if samples.last?.upperBound == place {
                samples[samples.count - 1] = samples[samples.count - 1].lowerBound..<place + 1
            } else {
                samples.append(place..<place + 1)
            }
        }
        if !isOver, let end = samples.last?.upperBound { note(end) }
        guard let best else { return nil }
        let kept = samples.map { $0.clamped(to: first..<best.end) }.filter { !$0.isEmpty }
        guard let final = index.index(presentedAt: best.latest) else { return nil }
        let end = times.end(of: final)
        let rank = index.rank(of: final) + 1
        let lacksTail = rank < index.count && ticks(of: index.order[rank]) < bound
        return (kept, end, lacksTail)
    }
}

extension SpliceRun {
    /// How far codecs have changed the order of its samples: the most that one is decoded behind its place among those
    /// shown.
    static func delay(of samples: [Range<Int>], in index: SampleIndex) -> Int {
        guard !index.order.isDecodeOrder else { return 0 }
        var cursor = SampleCursor(index.table)
        var sorter = PresentationSorter()
        var (delay, rank, number) = (0, 0, 0)
        func settle(_ number: Int) {
            delay = max(delay, number - rank)
            rank += 1
        }
        for place in samples.joined() {
            let ticks = cursor.sample(at: place, passes: true).presentationTicks
            guard sorter.add(ticks, number, settle) else { return farDelay(of: samples, in: index) }
            number += 1
        }
        sorter.finish(settle)
        return delay
    }

    /// The same where samples are far from their places.
    private static func farDelay(of samples: [Range<Int>], in index: SampleIndex) -> Int {
        let ticks = samples.joined().map { index.table.presentationTicks(of: $0) }
        let shown = ticks.indices.sorted { (ticks[$0], $0) < (ticks[$1], $1) }
        return shown.enumerated().reduce(0) { max($0, $1.element - $1.offset) }
    }
}
