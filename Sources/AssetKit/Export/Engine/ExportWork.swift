internal import CMTimeLib
internal import Foundation

/// One export, from what the client has set to the finished file. Blocks: it has a thread of its own.
struct ExportWork: Sendable {
    private let asset: AVAsset
    private let preset: ExportPreset
    private let settings: ExportSettings
    private let url: URL
    private let type: AVFileType?
    private let flag: CancellationFlag
    private let workerCount: Int?

    /// `workerCount`: how many chains work on pictures at most; nil for as many as there are cores.
    init(
        _ asset: AVAsset,
        _ preset: ExportPreset,
        _ settings: ExportSettings,
        _ url: URL,
        _ type: AVFileType?,
        _ flag: CancellationFlag,
        workerCount: Int? = nil
    ) {
        (self.asset, self.preset, self.settings) = (asset, preset, settings)
        (self.url, self.type, self.flag, self.workerCount) = (url, type, flag, workerCount)
    }

    private var path: String { url.path(percentEncoded: false) }

    /// Does all of it. `progress` is told how much is done, from 0 to 1, on any thread.
    func run(_ progress: @escaping @Sendable (Double) -> Void) throws -> AVAssetExportResult {
        let loaded = try asset.requireLoaded()
        try checkTarget(loaded)
        if let texts = try subtitleExport(loaded) { return try texts.run(progress) }
        if isCopy { return try PassthroughExport(asset, settings, url, try fileType(), flag).run(progress) }
        if isSplice {
            return try SpliceExport(asset, loaded, preset, settings, url, try fileType(), flag).run(progress)
        }
        let plan = try exportPlan(loaded)
        let limit = settings.fileLengthLimit
        if limit > 0, settings.options.streamSegmentDuration == nil {
            let limited = SizeLimitedExport(limit: limit, path: path, replaces: settings.replacesExistingFile)
            return try limited.run(plan, progress) { plan, path, progress in
                try make(plan, loaded, at: URL(filePath: path), replaces: true, progress)
            }
        }
        return try make(plan, loaded, at: url, replaces: settings.replacesExistingFile, progress)
    }

    /// What `run` would do.
    func plan() throws -> AVAssetExportPlan {
        let loaded = try asset.requireLoaded()
        if let texts = try subtitleExport(loaded) { return try texts.plan() }
        if isCopy { return try PassthroughExport(asset, settings, url, try fileType(), flag).plan() }
        if isSplice { return try SpliceExport(asset, loaded, preset, settings, url, try fileType(), flag).plan() }
        return try exportPlan(loaded).published(loaded)
    }

    /// What makes a file of subtitles; nil for other files.
    private func subtitleExport(_ loaded: LoadedAsset) throws -> SubtitleExport? {
        let type = try fileType()
        guard type.isSubtitleFile else { return nil }
        let range = try ExportPlanner(loaded: loaded, preset: preset, settings: settings, fileType: type).range()
        return SubtitleExport(asset, loaded, settings, url, type, range, flag)
    }

    private func make(
        _ plan: ExportPlan,
        _ loaded: LoadedAsset,
        at url: URL,
        replaces: Bool,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> AVAssetExportResult {
        var settings = settings
        settings.replacesExistingFile = replaces
        let run = ExportRun(plan, asset, loaded, settings, to: url, flag, workerCount: workerCount)
        return try run.run(open: { try MediaSinks.sink(for: $0, into: $1) }, progress)
    }

    // MARK: What was asked for

    /// As little as possible is encoded. With a limit of bytes all of it is, so that it fits; and in fragments, which could
    /// not be taken back where a join turned out wrong.
    private var isSplice: Bool {
        asksForSplice && spliceObstacle == nil
    }

    /// Whatever becomes of the sound.
    private var asksForSplice: Bool {
        preset.copies && settings.trimMode == .smart && settings.options.video == .byPreset
    }

    /// What of the file keeps pictures from being copied.
    private var spliceObstacle: String? {
        if settings.fileLengthLimit > 0 { return "the file has a limit of bytes" }
        if settings.options.fragmentInterval != nil { return "the file is made of fragments" }
        if settings.options.streamSegmentDuration != nil { return "the stream is made of segments" }
        return nil
    }

    /// Nothing is encoded.
    private var isCopy: Bool {
        let options = settings.options
        return preset.copies && ![.exact, .smart].contains(settings.trimMode) && !options.matchesSource
            && options.video == .byPreset
            && options.audio == .byPreset && options.streamSegmentDuration == nil
    }

    private func exportPlan(_ loaded: LoadedAsset) throws -> ExportPlan {
        var settings = settings
        if !preset.copies {
            try refuse(settings.audioMix != nil, "an AVAudioMix cannot be applied yet; set audioMix to nil")
            let reason = "an AVVideoComposition cannot be rendered yet; set videoComposition to nil"
            try refuse(settings.videoComposition != nil, reason)
        } else if [.exact, .smart].contains(settings.trimMode) {
            settings.options.matchesSource = true
            settings.options.keepsInterlacing = true
        }
        let planner = ExportPlanner(loaded: loaded, preset: preset, settings: settings, fileType: try fileType())
        var plan = try planner.plan()
        if asksForSplice, let obstacle = spliceObstacle {
            try refuse(!settings.fallsBackToEncoding, "pictures cannot be copied between the edges: \(obstacle)")
            plan.warnings.append("all of it is encoded: \(obstacle)")
        }
        return plan
    }

    private func refuse(_ isSo: Bool, _ reason: String) throws {
        if isSo { throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason) }
    }

