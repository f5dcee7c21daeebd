internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Makes the file of a composition whose clips are copied as far as the edit leaves them alone: as a join of them. Blocks.
struct ComposedCopy {
    private let job: ExportJob
    private let clips: [ComposedClips.Clip]
    private let range: CMTimeRange
    private let path: String
    private let tracks: [TrackFacts]
    private let beside: [WholeTrack]
    /// What of the composition is left out, a sentence each.
    private let losses: [String]

    /// `composed`: what lies in `range`. `beside`: tracks that are not the clips' own, which have no sound then. `file`: what
    /// the composition stands for, whose metadata the new file has; nil for one that has none.
    init(
        _ composed: ComposedClips,
        _ beside: [WholeTrack],
        _ context: SourceContext,
        in range: CMTimeRange,
        _ settings: ExportSettings,
        of file: LoadedAsset?,
        to url: URL,
        as fileType: AVFileType?
    ) throws {
        let (timeline, origins) = composed.timeline
        var known: [Int: SourceContext] = [:]
        let contexts = origins.map { origin in
            guard case .asset(let place) = origin else { return context }
            let loaded = context.loaded.sources[place]
            let own = known[place] ?? SourceContext(loaded, besides: context, isPart: true)
            known[place] = own
            return own
        }
        let options = settings.options
        var settings = settings
        settings.joints = JointWishes(metadata: file.map { JointWishes.Metadata.of($0) } ?? .nothing)
        if !context.loaded.facts.chapters.isEmpty {
            settings.joints?.chapters = ExportMetadata.chapters(of: context.loaded.facts, in: range)
        }
        settings.isOfEdit = true
        settings.options.trackIDs = nil
        settings.timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
        (settings.audioMix, settings.videoComposition) = (nil, nil)
        let wishes = ExportWishes(.passthrough, settings)
        job = try ExportJob(timeline, of: contexts, wishes, beside: beside, to: url, as: fileType)
        (clips, tracks, self.range, self.beside) = (composed.clips, composed.tracks, range, beside)
        let heard = composed.tracks.filter { track in composed.clips.contains { $0.tracks[track.trackID] != nil } }
        let soundCount = (heard + beside.map(\.track)).count { $0.mediaType == .audio }
        let container = fileType.map { ExportContainer($0) }
        losses = [composed.loss, container?.lossOfMix(soundCount, of: context.loaded, options)].compactMap { $0 }
        path = url.path(percentEncoded: false)
    }

    /// What `run` would make.
    func plan() throws -> AKExportPlan {
        let plan = try naming { try job.plan().ofJoinedClips }
        let shown = clips.indices.flatMap { stretches(ofClip: $0, plan) } + stretchesBeside(plan)
        let warnings = plan.warnings + losses
        var made = AKExportPlan(fileType: plan.fileType, range: wanted, stretches: shown, warnings: warnings)
        made.duration = duration(plan)
        return made
    }

    /// About how many bytes the file has. `encodedRate`: about how many bits a second tracks of a kind have where they are encoded.
    func expectedByteCount(_ encodedRate: (AVMediaType) -> Double) throws -> Int64 {
        let plan = try naming { try job.plan().ofJoinedClips }
        var payload = 0.0
        var counts: [AVMediaType: Int] = [:]
        func add(_ stretch: AKExportPlan.Stretch, _ source: TrackFacts?) {
            let own = max(0, source?.estimatedDataRate ?? 0)
            // Short groups take more bits than those around them.
            let rate = stretch.action == .copy ? own : max(own, encodedRate(stretch.mediaType))
            payload += rate * stretch.range.duration.seconds / 8
            counts[stretch.mediaType, default: 0] += stretch.sampleCount ?? 0
        }
        for number in clips.indices {
            let known = clips[number].tracks
            for stretch in stretches(ofClip: number, plan) { add(stretch, known[stretch.trackID]?.facts) }
        }
        for (stretch, own) in zip(stretchesBeside(plan), beside) { add(stretch, own.isEncoded ? nil : own.track) }
        let overhead = SizeRules.overhead(
            plan.fileType,
            tracks: plan.tracks.count,
            pictures: Double(counts[.video] ?? 0),
            packets: Double(counts[.audio] ?? 0),
            seconds: duration(plan).seconds,
            payload: payload
        )
        // Headers may say any rate and length.
        return Int64(exactly: (payload + overhead).rounded(.up)) ?? .max
    }

