internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Makes the file of a composition of which every sample is copied, and whose edit lists say the rest: gaps, speeds, and what
/// of several assets shows at once. Blocks.
struct EditedCopy {
    /// What is planned, and what of it is told.
    private struct Planned {
        var copy: CopyPlan
        /// The composition's tracks, by those of the file.
        var tracks: [TrackFacts]
    }

    private let context: SourceContext
    private let settings: ExportSettings
    private let range: CMTimeRange
    private let url: URL
    private let fileType: AVFileType
    /// What kept the clips from being copied as a join is, the end of a sentence.
    private let obstacle: String

    /// `range`: what is wanted of the composition's timeline. `obstacle`: why a file without edit lists cannot have it, the
    /// end of a sentence.
    init(
        _ context: SourceContext,
        in range: CMTimeRange,
        _ settings: ExportSettings,
        because obstacle: String,
        to url: URL,
        as fileType: AVFileType?
    ) throws {
        guard let fileType = fileType ?? FileTypes.fileType(ofExtension: url.pathExtension) else {
            let reason = "'\(url.lastPathComponent)' tells no type of file by its ending; set outputFileType"
            throw MediaProblem(code: .invalidOutputURLPathExtension, reason: reason)
        }
        (self.context, self.settings, self.obstacle) = (context, settings, obstacle)
        (self.range, self.url, self.fileType) = (range, url, fileType)
    }

    private var loaded: LoadedAsset { context.loaded }

    private var target: CopyTarget {
        var target = CopyTarget(fileType, settings)
        // Edits hide what is not heard of a packet.
        target.cutsSoundBetweenPackets = false
        return target
    }

    /// What `run` would make.
    func plan() throws -> AKExportPlan {
        let planned = try planned()
        let stretches = planned.copy.clips.flatMap { clip in
            clip.copiedRuns.map { stretch($0, of: clip, planned) }
        }
        var plan = AKExportPlan(
            fileType: fileType,
            range: CMTimeRange(start: range.start, duration: planned.copy.duration),
            stretches: stretches.sorted { ($0.trackID, $0.range.start) < ($1.trackID, $1.range.start) },
            warnings: planned.copy.warnings
        )
        plan.duration = planned.copy.duration
        return plan
    }

    /// Makes the file. `progress` is told how much is done, from 0 to 1, on any thread.
    func run(_ progress: @escaping @Sendable (Double) -> Void) throws -> AKExportResult {
        try context.checkFiles()
        let planned = try planned()
        let byteCount = try CopyRunner.make(
            planned.copy,
            at: url.path(percentEncoded: false),
            replaces: settings.replacesExistingFile,
            limit: settings.fileLengthLimit,
            flag: context.flag,
            progress
        )
        progress(1)
        let shown = CMTimeRange(start: range.start, duration: planned.copy.duration)
        return AKExportResult(
            url: url,
            requestedTimeRange: range,
            actualTimeRange: shown,
            duration: planned.copy.duration,
            fileLength: byteCount,
            tracks: planned.copy.sink.tracks.enumerated().map { number, track in
                let count = planned.copy.sampleCount(ofTrack: number)
                let isText = planned.copy.texts[number] != nil
                return AKExportResult.Track(
                    mediaType: track.mediaType,
                    codec: track.formats.first?.mediaSubType.rawValue ?? 0,
                    copiedSampleCount: isText ? 0 : count,
                    encodedSampleCount: isText ? count : 0
                )
            },
            warnings: planned.copy.warnings
        )
    }

    // MARK: Planning

