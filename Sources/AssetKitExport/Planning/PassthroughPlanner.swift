internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Plans a file of the samples of a source as they are: which of its tracks, how they are cut, and what the file says about
/// itself. Blocks where samples have to be listed.
struct PassthroughPlanner: Sendable {
    private let context: SourceContext
    private let settings: ExportSettings
    private let fileType: AVFileType

    init(_ context: SourceContext, _ settings: ExportSettings, as fileType: AVFileType) {
        (self.context, self.settings, self.fileType) = (context, settings, fileType)
    }

    /// Throws where the samples are beyond the limit of bytes.
    func plan() throws -> CopyPlan {
        let (chosen, warnings) = try tracks()
        let source = try context.samples(of: chosen)
        var plan = try CopyPlanner(sources: [source], target: target, mode: mode(source))
            .plan([CopyClip(source: 0, range: settings.timeRange)])
            .openingGroups(context.flag)
        let metadata = ExportMetadata(loaded: context.loaded, settings: settings)
        plan.sink.metadata = try metadata.entries()
        plan.sink.chapters = metadata.chapters(in: plan.clips[0].actual)
        if settings.options.stripsMetadata {
            for number in plan.sink.tracks.indices { plan.sink.tracks[number].metadata = [] }
        }
        plan.warnings += ExportWishes.uselessEdits(settings)
        plan.warnings += warnings + (try metadata.losses(in: fileType, plan.clips[0].actual))
        if settings.fileLengthLimit > 0 { try CopyRunner.check(plan.storedByteCount, settings.fileLengthLimit) }
        return plan
    }

    private var target: CopyTarget {
        var target = CopyTarget(fileType: fileType)
        target.cutsSoundBetweenPackets = settings.cutsSoundBetweenPackets
        target.rotation = settings.options.rotation
        if let interval = settings.options.fragmentInterval {
            target.layout = .fragmented(interval: interval)
        } else if settings.shouldOptimizeForNetworkUse {
            target.layout = .indexFirst
        }
        return target
    }

    private func mode(_ source: LoadedSource) -> CopyMode {
        let range = settings.timeRange
        let isWhole = range.start <= .zero && range.end >= source.facts.duration
        // Nothing has to be hidden where nothing is cut, nor of samples that stand for themselves.
        let standAlone = source.tracks.allSatisfy { ![.video, .audio].contains($0.facts.mediaType) }
        let hidesNothing = (isWhole || standAlone) && !target.hasEdits
        return settings.trimMode == .keyframe || hidesNothing ? .keyframe : .presentsExactly
    }

    /// The tracks that the file can hold; what it cannot is left out.
    private func tracks() throws -> (Set<Int32>, warnings: [String]) {
        let loaded = context.loaded
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
