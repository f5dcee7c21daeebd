internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

extension CopyPlanner {
    /// What is presented of one run of copied samples: stretches of a track, none of which needs samples of its own.
    private struct Shared {
        var clip: TimelineClip
        var track: Int
        var trackID: Int32
        var cuts: [CopiedStretch]
        /// From the first of the samples to behind the last one.
        var samples: Range<Int>
    }

    /// The plan for a timeline whose clips are told when they begin, each of one track: what lies between them is a gap, and
    /// where they are longer or shorter than their source, an edit says how fast that goes. With the places of the timeline's
    /// tracks of which there are samples.
    func plan(edits timeline: Timeline) throws -> (plan: CopyPlan, tracks: [Int]) {
        guard target.hasEditsAtEnd else {
            let reason = "\(target.name) files have no list of edits"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        var shared: [Shared] = []
        for (number, track) in timeline.tracks.enumerated() {
            for stretch in track.stretches { try append(stretch, of: number, timeline.clips, to: &shared) }
        }
        guard !shared.isEmpty else { throw MediaProblem.withoutSamples }
        try say(&shared)
        // What begins first is copied first.
        shared.sort { ($0.clip.start, $0.track) < ($1.clip.start, $1.track) }
        let clips = shared.map(\.clip)
        let drafts = shared.map { run in
            let end = run.cuts.reduce(run.clip.start) { CMTimeMaximum($0, $1.target.end) }
            let range = CMTimeRange(start: run.clip.start, end: end)
            let place = sources[run.clip.source].tracks.firstIndex { $0.facts.trackID == run.trackID } ?? 0
            let taken = CopyDraft.Track(place: place, cuts: run.cuts)
            return CopyDraft(requested: range, actual: range, tracks: [taken])
        }
        var tracks = timeline.tracks.map { TimelineTrack(mediaType: $0.mediaType, stretches: []) }
        for (number, run) in shared.enumerated() {
            let whole = CMTimeRange(start: .zero, duration: drafts[number].actual.duration)
            tracks[run.track].stretches.append(
                TimelineStretch(clip: number, trackID: run.trackID, source: run.clip.range, target: whole)
            )
        }
        let places = tracks.indices.filter { !tracks[$0].stretches.isEmpty }
        return (try plan(Timeline(clips: clips, tracks: tracks), drafts), places)
    }

    /// Takes a stretch to the samples of the one before it where these lie among its own, or right behind them.
    private func append(
        _ stretch: TimelineStretch,
        of track: Int,
        _ clips: [TimelineClip],
        to shared: inout [Shared]
    ) throws {
        let clip = clips[stretch.clip]
        for cut in try cuts(of: stretch, clip) {
            guard let first = cut.samples.first?.lowerBound, let last = cut.samples.last?.upperBound else { continue }
            if let known = shared.last, known.track == track, known.clip.source == clip.source,
                known.trackID == stretch.trackID, known.samples.lowerBound <= first, first <= known.samples.upperBound
            {
                shared[shared.count - 1].cuts.append(cut)
                shared[shared.count - 1].samples = known.samples.lowerBound..<max(known.samples.upperBound, last)
                continue
            }
            var own = clip
            own.start = cut.target.start
            shared.append(
                Shared(clip: own, track: track, trackID: stretch.trackID, cuts: [cut], samples: first..<last)
            )
        }
    }

    /// What is copied for a stretch, with the times of the new file as targets.
    private func cuts(of stretch: TimelineStretch, _ clip: TimelineClip) throws -> [CopiedStretch] {
        let source = sources[clip.source]
        guard let place = source.tracks.firstIndex(where: { $0.facts.trackID == stretch.trackID }) else { return [] }
        let drafter = CopyDrafter(source: source, target: target, mode: .presentsExactly, isFirst: false)
        let shown = CMTimeRange(start: clip.start + stretch.target.start, duration: stretch.target.duration)
        let mapping = MediaStretch(edit: CMTimeMapping(source: stretch.source, target: shown), target: shown)
        let cuts = try Named.by(source.name) { try drafter.cuts(of: place, in: stretch.source, leads: false) }
        return cuts.compactMap { cut in
            let start = CMTimeMaximum(mapping.assetTime(of: cut.target.start), shown.start)
            let end = CMTimeMinimum(mapping.assetTime(of: cut.target.end), shown.end)
            guard start < end else { return nil }
            var moved = cut
            moved.target = CMTimeRange(start: start, end: end)
            if cut.hasNormalRate, mapping.hasNormalRate { moved.source.duration = moved.target.duration }
            return moved
        }
    }

    // MARK: What an edit list can say

    /// Brings times and speeds to what an edit list can say.
    private func say(_ shared: inout [Shared]) throws {
        let clocks = shared.map { run in
            sources[run.clip.source].tracks.first { $0.facts.trackID == run.trackID }?.index.tick.denominator ?? 1
        }
        let times = shared.flatMap(\.cuts).flatMap { [$0.target.start, $0.target.end] }
        // One clock has to count all times: where there is none, they are rounded to that of the samples.
        let isExact = CMTimeScale.common(clocks + times.map(\.inLowestTerms.timescale)) != nil
        let clock = isExact ? nil : CMTimeScale.common(clocks) ?? clocks[0]
        for number in shared.indices {
            for place in shared[number].cuts.indices {
                if let clock { shared[number].cuts[place].round(to: clock) }
                shared[number].cuts[place].slowToSayable()
            }
            shared[number].cuts.removeAll { $0.target.duration <= .zero }
            guard let first = shared[number].cuts.first else { continue }
            shared[number].clip.start = first.target.start
        }
        shared.removeAll(where: \.cuts.isEmpty)
    }
}

extension CMTimeScale {
    /// The least number that all divide; nil where that is too large for a timescale.
    fileprivate static func common(_ scales: [CMTimeScale]) -> CMTimeScale? {
        scales.reduce(1) { (known: CMTimeScale?, scale) in
            guard let known, scale > 0 else { return known }
            let common = known.leastCommonMultiple(scale)
            return common % scale == 0 ? common : nil
        }
    }
}

extension CopiedStretch {
    fileprivate mutating func round(to clock: CMTimeScale) {
        let isNormal = hasNormalRate
        func nearest(_ time: CMTime) -> CMTime { time.convertScale(clock, method: .roundHalfAwayFromZero) }
        target = CMTimeRange(start: nearest(target.start), end: nearest(target.end))
        if isNormal { source.duration = target.duration }
    }

    /// An edit list says speeds in 65,536ths. What lies between two is a little slower, so that nothing shows of what lies
    /// behind in the source; it begins and ends when it did.
    fileprivate mutating func slowToSayable() {
        guard !hasNormalRate, source.duration > .zero, target.duration > .zero else { return }
        let numerator = Int128(source.duration.value) * Int128(target.duration.timescale) << 16
        let denominator = Int128(target.duration.value) * Int128(source.duration.timescale)
        let (rate, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
        guard remainder > 0, let speed = Rational128(rate, 1 << 16),
            let length = target.duration.exactSeconds?.multiplied(by: speed)
        else { return }
        let nearest = CMTime(length, timescale: 1_000_000_000, rounding: .roundHalfAwayFromZero)
        source.duration = CMTime(exactly: length) ?? nearest
    }
}
