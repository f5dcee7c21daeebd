internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib

/// Which samples to decode for pictures asked for by time, where the container has tables of its samples. Pure: reads
/// and decodes nothing.
struct IndexedStillPlan {
    /// Samples to decode in one go, and what is wanted of them.
    struct Group {
        /// The place in decode order to start at.
        var start: Int
        /// Who waits for which sample.
        var deliveries: [Int: [StillDelivery]] = [:]
        /// The samples shown around wanted ones, where those are to have them.
        var neighbours: [Int: Neighbours] = [:]

        /// The last sample that is needed.
        var last: Int {
            let around = neighbours.values.map { max($0.previous, $0.next ?? start) }
            return max(deliveries.keys.max() ?? start, around.max() ?? start)
        }
    }

    /// The samples that are shown right before and right behind another one.
    struct Neighbours {
        var previous: Int
        var next: Int?
    }

    private let index: SampleIndex
    private let timeline: ShownTimeline
    private(set) var groups: [Group] = []
    /// The requests for which there is no picture.
    private(set) var unanswered: [Int] = []

    /// `takesNeighbours`: pictures are interlaced, and come out better with those before and behind them.
    init(_ requests: [StillRequest], _ index: SampleIndex, _ timeline: ShownTimeline, takesNeighbours: Bool = false) {
        (self.index, self.timeline) = (index, timeline)
        var starts: [Int: Group] = [:]
        for request in requests {
            guard let choice = choice(for: request) else {
                unanswered.append(request.number)
                continue
            }
            var start = index.decodingStart(for: choice.sample)
            let around = takesNeighbours ? neighbours(of: choice.sample, request, &start) : nil
            let delivery = StillDelivery(number: request.number, actualTime: choice.actualTime)
            starts[start, default: Group(start: start)].deliveries[choice.sample, default: []].append(delivery)
            if let around { starts[start]?.neighbours[choice.sample] = around }
        }
        groups = Self.merged(starts.values.sorted { $0.start < $1.start })
    }

    /// Joins groups of which one is decoded on the way through another, as leading pictures of open GOPs make it.
    private static func merged(_ groups: [Group]) -> [Group] {
        groups.reduce(into: []) { merged, group in
            if let last = merged.indices.last, merged[last].last >= group.start {
                merged[last].deliveries.merge(group.deliveries) { $0 + $1 }
                merged[last].neighbours.merge(group.neighbours) { first, _ in first }
            } else {
                merged.append(group)
            }
        }
    }

    /// The samples shown around one. The one before a key frame is in the GOP before, which is decoded only where
    /// exactly this picture is wanted: who takes one nearby has chosen speed.
    private func neighbours(of sample: Int, _ request: StillRequest, _ start: inout Int) -> Neighbours? {
        let rank = index.rank(of: sample)
        guard rank > 0 else { return nil }
        let previous = index.order[rank - 1]
        let earlier = index.decodingStart(for: previous)
        if request.isExact { start = min(start, earlier) }
        guard earlier >= start else { return nil }
        return Neighbours(previous: previous, next: rank + 1 < index.count ? index.order[rank + 1] : nil)
    }

    // MARK: Choosing

    private struct Choice {
        let sample: Int
        let actualTime: CMTime
    }

    private func choice(for request: StillRequest) -> Choice? {
        guard request.time.isValid, !request.time.isIndefinite, index.count > 0,
            let place = timeline.place(of: request.time)
        else { return nil }
        switch place {
        case .before(let stretch): return choice(for: request, in: stretch, showing: first(of: stretch))
        case .shown(let stretch):
            let media = ShownTimeline.mediaTime(at: request.time, in: stretch)
            return choice(for: request, in: stretch, showing: sample(at: media))
        case .behind(let stretch, isEnd: true):
            return choice(for: request, in: stretch, showing: last(of: stretch))
        case .behind(let stretch, isEnd: false): return acceptable(request, [(stretch, last(of: stretch))])
        case .gap(let earlier, let later):
            return acceptable(request, [(earlier, last(of: earlier)), (later, first(of: later))])
        }
    }

    /// Where nothing is shown, what lies within the tolerance has to do.
    private func acceptable(_ request: StillRequest, _ candidates: [(CMTimeMapping, Int)]) -> Choice? {
        for (stretch, sample) in candidates {
            let chosen = choice(for: request, in: stretch, showing: sample)
            if let chosen, request.accepts(chosen.actualTime) { return chosen }
            let exact = Choice(sample: sample, actualTime: assetTime(of: sample, in: stretch))
            if request.accepts(exact.actualTime) { return exact }
        }
        return nil
    }