    /// Makes the file. `progress` is told how much is done, from 0 to 1, on any thread.
    func run(_ progress: @escaping @Sendable (Double) -> Void) throws -> AKExportResult {
        let made = try naming { try job.run(progress).ofJoinedClips }
        return AKExportResult(
            url: made.url,
            requestedTimeRange: wanted,
            actualTimeRange: CMTimeRange(start: range.start, duration: duration(made.plan)),
            duration: duration(made.plan),
            fileLength: made.fileLength,
            tracks: made.plan.tracks.map { track in
                AKExportResult.Track(
                    mediaType: track.mediaType,
                    codec: track.codec,
                    copiedSampleCount: track.copiedSampleCounts.reduce(0, +),
                    encodedSampleCount: track.encodedSampleCounts.reduce(0, +)
                )
            },
            warnings: made.plan.warnings + losses
        )
    }

    /// What is wrong with a source is told in a sentence about it, which becomes the reason why the file cannot be made. What is
    /// wrong with the file itself is such a reason already.
    private func naming<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as AVError
            where error.code != .operationCancelled && error.userInfo[NSFilePathErrorKey] as? String != path
        {
            throw MediaProblem(code: error.code, reason: error.localizedDescription)
        }
    }

    private var wanted: CMTimeRange {
        CMTimeRange(start: range.start, end: CMTimeMaximum(clips.last?.end ?? range.start, endBeside))
    }

    /// How long the file is: as its pictures, or as what is beside them.
    private func duration(_ plan: AKJoinSession.Plan) -> CMTime {
        CMTimeMaximum(plan.duration, endBeside - range.start)
    }

    /// When all tracks have ended that are not the clips' own.
    private var endBeside: CMTime { beside.reduce(range.start) { CMTimeMaximum($0, $1.end) } }

    /// What becomes of the tracks of a clip, with the times and the tracks of the composition.
    private func stretches(ofClip number: Int, _ plan: AKJoinSession.Plan) -> [AKExportPlan.Stretch] {
        let clip = clips[number]
        let trackIDs = Dictionary(
            clip.tracks.map { ($1.facts.trackID, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let cut = plan.clips[number].stretches.map { stretch in
            var moved = stretch
            moved.trackID = trackIDs[stretch.trackID] ?? stretch.trackID
            moved.range = CMTimeRange(start: stretch.range.start - clip.offset, duration: stretch.range.duration)
            return moved
        }
        // A cut has all of each track, and the file only what shows.
        let others = tracks.filter { cut.isEmpty || clip.parts[$0.trackID] != nil }
        let shown = others.compactMap { track in clip.tracks[track.trackID].map { (track, $0) } }
        let whole = shown.map { track, source in
            let place = place(of: track, in: plan)
            let encoded = place.map { plan.tracks[$0].encodedSampleCounts[number] } ?? 0
            let copied = place.map { plan.tracks[$0].copiedSampleCounts[number] } ?? 0
            let parts = clip.parts[track.trackID] ?? [clip.shown]
            return AKExportPlan.Stretch(
                trackID: track.trackID,
                mediaType: track.mediaType,
                action: encoded > 0 ? .encode : .copy,
                codec: source.facts.codecName,
                range: CMTimeRange(start: parts[0].start, end: parts[parts.count - 1].end),
                sampleCount: encoded > 0 ? encoded : copied,
                why: place.flatMap { plan.tracks[$0].reasonsToEncode[number] } ?? "the edit leaves it as it is"
            )
        }
        return cut.filter { clip.parts[$0.trackID] == nil } + whole
    }

    /// What becomes of tracks that are not the clips' own.
    private func stretchesBeside(_ plan: AKJoinSession.Plan) -> [AKExportPlan.Stretch] {
        zip(plan.tracks.suffix(beside.count), beside).map { made, own in
            let counts = own.isEncoded ? made.encodedSampleCounts : made.copiedSampleCounts
            var stretch = AKExportPlan.Stretch(
                trackID: own.track.trackID,
                mediaType: own.track.mediaType,
                action: own.isEncoded ? .encode : .copy,
                codec: own.codecName,
                range: wanted,
                sampleCount: counts.reduce(0, +),
                why: own.why
            )
            stretch.encoding = own.encoding.map { AKExportPlan.Encoding($0) }
            return stretch
        }
    }

    /// The place of a track in the file.
    private func place(of track: TrackFacts, in plan: AKJoinSession.Plan) -> Int? {
        let ordinal = tracks.filter { $0.mediaType == track.mediaType }.firstIndex { $0.trackID == track.trackID }
        let alike = plan.tracks.indices.filter { plan.tracks[$0].mediaType == track.mediaType }
        return ordinal.flatMap { alike.indices.contains($0) ? alike[$0] : nil }
    }
}
