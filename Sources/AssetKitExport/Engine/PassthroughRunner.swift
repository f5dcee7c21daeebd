internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// An export that copies samples as they are. Blocks: it has a thread of its own.
struct PassthroughRunner {
    private let context: SourceContext
    private let settings: ExportSettings
    private let url: URL
    private let fileType: AVFileType

    init(_ context: SourceContext, _ settings: ExportSettings, _ url: URL, _ fileType: AVFileType) {
        (self.context, self.settings, self.url, self.fileType) = (context, settings, url, fileType)
    }

    /// Makes the file. `progress` is told how much is done, from 0 to 1.
    func run(_ progress: @escaping @Sendable (Double) -> Void) throws -> AKExportResult {
        let (plan, warnings) = try copyPlan()
        let length = plan.duration
        let seconds = length.isNumeric ? max(length.seconds, 0.001) : .infinity
        let texts = SubtitleConverters(plan.texts, plan.sink.tracks)
        let byteCount = try CopyRunner.run(
            plan,
            to: url.path(percentEncoded: false),
            appears: MediaSinks.appearance(
                of: fileType,
                at: url.path(percentEncoded: false),
                isFragmented: settings.options.fragmentInterval != nil
            ),
            replaces: settings.replacesExistingFile,
            limit: settings.fileLengthLimit,
            texts: texts,
            flag: context.flag,
            open: { try MediaSinks.sink(for: $0, into: $1) },
            progress: { progress(min(1, $0.seconds / seconds)) }
        )
        let clip = plan.clips[0]
        return AKExportResult(
            url: url,
            requestedTimeRange: clip.requested,
            actualTimeRange: clip.actual,
            duration: length,
            fileLength: byteCount,
            tracks: plan.sink.tracks.indices.map { number in
                let isText = plan.texts[number] != nil
                let count = texts.textCounts[number] ?? plan.sampleCount(ofTrack: number)
                return AKExportResult.Track(
                    mediaType: plan.sink.tracks[number].mediaType,
                    codec: plan.sink.tracks[number].formats.first?.mediaSubType.rawValue ?? 0,
                    copiedSampleCount: isText ? 0 : count,
                    encodedSampleCount: isText ? count : 0
                )
            },
            warnings: plan.warnings + warnings
        )
    }

    /// What `run` would do.
    func plan() throws -> AKExportPlan {
        let (plan, warnings) = try copyPlan()
        if settings.fileLengthLimit > 0 { try CopyRunner.check(plan.storedByteCount, settings.fileLengthLimit) }
        let clip = plan.clips[0]
        let stretches = clip.pieces.map { piece in
            let facts = plan.sources[clip.source].tracks[piece.sourceTrack].facts
            let text = plan.texts[piece.track]
            return AKExportPlan.Stretch(
                trackID: facts.trackID,
                mediaType: facts.mediaType,
                action: text == nil ? .copy : .encode,
                codec: text?.title ?? facts.codecName,
                range: clip.actual,
                sampleCount: piece.sampleCount,
                why: text.map { SubtitleLoss(facts, $0).why } ?? "samples are copied as they are"
            )
        }
        return AKExportPlan(
            fileType: fileType,
            range: clip.actual,
            stretches: stretches,
            warnings: plan.warnings + warnings
        )
    }

    private func copyPlan() throws -> (CopyPlan, warnings: [String]) {
        let loaded = context.loaded
        let (chosen, warnings) = try tracks(of: loaded)
        let source = try context.samples(of: chosen)
        var target = CopyTarget(fileType: fileType)
        target.cutsSoundBetweenPackets = settings.cutsSoundBetweenPackets
        target.rotation = settings.options.rotation
        if let interval = settings.options.fragmentInterval {
            target.layout = .fragmented(interval: interval)
        } else if settings.shouldOptimizeForNetworkUse {
            target.layout = .indexFirst
        }
        let range = settings.timeRange
        let isWhole = range.start <= .zero && range.end >= loaded.facts.duration
        // Nothing has to be hidden where nothing is cut, nor of samples that stand for themselves.
        let standAlone = source.tracks.allSatisfy { ![.video, .audio].contains($0.facts.mediaType) }
        let mode: CopyMode =
            settings.trimMode == .keyframe || (isWhole || standAlone) && !target.hasEdits
            ? .keyframe : .presentsExactly
        var plan = try CopyPlanner(sources: [source], target: target, mode: mode)
            .plan([CopyClip(source: 0, range: range)])
        let metadata = ExportMetadata(loaded: loaded, settings: settings)
        plan.sink.metadata = try metadata.entries()
        plan.sink.chapters = metadata.chapters(in: plan.clips[0].actual)
        if settings.options.stripsMetadata {
            for number in plan.sink.tracks.indices { plan.sink.tracks[number].metadata = [] }
        }
        return (plan, warnings + (try metadata.losses(in: fileType, plan.clips[0].actual)))
    }

    /// The tracks that the file can hold; what it cannot is left out.
    private func tracks(of loaded: LoadedAsset) throws -> (Set<Int32>, warnings: [String]) {
        var warnings: [String] = []
        var chosen: Set<Int32> = []
        for track in loaded.tracks where settings.options.trackIDs?.contains(track.trackID) ?? true {
            guard let format = track.sampleFormats.first, track.facts.codec != "atcc".fourCharCode else { continue }
            if let text = loaded.text(of: track, in: fileType) {
                warnings += SubtitleLoss(track, text).warnings
                chosen.insert(track.trackID)
            } else if let obstacle = MediaSinks.obstacle(to: format, in: fileType) {
                warnings.append("track \(track.trackID) is left out: \(obstacle)")
            } else if MediaSinks.isSingleSound(fileType), !chosen.isEmpty {
                warnings.append("track \(track.trackID) is left out: such a file has one track of sound")
            } else {
                warnings += [AlphaLoss.warning(track.facts, in: fileType)].compactMap { $0 }
                chosen.insert(track.trackID)
            }
            if chosen.contains(track.trackID), let warning = track.facts.beginningWarning(in: settings.timeRange) {
                warnings.append(warning)
            }
        }
        guard !chosen.isEmpty else {
            let reason = warnings.first ?? "it has no tracks"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        return (chosen, warnings)
    }
}