    /// The cheapest picture that will do instead of the one that is shown: a key frame, or else the first one within
    /// the tolerance. Without a tolerance it is the one that is shown.
    private func choice(for request: StillRequest, in stretch: CMTimeMapping, showing shown: Int) -> Choice? {
        let exact = Choice(sample: shown, actualTime: assetTime(of: shown, in: stretch))
        guard !request.isExact else { return exact }
        let before = keyBefore(shown, in: stretch).flatMap { request.accepts($0.actualTime) ? $0 : nil }
        if let before, request.toleranceBefore.isPositiveInfinity { return before }
        if request.toleranceBefore.isPositiveInfinity, let start = earlierKey(than: stretch),
            request.accepts(start.actualTime)
        {
            return start
        }
        let after = keyAfter(shown, request, in: stretch)
        if let before, let after {
            return request.time - before.actualTime <= after.actualTime - request.time ? before : after
        }
        return before ?? after ?? firstAccepted(request, in: stretch, upTo: exact) ?? exact
    }

    /// The key frame at or before a sample that the same stretch shows; nil where its GOP starts before the stretch.
    private func keyBefore(_ sample: Int, in stretch: CMTimeMapping) -> Choice? {
        let start = index.decodingStart(for: sample)
        guard start == sample || shows(start, stretch) else { return nil }
        return Choice(sample: start, actualTime: assetTime(of: start, in: stretch))
    }

    /// The last key frame that stretches before this one show; where there is none, the first picture of all.
    private func earlierKey(than stretch: CMTimeMapping) -> Choice? {
        for earlier in timeline.stretches.reversed() where earlier.target.start < stretch.target.start {
            if let key = keyBefore(last(of: earlier), in: earlier) { return key }
        }
        guard let start = timeline.stretches.first else { return nil }
        let sample = first(of: start)
        return Choice(sample: sample, actualTime: assetTime(of: sample, in: start))
    }

    /// The nearest key frame behind a sample that is still accepted.
    private func keyAfter(_ sample: Int, _ request: StillRequest, in stretch: CMTimeMapping) -> Choice? {
        guard request.toleranceAfter > .zero else { return nil }
        for next in (sample + 1)..<max(index.count, sample + 1) {
            let time = assetTime(of: next, in: stretch)
            if index.tick.time(index.table.decodeTicks(of: next)) > stretch.source.end { return nil }
            let isKey = index[next].isSync || index[next].isPartialSync
            if isKey {
                return shows(next, stretch) && request.accepts(time) ? Choice(sample: next, actualTime: time) : nil
            }
            // Decode times are never behind presentation times: nothing further on can be near enough.
            if MediaTimeline.map(index.tick.time(index.table.decodeTicks(of: next)), stretch) - request.time
                > request.toleranceAfter
            {
                return nil
            }
        }
        return nil
    }

    /// The first picture within the tolerance, which is the one that takes the least decoding.
    private func firstAccepted(_ request: StillRequest, in stretch: CMTimeMapping, upTo exact: Choice) -> Choice? {
        guard request.toleranceBefore > .zero, request.toleranceBefore.isNumeric else { return nil }
        let earliest = max(request.time - request.toleranceBefore, stretch.target.start)
        let sample = sample(at: ShownTimeline.mediaTime(at: earliest, in: stretch))
        var rank = index.rank(of: sample)
        if assetTime(of: sample, in: stretch) < earliest { rank += 1 }
        guard rank < index.count else { return nil }
        let found = index.order[rank]
        let choice = Choice(sample: found, actualTime: assetTime(of: found, in: stretch))
        return choice.actualTime <= exact.actualTime && request.accepts(choice.actualTime) ? choice : nil
    }

    // MARK: Samples

    private func sample(at mediaTime: CMTime) -> Int {
        guard let ticks = index.tick.ticks(at: mediaTime) else { return index.order[0] }
        return index.index(presentedAt: ticks) ?? index.order[0]
    }

    private func first(of stretch: CMTimeMapping) -> Int { sample(at: stretch.source.start) }

    /// The last sample that a stretch shows: one that starts before the stretch ends.
    private func last(of stretch: CMTimeMapping) -> Int {
        let duration = stretch.source.duration
        guard duration.isNumeric else { return index.order[index.count - 1] }
        guard duration.value > 0, let ticks = index.tick.ticks(at: stretch.source.end) else {
            return first(of: stretch)
        }
        let isExact = index.tick.time(ticks) == stretch.source.end
        let found = index.index(presentedAt: isExact ? ticks.subtractingClamped(1) : ticks) ?? index.order[0]
        let start = first(of: stretch)
        return index.rank(of: found) > index.rank(of: start) ? found : start
    }

    private func shows(_ sample: Int, _ stretch: CMTimeMapping) -> Bool {
        let time = index.tick.time(index.table.presentationTicks(of: sample))
        guard time >= stretch.source.start else { return false }
        return !stretch.source.duration.isNumeric || time < stretch.source.end || time == stretch.source.start
    }

    private func assetTime(of sample: Int, in stretch: CMTimeMapping) -> CMTime {
        ShownTimeline.assetTime(of: index.tick.time(index.table.presentationTicks(of: sample)), in: stretch)
    }
}