    private func fileType() throws -> AVFileType {
        guard let type else {
            let reason = "'\(url.lastPathComponent)' tells no type of file by its ending; set outputFileType"
            throw MediaProblem(code: .invalidOutputURLPathExtension, reason: reason)
        }
        return type
    }

    /// Looks at the place of the file before anything is read.
    private func checkTarget(_ loaded: LoadedAsset) throws {
        guard url.isFileURL else {
            throw MediaProblem(code: .exportFailed, reason: "only files can be written, and '\(url)' is none")
        }
        guard let target = FileIdentity(path) else { return }
        if case .file(let source) = loaded.input.place, FileIdentity(source) == target {
            let reason = "it is the file that is read; give another name"
            throw MediaProblem(code: .operationNotAllowed, reason: reason)
        }
        guard settings.replacesExistingFile, settings.options.streamSegmentDuration == nil else {
            throw FileFailure(number: EEXIST)
        }
    }
}

/// Which file it is, whatever it is called.
private struct FileIdentity: Equatable {
    let device: UInt64
    let number: UInt64

    /// nil where there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 || lstat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

extension ExportPlan {
    /// The plan in public words.
    func published(_ loaded: LoadedAsset) -> AVAssetExportPlan {
        let shown = range.clipped(to: loaded.facts.duration)
        var chunks: [CMTimeRange] = []
        let pieces = tracks.flatMap { track -> [AVAssetExportPlan.Piece] in
            let facts = loaded.facts.tracks.first { $0.trackID == track.trackID }
            var codec = facts?.codecName ?? ""
            if case .pictures(let work) = track.work {
                codec = work.encoding.codec.traits.name
                if chunks.isEmpty { chunks = work.chunks.map { $0.wrappedValue.clipped(to: loaded.facts.duration) } }
            }
            if case .splice(let work) = track.work, let facts { return self.pieces(of: work, track, facts, shown) }
            if case .sound(let work) = track.work { codec = work.encoding.codecTitle }
            if track.work == .text { codec = SubtitleTarget(AVFileType(rawValue: fileType))?.title ?? codec }
            let piece = AVAssetExportPlan.Piece(
                trackID: track.trackID,
                mediaType: AVMediaType(rawValue: track.mediaType),
                action: track.isCopied ? .copy : .encode,
                codec: codec,
                range: shown,
                sampleCount: facts.flatMap { loaded.sampleCount(of: $0, in: shown) },
                why: track.why
            )
            return [piece]
        }
        return AVAssetExportPlan(
            fileType: AVFileType(rawValue: fileType),
            range: shown,
            pieces: pieces,
            chunks: chunks,
            warnings: warnings
        )
    }
}

extension ExportPlan {
    /// What happens to the parts of a track of pictures, one after the other.
    private func pieces(
        of work: SpliceWork,
        _ track: ExportTrack,
        _ facts: TrackFacts,
        _ shown: CMTimeRange
    ) -> [AVAssetExportPlan.Piece] {
        work.parts.map { part in
            var piece = AVAssetExportPlan.Piece(
                trackID: track.trackID,
                mediaType: AVMediaType(rawValue: track.mediaType),
                action: .copy,
                codec: facts.codecName,
                range: shown,
                why: "samples are copied as they are"
            )
            switch part {
            case .encoded(let edge):
                piece.action = .encode
                piece.range = work.edges?.chunks[edge.number].wrappedValue.clipped(to: shown.end) ?? shown
                (piece.sampleCount, piece.why) = (edge.pictureCount, edge.why)
            case .copied(let run):
                (piece.range, piece.sampleCount) = (run.range.clipped(to: shown.end), run.sampleCount)
                if run.entry == .rewritten {
                    piece.why = "samples are copied, and their headers changed to begin where the cut is"
                }
            }
            return piece
        }
    }
}

extension LoadedAsset {
    /// How many samples a track shows within a range, where tables tell.
    fileprivate func sampleCount(of facts: TrackFacts, in range: CMTimeRange) -> Int? {
        guard let track = tracks.first(where: { $0.trackID == facts.trackID }), let index = source(of: track).index,
            range.start.isNumeric, range.end.isNumeric
        else { return nil }
        return (0..<index.count).reduce(0) { count, sample in
            let time = index.assetTime(of: sample)
            let end = time + index.tick.time(max(0, index[sample].durationTicks))
            return count + (time < range.end && end > range.start ? 1 : 0)
        }
    }
}