    private func planned() throws -> Planned {
        guard target.hasEditsAtEnd else {
            let what = target.hasEdits ? "files in fragments have" : "\(target.name) files have"
            let others = target.hasEdits ? "leave the fragments out" : "choose mov, mp4, m4v or m4a"
            throw refusal("\(obstacle), and \(what) no list of edits to say so; \(others), or a preset that encodes")
        }
        var warnings: [String] = []
        let tracks = try loaded.exportedTracks(settings.options.trackIDs).filter { try fits($0, &warnings) }
        let (timeline, assets) = try timeline(tracks)
        let chosen = timeline.clips.indices.reduce(into: [Set<Int32>](repeating: [], count: assets.count)) {
            sets,
            clip in
            sets[timeline.clips[clip].source].formUnion(timeline.trackIDsOfClips[clip])
        }
        let sources = try zip(assets, chosen).map { asset, trackIDs in
            let own = SourceContext(loaded.sources[asset], besides: context)
            return try Named.by(own.name) { try own.samples(of: trackIDs) }
        }
        let planner = CopyPlanner(sources: sources, target: target, mode: .presentsExactly)
        var (copy, places) = try planner.plan(edits: timeline)
        copy = try copy.openingGroups(context.flag)
        var own = settings
        own.metadata = settings.metadata ?? []
        let shown = CMTimeRange(start: range.start, duration: copy.duration)
        copy.warnings += ExportWishes.uselessEdits(settings) + warnings
        try copy.carry(ExportMetadata(loaded: loaded, settings: own), of: shown)
        if let loss = ComposedClips.lossAtEnd(of: loaded, in: range) { copy.warnings.append(loss) }
        if copy.clips.contains(where: { $0.copiedRuns.contains(where: \.isScaled) }) {
            copy.warnings.append(
                "parts at another speed are so by edits, of which FFmpeg and players made with it take no notice"
            )
        }
        return Planned(copy: copy, tracks: places.map { tracks[$0] })
    }

    private func refusal(_ reason: String) -> MediaProblem {
        .copyingComposition(reason)
    }

    private func timeline(_ tracks: [TrackFacts]) throws -> (value: Timeline, assets: [Int]) {
        do {
            return try Timeline.composition(loaded, tracks, in: range)
        } catch {
            throw refusal(error.rawValue)
        }
    }

    /// Whether the file can hold a track. Without its pictures or its sound a film is another one, so those must fit.
    private func fits(_ track: TrackFacts, _ warnings: inout [String]) throws -> Bool {
        let sources = loaded.composed?[track.trackID]?.sources ?? []
        guard !sources.isEmpty else { return false }
        for source in sources {
            let formats = source.facts.formatDescriptions
            let obstacle =
                formats.isEmpty
                ? "nothing says what it holds"
                : formats.lazy.compactMap { MediaSinks.obstacle(to: $0, in: fileType) }.first
            guard let obstacle else { continue }
            guard ![.video, .audio].contains(track.mediaType) else {
                throw AVError.copying(
                    source.input.name,
                    because: MediaProblem(code: .operationNotSupportedForAsset, reason: obstacle)
                )
            }
            warnings.append("track \(track.trackID) is left out: \(obstacle)")
            return false
        }
        return true
    }

    // MARK: What is told

    private func stretch(_ copied: CopiedRuns, of clip: PlacedClip, _ planned: Planned) -> AKExportPlan.Stretch {
        let track = planned.tracks[copied.track]
        let facts = planned.copy.sources[clip.source].tracks[copied.sourceTrack].facts
        let text = planned.copy.texts[copied.track]
        let how = copied.isScaled ? "edits play them at another speed" : "edits say when they show"
        return AKExportPlan.Stretch(
            trackID: track.trackID,
            mediaType: track.mediaType,
            action: text == nil ? .copy : .encode,
            codec: text?.title ?? facts.codecName,
            range: CMTimeRange(start: clip.start + range.start, duration: clip.actual.duration),
            sampleCount: copied.sampleCount,
            why: text == nil ? "samples are copied as they are, and \(how)" : "the file stores text in another way"
        )
    }
}

extension CopiedRuns {
    /// Something of it plays at another speed.
    fileprivate var isScaled: Bool { passages.contains { $0.source.duration != $0.target.duration } }
}
