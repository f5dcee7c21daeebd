internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// What the file would hold that a clip would become: found out from the plan and the encoders' own headers, with nothing
/// encoded and nothing written.
struct JoinForecast {
    let input: JoinInput
    let plan: ExportPlan

    private var range: CMTimeRange { plan.range }

    func source() throws -> LoadedSource {
        let stored = input.source
        let tracks = try plan.tracks.compactMap { planned -> LoadedSource.Track? in
            guard let track = stored.tracks.first(where: { $0.facts.trackID == planned.trackID }) else { return nil }
            switch planned.treatment {
            case .pictures(let rendering): return try pictures(track, rendering)
            case .sound(let rendering): return try sound(track, rendering)
            case .spliced(let splice): return try spliced(track, splice)
            case .copied, .text: return copied(track)
            }
        }
        var facts = stored.facts
        let end = CMTimeMinimum(range.end, stored.duration)
        facts.duration = end - range.start
        facts.startTime = .zero
        facts.chapters = ExportMetadata.chapters(of: stored.facts, in: CMTimeRange(start: range.start, end: end))
        return LoadedSource(input: stored.input, facts: facts, tracks: tracks)
    }

    // MARK: Tracks

    private func pictures(_ track: LoadedSource.Track, _ rendering: PictureRendering) throws -> LoadedSource.Track {
        let format = try input.context.encoders.format(of: rendering.encoding)
        var facts = model(of: track)
        facts.descriptions = [description(of: format)]
        return shown(track, facts, rendering.encoding.timescale)
    }

    /// Pictures of which the edges are encoded: like those of the source, with the encoder's header beside theirs.
    private func spliced(_ track: LoadedSource.Track, _ splice: SplicePlan) throws -> LoadedSource.Track {
        let joints = try SpliceFormat.formats(splice, of: track.facts, in: plan.fileType, input.context.encoders)
        var facts = track.facts
        facts.descriptions = splice.listedDescriptions(in: plan.fileType).compactMap { number in
            guard let joint = joints[number], facts.descriptions.indices.contains(number) else { return nil }
            var description = facts.descriptions[number]
            guard joint.header != joint.sourceHeader else { return description }
            description.atoms.merge(joint.format.atoms) { $1 }
            description.entry = nil
            return description
        }
        return shown(track, facts, splice.timescale)
    }

    /// A track of all pictures that are shown.
    private func shown(_ track: LoadedSource.Track, _ facts: TrackFacts, _ scale: CMTimeScale) -> LoadedSource.Track {
        guard let tick = TickLength(1, over: scale) else { return track }
        let (zero, rounding) = (range.start, CMTimeRoundingMethod.roundHalfAwayFromZero)
        let times = shownTimes(track).distinct { RenderedTable.ticks($0, from: zero, tick, rounding) }
        let end = end(of: track).convertScale(scale, method: rounding).value
        let table = RenderedTable(tick: tick, times: times, zero: zero, end: end, rounding: rounding)
        return made(facts, track, table, from: 0, to: end)
    }

    private func sound(_ track: LoadedSource.Track, _ rendering: SoundRendering) throws -> LoadedSource.Track {
        let header = try input.context.encoders.sound(of: rendering.encoding)
        let format = header.format
        var facts = model(of: track)
        let rate = CMTimeScale(rendering.encoding.codedRate)
        facts.audio?.sampleRate = Double(rate)
        facts.audio?.channelCount = rendering.encoding.codedChannels.count
        if rendering.encoding.codec != .pcm { facts.descriptions = [description(of: format)] }
        // Every packet says it all, and no file keeps the header.
        if rendering.encoding.codec == .mp3 { facts.descriptions = [SampleDescriptionFacts(codec: format.subtype)] }
        guard let tick = TickLength(1, over: rate) else { return track }
        // What is put in front so that the first sample comes out right goes into packets as well.
        let (length, priming) = (Int64(max(1, format.audio?.basic.mFramesPerPacket ?? 1)), Int64(header.priming))
        let end = end(of: track).convertScale(rate, method: .roundHalfAwayFromZero).value
        var table = EvenTable(tick: tick, count: Int(max(0, priming + end + length - 1) / length), step: length)
        // Only where nothing may be added to the sound is the last packet as long as what is left.
        if rendering.encoding.codec.traits.isLossless { table.end = priming + end }
        return made(facts, track, table, from: priming, to: priming + end)
    }

    /// What is copied, on the new file's timeline.
    private func copied(_ track: LoadedSource.Track) -> LoadedSource.Track {
        guard !input.isWhole else { return track }
        var facts = track.facts
        facts.segments = track.stretches(in: range, input.source).map { stretch in
            let target = CMTimeRange(start: stretch.target.start - range.start, duration: stretch.target.duration)
            return CMTimeMapping(source: stretch.source, target: target)
        }
        let index = SampleIndex(track.index.table, trackID: facts.trackID, segments: facts.segments)
        return LoadedSource.Track(facts: facts, index: index, isTabled: true)
    }

