internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

/// An export of one track of subtitles or captions as a file of its own. Blocks: it has a thread of its own.
struct SubtitleExport {
    private let context: SourceContext
    private let settings: ExportSettings
    private let url: URL
    private let fileType: AVFileType
    /// What of the asset's timeline is wanted; without an end where it reaches the asset's.
    private let range: CMTimeRange

    init(
        _ context: SourceContext,
        _ settings: ExportSettings,
        _ url: URL,
        _ fileType: AVFileType,
        _ range: CMTimeRange
    ) {
        (self.context, self.settings) = (context, settings)
        (self.url, self.fileType, self.range) = (url, fileType, range)
    }

    private var loaded: LoadedAsset { context.loaded }
    private var form: SubtitleForm { fileType == .akWebVTT ? .webVTT : .subRip }
    private var title: String { fileType == .akWebVTT ? "WebVTT" : "SubRip" }
    private var shown: CMTimeRange { range.clipped(to: loaded.facts.duration) }

    /// Makes the file. `progress` is told how much is done, from 0 to 1.
    func run(_ progress: @escaping @Sendable (Double) -> Void) throws -> AKExportResult {
        let (track, warnings) = try choice()
        let cues = try cues(of: track, progress)
        let text = fileType == .akWebVTT ? SubtitleFile.webVTT(cues) : SubtitleFile.subRip(cues)
        let replaces = settings.replacesExistingFile
        let file = try OutputFile(
            url.path(percentEncoded: false),
            appears: .whenPublished,
            replaces: replaces,
            flag: context.flag
        )
        try Array(text.utf8).withUnsafeBytes { try file.write($0, at: 0) }
        try context.flag.check()
        try file.publish(replaces: replaces)
        progress(1)
        return AKExportResult(
            url: url,
            requestedTimeRange: settings.timeRange.clipped(to: loaded.facts.duration),
            actualTimeRange: shown,
            duration: cues.map(\.end).max() ?? .zero,
            fileLength: file.length,
            tracks: [
                AKExportResult.Track(
                    mediaType: .subtitle,
                    codec: SubtitleTarget(file: form).format.subtype,
                    copiedSampleCount: 0,
                    encodedSampleCount: cues.count
                )
            ],
            warnings: warnings
        )
    }

    /// What `run` would do.
    func plan() throws -> AKExportPlan {
        let (track, warnings) = try choice()
        let stretch = AKExportPlan.Stretch(
            trackID: track.trackID,
            mediaType: track.mediaType,
            action: .encode,
            codec: title,
            range: shown,
            why: SubtitleLoss(track, SubtitleTarget(file: form)).why
        )
        var plan = AKExportPlan(fileType: fileType, range: shown, stretches: [stretch], warnings: warnings)
        (plan.speed, plan.duration) = (speed.value, speed.target(shown.duration))
        return plan
    }

    // MARK: The track

    /// The first track of text among those that are wanted.
    private func choice() throws -> (track: AVAssetTrack, warnings: [String]) {
        let chapters = loaded.facts.chapterTracks
        let wanted = try wantedTracks()
        let tracks = wanted.filter { $0.mediaType.isText && !chapters.contains($0.trackID) }
        guard let track = tracks.first(where: \.facts.isText) else { throw refusal(tracks.first, wanted) }
        let isChosen = settings.options.trackIDs != nil
        let others = isChosen ? wanted.filter { $0 !== track } : []
        let left = others.map { "track \($0.trackID) is left out: a file of \(title) has one track of text" }
        let loss = SubtitleTarget(file: form)
        return (track, left + SubtitleLoss(track, loss).warnings)
    }

    private func wantedTracks() throws -> [AVAssetTrack] {
        guard let chosen = settings.options.trackIDs else { return loaded.tracks }
        let known = loaded.tracks.map(\.trackID)
        if let missing = chosen.first(where: { !known.contains($0) }) {
            let all = known.map(String.init).joined(separator: ", ")
            throw MediaProblem(code: .noSourceTrack, reason: "there is no track \(missing); it has \(all)")
        }
        return loaded.tracks.filter { chosen.contains($0.trackID) }
    }

    private func refusal(_ track: AVAssetTrack?, _ wanted: [AVAssetTrack]) -> MediaProblem {
        guard let track else {
            let which = settings.options.trackIDs == nil ? "it has" : "among the tracks that were chosen there are"
            return MediaProblem(code: .noSourceTrack, reason: "\(which) no subtitles and no captions")
        }
        let name = track.facts.codecName.isEmpty ? track.mediaType.rawValue : track.facts.codecName
        let reason =
            track.facts.isProtected
            ? "track \(track.trackID) is encrypted"
            : "track \(track.trackID) (\(name)) holds no text that could become \(title)"
        return MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
    }

    // MARK: The cues

    private func cues(
        of track: AVAssetTrack,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> [SubtitleFile.Cue] {
        let length = shown.duration.isNumeric ? max(shown.duration.seconds, 0.001) : .infinity
        let report: (CMTime) -> Void = { progress(min(1, max(0, $0.seconds / length))) }
        if let kind = CaptionKind(track.facts) {
            return try CaptionExport(context, settings).cues(of: track, kind, in: range, report).passing(at: speed)
        }
        let samples = StoredTexts(context, settings)
        return try samples.cues(of: track, in: range, fileType, report).passing(at: speed)
    }

    private var speed: Speed { settings.speed }
}

/// The texts of a track that are stored as such.
struct StoredTexts {
    private let context: SourceContext
    private let settings: ExportSettings

    init(_ context: SourceContext, _ settings: ExportSettings) {
        (self.context, self.settings) = (context, settings)
    }

    /// What shows in a range, whose start is zero for the cues.
    func cues(
        of track: AVAssetTrack,
        in range: CMTimeRange,
        _ type: AVFileType,
        _ report: (CMTime) -> Void
    ) throws -> [SubtitleFile.Cue] {
        let copied = try CopiedTrack(
            track.trackID,
            of: context,
            ExportPlan(range: range, fileType: type, tracks: []),
            settings
        )
        guard let form = copied.textForm else {
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: "its samples are of several kinds")
        }
        var cues: [SubtitleFile.Cue] = []
        try copied.run(context.flag, report) { sample in
            let end = sample.presentationTime + sample.duration
            for text in form.texts(try sample.data.withBytes { Array($0) }) {
                // Movies begin a new sample whenever something changes, with everything that goes on.
                let goesOn = form == .webVTTBoxes
                let recent = cues.indices.suffix(goesOn ? 16 : 0)
                let same = recent.last { cues[$0].end == sample.presentationTime && cues[$0].text == text }
                if let same {
                    cues[same].end = end
                } else {
                    cues.append(SubtitleFile.Cue(start: sample.presentationTime, end: end, text: text))
                }
            }
        }
        return cues.sorted { $0.start < $1.start }
    }
}

extension [SubtitleFile.Cue] {
    /// When they show at a speed.
    fileprivate func passing(at speed: Speed) -> [SubtitleFile.Cue] {
        map { SubtitleFile.Cue(start: speed.target($0.start), end: speed.target($0.end), text: $0.text) }
    }

    /// What of them shows in a range, whose start becomes zero.
    func cut(to range: CMTimeRange) -> [SubtitleFile.Cue] {
        compactMap { cue in
            let (start, end) = (CMTimeMaximum(cue.start, range.start), CMTimeMinimum(cue.end, range.end))
            guard start < end else { return nil }
            return SubtitleFile.Cue(start: start - range.start, end: end - range.start, text: cue.text)
        }
    }
}
