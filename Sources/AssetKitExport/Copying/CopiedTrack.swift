internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

/// A track whose samples are copied into a file that has others beside it.
struct CopiedTrack: Sendable {
    private(set) var sinkTrack: SinkTrack
    /// What of it is presented; nil for all of it.
    private(set) var edits: [CMTimeMapping]?
    private let plan: CopyPlan
    /// What leads from the copy's own timeline to that of the file.
    private let delay: CMTime
    /// The samples say by their own times when they are presented.
    private let hasOwnTimes: Bool
    /// How much later than the range the track begins, in a file that cannot begin with a gap.
    let missing: CMTime
    private var speed = Speed.normal

    init(_ trackID: Int32, of context: SourceContext, _ export: ExportPlan, _ settings: ExportSettings) throws {
        guard context.loaded.composed == nil else {
            try self.init(composed: trackID, of: context, export)
            return
        }
        try self.init(stored: trackID, of: context, export, settings)
    }

    private init(
        stored trackID: Int32,
        of context: SourceContext,
        _ export: ExportPlan,
        _ settings: ExportSettings
    ) throws {
        let source = try context.samples(of: [trackID])
        var target = CopyTarget(fileType: export.fileType)
        target.cutsSoundBetweenPackets = settings.cutsSoundBetweenPackets
        target.rotation = settings.options.rotation
        let options = settings.options
        if options.fragmentInterval != nil || options.streamSegmentDuration != nil {
            target.layout = .fragmented(interval: .zero)
        }
        let isFirst = export.range.start == .zero
        guard target.hasEdits || isFirst || source.tracks.first?.facts.mediaType != .video else {
            let reason = "pictures can be copied from \(export.range.start.seconds) s on into mp4 and mov files only"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        let mode = target.hasEdits ? CopyMode.presentsExactly : .keyframe
        plan = try CopyPlanner(sources: [source], target: target, mode: mode)
            .plan([CopyClip(source: 0, range: export.range)])
            .openingGroups(context.flag)
        guard let track = plan.sink.tracks.first, let clip = plan.clips.first else {
            throw MediaProblem.withoutSamples
        }
        let late = CMTimeMaximum(clip.actual.start - export.range.start, .zero)
        // Between two samples there is no time; and where nothing stands beside it, sound begins with itself.
        let facts = source.tracks.first?.facts
        let isNear = facts.map { late.isShorterThanSample(of: $0) } ?? false
        // Uncompressed sound may have silence before it.
        let isAlone = MediaSinks.isSingleSound(target.fileType) && !(facts?.isPlainSound ?? false)
        delay = isNear || isAlone ? .zero : late
        missing = isAlone && !isNear ? late : .zero
        hasOwnTimes = !target.hasEditsAtEnd
        sinkTrack = track
        let (delay, hasOwnTimes) = (delay, hasOwnTimes)
        edits = plan.edits.first.flatMap { $0 }.map { edits in
            guard delay > .zero else { return edits }
            return edits.map { edit in
                let target = CMTimeRange(start: edit.target.start + delay, duration: edit.target.duration)
                guard hasOwnTimes else { return CMTimeMapping(source: edit.source, target: target) }
                // From zero on all of it is presented, the silence before the sound too.
                let whole = CMTimeRange(start: .zero, end: target.end)
                return CMTimeMapping(source: whole, target: whole)
            }
        }
    }

    /// A track of a composition, which edits present.
    private init(composed trackID: Int32, of context: SourceContext, _ export: ExportPlan) throws {
        guard let facts = context.loaded.facts.tracks.first(where: { $0.trackID == trackID }) else {
            throw MediaProblem(code: .noSourceTrack, reason: "there is no track \(trackID)")
        }
        let target = CopyTarget(fileType: export.fileType)
        let companion = CompanionTrack(loaded: context.loaded, track: facts, range: export.range, target: target)
        plan = try companion.plan(context)
        (sinkTrack, edits) = (plan.sink.tracks[0], plan.edits[0])
        (delay, missing, hasOwnTimes) = (.zero, .zero, false)
    }

    /// The same, playing at another speed than its own: all its times change alike.
    func passing(at speed: Speed) -> CopiedTrack {
        var copy = self
        copy.speed = speed
        copy.sinkTrack = sinkTrack.passing(at: speed)
        copy.edits = edits?.map {
            CMTimeMapping(source: speed.target($0.source), target: speed.target($0.target))
        }
        return copy
    }

    /// What the file cannot say of when the track is presented, each a sentence.
    var warnings: [String] { plan.lostEdits }

    /// How the samples' text is stored; nil for what is no text.
    var textForm: SubtitleForm? { plan.sources.first?.tracks.first?.textForm }

    /// The texts of a track of captions, which are stored in its samples.
    func captions(_ flag: CancellationFlag, _ progress: (CMTime) -> Void) throws -> [SubtitleFile.Cue] {
        try plan.clips.flatMap { clip in
            try CaptionCopy(clip: plan.clip(clip)).texts(flag, progress).map { text in
                let (start, end) = (text.cue.start + delay, text.cue.end + delay)
                return SubtitleFile.Cue(start: start, end: end, text: text.cue.text)
            }
        }
    }

    /// Hands all samples on. `progress` hears when they are shown.
    func run(_ flag: CancellationFlag, _ progress: (CMTime) -> Void, _ body: @escaping (SinkSample) throws -> Void)
        throws
    {
        let moves = (edits == nil || hasOwnTimes) && delay > .zero
        let (delay, speed) = (delay, speed)
        let pass = { (sample: SinkSample) in try body(speed == .normal ? sample : sample.passing(at: speed)) }
        let sink = ForwardingSink { sample in
            guard moves else { return try pass(sample) }
            var sample = sample
            sample.presentationTime = sample.presentationTime + delay
            sample.decodeTime = sample.decodeTime + delay
            try pass(sample)
        }
        let texts = SubtitleConverters(plan.texts, plan.sink.tracks)
        for clip in plan.clips {
            try CopyOutput(plan.clip(clip), sink: sink, texts: texts).copy(flag, progress)
        }
        try texts.finish(sink)
    }
}

extension CMTime {
    fileprivate func isShorterThanSample(of track: TrackFacts) -> Bool {
        guard track.mediaType == .audio, let rate = track.audio?.sampleRate, rate >= 1 else { return false }
        return seconds * rate < 1
    }
}
