internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// Makes runs of what is taken of one track for one clip. Pure.
struct CopiedRunsPlanner {
    let track: LoadedSource.Track
    let target: CopyTarget
    /// The place of the track in the new file.
    let number: Int
    /// What is added to times of the asset for those of the new file.
    let lead: CMTime
    /// A picture stays until the next one that is presented shows.
    var holds = true

    func copiedRuns(_ member: CopyJoinedTrack.Member, _ placement: inout CopyPlacement) -> [CopiedRuns] {
        guard target.hasEdits, member.textForm == nil else {
            return member.cuts.compactMap { presented($0, member, &placement) }
        }
        var times = member.times
        if track.isSoundOnCoarseClock {
            // Counted packets may end that much later than the clock says.
            let tick = track.index.tick.time(1)
            (times.end, times.decodeEnd) = (times.end + tick, times.decodeEnd + tick)
        }
        var copied = base(member, member.samples, member.cuts)
        if let frames = copied.frames { times.limit(to: frames, of: track) }
        let isPicture = track.facts.mediaType == .video
        let (shift, decodeShift) = placement.place(
            member.cuts,
            times,
            lead: lead,
            keepsTime: !target.hasEditsAtEnd,
            holds: holds && isPicture
        )
        (copied.shift, copied.decodeShift) = (shift, decodeShift)
        let first = member.cuts.min { $0.source.start < $1.source.start }
        if let first, track.facts.mediaType == .timecode {
            // Not every player looks at edits of timecode, so its sample begins where it is presented.
            copied.timecodeFrames = framesHidden(first, times)
            let end = member.cuts.map(\.source.end).max() ?? first.source.end
            copied.limits = CMTimeRange(start: first.source.start + shift, end: end + shift)
        }
        return [copied]
    }

    /// A piece that is presented when its samples say.
    private func presented(
        _ cut: CopiedStretch,
        _ member: CopyJoinedTrack.Member,
        _ placement: inout CopyPlacement
    ) -> CopiedRuns? {
        var (cut, time) = (cut, cut.target.start + lead)
        let isSound = track.facts.mediaType == .audio
        if isSound, !track.facts.isPlainSound, let end = placement.presentedEnd {
            guard let later = joined(cut, at: time, behind: end) else { return nil }
            (cut, time) = later
        }
        var times = CopyPlacement.Times(cut.samples, of: track)
        let isWindow = !isSound && track.facts.mediaType != .video
        var copied = base(member, cut.samples, [cut])
        if let frames = copied.frames { times.limit(to: frames, of: track) }
        let whole = times
        times = placement.limited(times, to: cut)
        if isWindow {
            // Samples stand at their own times, and whatever sticks out is cut off.
            copied.shift = time - cut.source.start
            copied.decodeShift = copied.shift
            copied.limits = CMTimeRange(start: time, duration: cut.target.duration)
        } else {
            (copied.shift, copied.decodeShift) = placement.place(cut, times, at: time)
        }
        let isCut = times.end < whole.end || times.lastStart < whole.lastStart
        if isCut, let ticks = track.index.tick.ticks(at: whole.lastStart) {
            let shown = CMTimeRange(start: times.lastStart + copied.shift, duration: times.end - times.lastStart)
            copied.cutPicture = CopiedRuns.CutPicture(ticks: ticks, shown: shown)
        }
        if isSound { copied.trimmedFramesAtEnd = trimmedFrames(cut, times) }
        return copied
    }

    /// Sound in packets goes on where the sound before it ended: it is moved by half a packet at most, for which packets
    /// that would be heard twice are left out.
    private func joined(_ cut: CopiedStretch, at time: CMTime, behind end: CMTime) -> (CopiedStretch, CMTime)? {
        guard var first = cut.samples.first?.lowerBound, let last = cut.samples.last?.upperBound else { return nil }
        let (index, shift) = (track.index, time - cut.source.start)
        func start(_ place: Int) -> CMTime { index.tick.time(index.table.presentationTicks(of: place)) + shift }
        func length(_ place: Int) -> CMTime { index.tick.time(max(0, index[place].durationTicks)) }
        while first < last, start(first) + CMTimeMultiplyByRatio(length(first), multiplier: 1, divisor: 2) < end {
            first += 1
        }
        guard first < last else { return nil }
        var cut = cut
        let source = start(first) - shift
        cut.samples = [first..<last]
        cut.target = CMTimeRange(start: cut.target.start + (source - cut.source.start), end: cut.target.end)
        cut.source = CMTimeRange(start: source, end: cut.source.end)
        let isClose = start(first) - end <= CMTimeMultiplyByRatio(length(first), multiplier: 1, divisor: 2)
        return (cut, isClose ? end : start(first))
    }

    /// How many frames a timecode has counted before the cut.
    private func framesHidden(_ cut: CopiedStretch, _ times: CopyPlacement.Times) -> Int64 {
        guard let length = track.facts.formatDescriptions.first?.timeCodeDetails?.frameDuration, length > .zero,
            cut.source.start > times.start
        else { return 0 }
        let ahead = cut.source.start - times.start
        let product = Int128(ahead.value) * Int128(length.timescale)
        return Int64(clamping: product.floorDivided(by: Int128(length.value) * Int128(ahead.timescale)))
    }

    private func trimmedFrames(_ cut: CopiedStretch, _ times: CopyPlacement.Times) -> Int {
        guard !track.facts.isPlainSound, let rate = track.facts.audio?.sampleRate, rate >= 1 else { return 0 }
        return Int(max(0, (times.end - cut.source.end).nearestSample(rate: Int(rate))))
    }

    private func base(_ member: CopyJoinedTrack.Member, _ samples: [Range<Int>], _ cuts: [CopiedStretch]) -> CopiedRuns
    {
        var copied = CopiedRuns(
            track: number,
            sourceTrack: member.place,
            samples: samples,
            shift: .zero,
            decodeShift: .zero,
            lead: cuts.first.map { $0.target.start - $0.source.start + lead } ?? lead
        )
        copied.formats = member.formats
        copied.carriesParameterSets = member.carriesParameterSets
        copied.textForm = member.textForm
        guard let first = cuts.map(\.source.start).min(), let last = cuts.map(\.source.end).max() else { return copied }
        if track.facts.isPlainSound, let rate = track.facts.audio?.sampleRate, rate >= 1 {
            let start = first.nearestSample(rate: Int(rate))
            let isWhole = samples.last?.upperBound == track.index.count
            let reaches = isWhole && roundedEnd(samples).map { last >= $0 } ?? false
            copied.frames = start..<max(start, reaches ? .max : last.nearestSample(rate: Int(rate)))
        }
        return copied
    }

    /// What a coarse clock says of when the last packet ends, which it does not know to the frame: who asks for that much asks
    /// for all of it. nil where the clock is fine.
    private func roundedEnd(_ samples: [Range<Int>]) -> CMTime? {
        if track.isSoundOnCoarseClock { return CopyPlacement.Times(samples, of: track).end }
        guard track.clockError > .zero, track.facts.timeRange.duration.isNumeric else { return nil }
        return track.origin + track.facts.timeRange.end
    }
}