    /// The track that the new one is like.
    private func model(of track: LoadedSource.Track) -> TrackFacts {
        var facts = track.facts
        guard let model = input.differences.first(where: { $0.trackID == facts.trackID })?.model.facts else {
            return facts
        }
        (facts.codec, facts.codecName, facts.traits) = (model.codec, model.codecName, model.traits)
        (facts.profile, facts.level) = (model.profile, model.level)
        (facts.descriptions, facts.video, facts.audio) = (model.descriptions, model.video, model.audio)
        return facts
    }

    private func description(of format: CMFormatDescription) -> SampleDescriptionFacts {
        let size = format.videoDimensions
        return SampleDescriptionFacts(
            codec: format.subtype,
            atoms: format.atoms,
            width: Int(size.width),
            height: Int(size.height)
        )
    }

    private func made(
        _ facts: TrackFacts,
        _ track: LoadedSource.Track,
        _ table: any SampleTable,
        from start: Int64,
        to end: Int64
    ) -> LoadedSource.Track {
        var facts = facts
        let shown = CMTimeRange(start: table.tick.time(start), end: table.tick.time(max(start, end)))
        let target = CMTimeRange(start: .zero, duration: shown.duration)
        facts.segments = [CMTimeMapping(source: shown, target: target)]
        (facts.timescale, facts.timeRange) = (table.tick.denominator, target)
        let index = SampleIndex(table, trackID: facts.trackID, segments: facts.segments)
        return LoadedSource.Track(facts: facts, index: index, isTabled: true)
    }

    // MARK: Times

    /// When the track's pictures show on the asset's timeline.
    private func shownTimes(_ track: LoadedSource.Track) -> ShownTimes {
        // All that will be made shows.
        if let rendered = track.index.table as? RenderedTable { return rendered.times }
        var times = ShownTimes()
        for stretch in track.stretches(in: range, input.source) { times.append(shownTimes(track, stretch)) }
        return times
    }

    private func shownTimes(_ track: LoadedSource.Track, _ stretch: MediaStretch) -> [CMTime] {
        guard !stretch.isHeld else { return [stretch.target.start] }
        let cutter = StretchCutter(index: track.index, stretch: stretch)
        let bound = cutter.limit(stretch.source.end)
        guard let first = cutter.sample(shownAt: stretch.source.start, before: bound),
            let last = track.index.index(presentedAt: bound.subtractingClamped(1))
        else { return [] }
        let ranks = (track.index.rank(of: first), track.index.rank(of: last))
        guard ranks.0 <= ranks.1 else { return [] }
        return (ranks.0...ranks.1).map { rank in
            let time = cutter.tick.time(cutter.ticks(of: track.index.order[rank]))
            return CMTimeMaximum(stretch.assetTime(of: time), stretch.target.start)
        }
    }

    /// When the track ends in the new file.
    private func end(of track: LoadedSource.Track) -> CMTime {
        let ends = track.stretches(in: range, input.source).compactMap { stretch -> CMTime? in
            guard !stretch.target.end.isNumeric else { return stretch.target.end }
            let cutter = StretchCutter(index: track.index, stretch: stretch)
            let isPicture = track.facts.mediaType == .video
            guard let last = cutter.lastShown(isPicture: isPicture) else { return nil }
            let end = stretch.assetTime(of: cutter.end(of: last, isPicture: isPicture))
            return isPicture ? end : end - track.hiddenAtEnd
        }
        return CMTimeMaximum((ends.last ?? range.start) - range.start, .zero)
    }
}

extension StretchCutter {
    /// The sample that is shown last.
    fileprivate func lastShown(isPicture: Bool) -> Int? {
        guard index.count > 0 else { return nil }
        return isPicture ? index.order[index.count - 1] : index.count - 1
    }
}

/// Samples that all last as long, but for the last one.
private struct EvenTable: SampleTable {
    let tick: TickLength
    let count: Int
    let step: Int64
    /// When the last one ends, where it may be shorter.
    var end = Int64.max

    var decodeTimesRise: Bool { true }
    var presentationTimesRise: Bool { true }
    var largestDecodeLag: Int64 { 0 }

    subscript(index: Int) -> IndexedSample {
        let time = Int64(index) * step
        let length = max(0, min(step, end.subtractingClamped(time)))
        var sample = IndexedSample(decodeTicks: time, presentationTicks: time, durationTicks: length, byteCount: 1)
        sample.isSync = true
        return sample
    }

    func accessPoint(atOrBefore index: Int) -> Int? { index }
}
