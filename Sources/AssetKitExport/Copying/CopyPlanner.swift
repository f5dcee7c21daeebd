internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// A range of a source that becomes a clip of a new file.
struct CopyClip: Sendable {
    /// The place of the file among the sources.
    var source: Int
    /// What is wanted of its timeline; everything when it ends infinitely late.
    var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
}

/// Plans a new file of stored samples: clips, one behind the other. Pure, but for encoders that tell their headers.
struct CopyPlanner {
    let sources: [LoadedSource]
    let target: CopyTarget
    let mode: CopyMode
    /// The tracks of sound that are encoded in one run over all clips.
    var encodings: SoundEncodings = [:]
    var encoders = EncoderHeaders()

    /// The plan for clips, one behind the other.
    func plan(_ clips: [CopyClip]) throws -> CopyPlan {
        let clips = clips.map { TimelineClip(source: $0.source, range: $0.range) }
        return try plan(.join(clips, of: sources.map { $0.tracks.map(\.facts) }))
    }

    /// The plan for a timeline of the sources. The new file says about itself what the first clip's source does.
    func plan(_ timeline: Timeline) throws -> CopyPlan {
        let clips = timeline.clips
        guard mode == .keyframe || target.hasEdits || isExactWithoutEdits(clips) else {
            let reason = "only mp4 and mov files can hide what decoding needs; choose one of them, or cut at key frames"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        let parts = timeline.rangesOfClips
        let drafts = try clips.enumerated().map { number, clip in
            let source = sources[clip.source]
            var drafter = CopyDrafter(source: source, target: target, mode: mode, isFirst: number == 0)
            (drafter.encodings, drafter.parts) = (encodings, parts[number])
            return try Named.by(source.name) { try drafter.draft(clip.range) }
        }
        return try plan(timeline, drafts)
    }

    /// The plan for a timeline of which is known what is taken for each clip.
    func plan(_ timeline: Timeline, _ drafts: [CopyDraft]) throws -> CopyPlan {
        let clips = timeline.clips
        var tracks = try joinedTracks(timeline, drafts)
        var placed = place(clips, drafts, &tracks)
        let seams = soundSeams(timeline, tracks, placed)
        follow(seams, tracks, &placed)
        var sink = SinkPlan(
            fileType: target.fileType,
            layout: target.layout,
            tracks: sinkTracks(tracks, clips),
            metadata: clips.first.map { sources[$0.source].facts.metadata } ?? [],
            chapters: chapters(clips, placed),
            expectedDuration: placed.end
        )
        for place in tracks.indices {
            sink.tracks[place].priming = priming(of: tracks[place], clips)
            sink.tracks[place].isCut = isCut(place, placed)
            try describeEncoding(of: tracks[place], &sink.tracks[place])
        }
        for place in tracks.indices {
            let copiedRuns = placed.flatMap(\.copiedRuns).filter { $0.track == place }
            // A text may need a gap before it.
            let most = tracks[place].text == nil ? 1 : 2
            sink.tracks[place].expectedSampleCount = copiedRuns.reduce(0) { $0 + $1.sampleCount * most }
        }
        let edits = tracks.enumerated().map { number, track in presentation(of: track, number, placed) }
        var plan = CopyPlan(
            sink: sink,
            edits: edits,
            texts: tracks.map(\.text),
            sources: sources,
            clips: placed,
            warnings: try lostTurns(tracks, clips)
        )
        plan.seams = seams
        plan.lostEdits = lostEdits(tracks, placed)
        plan.warnings += plan.lostEdits
        return plan
    }

    /// The file needs no edits to present exactly what was asked for.
    private func isExactWithoutEdits(_ clips: [TimelineClip]) -> Bool {
        sources.flatMap(\.tracks).allSatisfy { track in
            switch track.facts.mediaType {
            case .video: false
            case .audio: track.facts.isPlainSound || clips.count == 1 && target.hidesSoundEnds(track.facts)
            default: true
            }
        }
    }

    /// Chapters as far as their placed of the sources are there.
    private func chapters(_ clips: [TimelineClip], _ placed: [PlacedClip]) -> [Chapter] {
        zip(clips, placed).flatMap { clip, placed -> [Chapter] in
            // What is told of all that shows is not true of one track.
            guard !clip.isFixed else { return [] }
            return sources[clip.source].facts.chapters.compactMap { chapter -> Chapter? in
                let range = chapter.timeRange.intersection(placed.actual)
                guard range.duration > .zero else { return nil }
                var chapter = chapter
                let start = range.start - placed.actual.start + placed.start
                chapter.timeRange = CMTimeRange(start: start, duration: range.duration)
                return chapter
            }
        }
    }

    // MARK: Parts

    private func place(
        _ clips: [TimelineClip],
        _ drafts: [CopyDraft],
        _ tracks: inout [CopyJoinedTrack]
    ) -> [PlacedClip] {
        var start = CMTime.zero
        return zip(clips, drafts).enumerated().map { number, clip in
            let draft = clip.1
            if clip.0.isFixed { start = clip.0.start }
            let lead = start - draft.actual.start
            var row = 0
            let copiedRuns = tracks.indices.flatMap { place -> [CopiedRuns] in
                guard tracks[place].encoding == nil, let member = tracks[place].members[number] else { return [] }
                let track = sources[clip.0.source].tracks[member.place]
                var cutter = CopiedRunsPlanner(track: track, target: target, number: place, lead: lead)
                guard clip.0.isFixed else { return cutter.copiedRuns(member, &tracks[place].placement) }
                // Each track goes its own way, and what shows nothing for a while is not to show what came before.
                row = place
                cutter.holds = false
                return cutter.copiedRuns(member, &tracks[place].placement).map { $0.presented(member.cuts) }
            }
            defer { start = start + draft.actual.duration }
            return PlacedClip(
                source: clip.0.source,
                requested: draft.requested,
                actual: draft.actual,
                start: start,
                copiedRuns: copiedRuns,
                row: row
            )
        }
    }

    /// How many frames of sound the first clip has before what is heard of it.
    private func priming(of track: CopyJoinedTrack, _ clips: [TimelineClip]) -> Int {
        guard track.mediaType == .audio, let number = track.members.firstIndex(where: { $0 != nil }),
            let member = track.members[number], let cut = member.cuts.first
        else { return 0 }
        let stored = sources[clips[number].source].tracks[member.place]
        guard let rate = stored.facts.audio?.sampleRate, rate >= 1, !stored.facts.isPlainSound else { return 0 }
        let start = CopyPlacement.Times(cut.samples, of: stored).start
        return Int(max(0, (cut.source.start - start).nearestSample(rate: Int(rate))))
    }

    /// A track of sound is not one whole stream of a source.
    private func isCut(_ place: Int, _ placed: [PlacedClip]) -> Bool {
        let copiedRuns = placed.flatMap { clip in clip.copiedRuns.filter { $0.track == place }.map { (clip.source, $0) }
        }
        guard let (source, copied) = copiedRuns.first else { return false }
        let track = sources[source].tracks[copied.sourceTrack]
        guard track.facts.mediaType == .audio else { return false }
        return copiedRuns.count > 1 || copied.trimmedFramesAtEnd > 0 || copied.samples != [0..<track.index.count]
    }

    /// What of a track is presented, where its samples do not say so.
    private func presentation(of track: CopyJoinedTrack, _ number: Int, _ placed: [PlacedClip]) -> [CMTimeMapping]? {
        // Its samples say by their own times when they show.
        guard track.text == nil, track.encoding == nil else { return nil }
        let copiedRuns = placed.flatMap { clip in
            clip.copiedRuns.filter { $0.track == number }.map { (clip.source, $0) }
        }
        guard target.hasEdits else {
            // A stream presents every packet as long as it is.
            guard target.fileType != .akMPEGTransportStream, let (source, last) = copiedRuns.last,
                last.trimmedFramesAtEnd > 0, let end = track.placement.presentedEnd
            else { return nil }
            let rate = sources[source].tracks[last.sourceTrack].facts.audio?.sampleRate ?? 1
            let hidden = CMTime(value: Int64(last.trimmedFramesAtEnd), timescale: CMTimeScale(rate))
            let range = CMTimeRange(start: .zero, end: end - hidden)
            return [CMTimeMapping(source: range, target: range)]
        }
        // FFmpeg hands out pictures before every edit once more, to be decoded and not shown; its dav1d shows them, and
        // its decoder of HEVC gives up others of the same numbers.
        let codes = [kCMVideoCodecType_AV1, kCMVideoCodecType_HEVC, "hev1".fourCharCode]
        let merges = track.formats.contains { codes.contains($0.subtype) }
        return track.placement.neededEdits(shift: copiedRuns.first?.1.shift ?? .zero, merges: merges) {
            guard copiedRuns.count == 1, let (source, copied) = copiedRuns.first else { return nil }
            return CopyPlacement.Times(copied.samples, of: sources[source].tracks[copied.sourceTrack])
        }
    }
}
