internal import CMTimeLib
internal import Foundation

/// One export, from what the client has set to the finished file. Blocks: it has a thread of its own.
struct ExportWork: Sendable {
    private let asset: AVAsset
    private let preset: ExportPreset
    private let settings: ExportSettings
    private let wishes: ExportWishes
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
        wishes = ExportWishes(preset, settings)
        (self.url, self.type, self.flag, self.workerCount) = (url, type, flag, workerCount)
    }

    private var path: String { url.path(percentEncoded: false) }

    /// Does all of it. `progress` is told how much is done, from 0 to 1, on any thread.
    func run(_ progress: @escaping @Sendable (Double) -> Void) throws -> AKExportResult {
        try checkSettings()
        try UselessOptions(preset: preset, settings: settings, fileType: type).refuse()
        let loaded = try asset.requireLoaded()
        try checkTarget(loaded)
        let context = SourceContext(loaded, flag)
        if let texts = try subtitleExport(context) { return try texts.run(progress) }
        try wishes.check()
        switch wishes.cutting {
        case .keyFrames, .hidden:
            return try PassthroughExport(context, settings, url, try fileType()).run(progress)
        case .spliced: return try SpliceExport(context, wishes, url, try fileType()).run(progress)
        case .encoded: break
        }
        let (plan, limited) = try exportPlan(loaded)
        if let (limiting, planned) = limited {
            let export = SizeLimitedExport(
                limiting: limiting,
                path: path,
                replaces: settings.replacesExistingFile,
                flag: flag
            )
            return try export.run(planned, progress) { plan, path, progress in
                try make(plan, context, at: URL(filePath: path), replaces: true, progress)
            }
        }
        return try make(plan, context, at: url, replaces: settings.replacesExistingFile, progress)
    }

    /// What `run` would do.
    func plan() throws -> AKExportPlan {
        try checkSettings()
        try UselessOptions(preset: preset, settings: settings, fileType: type).refuse()
        let loaded = try asset.requireLoaded()
        let context = SourceContext(loaded, flag)
        if let texts = try subtitleExport(context) { return try texts.plan() }
        try wishes.check()
        switch wishes.cutting {
        case .keyFrames, .hidden: return try PassthroughExport(context, settings, url, try fileType()).plan()
        case .spliced: return try SpliceExport(context, wishes, url, try fileType()).plan()
        case .encoded: break
        }
        let plan = try exportPlan(loaded).plan
        return try ExportPreparation(plan, of: context, settings).rehearsed().published(loaded, settings)
    }

    /// Throws where settings ask for nothing that there could be.
    private func checkSettings() throws {
        guard settings.timeRange.isValid, settings.timeRange.start.isNumeric else {
            throw MediaProblem(code: .exportFailed, reason: "the time range has no beginning")
        }
        guard settings.fileLengthLimit >= 0 else {
            throw MediaProblem(code: .exportFailed, reason: "a limit of the file's length cannot be below zero")
        }
    }

    /// What makes a file of subtitles; nil for other files.
    private func subtitleExport(_ context: SourceContext) throws -> SubtitleExport? {
        let type = try fileType()
        guard type.isSubtitleFile else { return nil }
        let loaded = context.loaded
        try ExportMetadata(loaded: loaded, settings: settings).refuseForSubtitles()
        let range = try ExportPlanner(loaded: loaded, preset: preset, settings: settings, fileType: type).range()
        return SubtitleExport(context, settings, url, type, range)
    }

    private func make(
        _ plan: ExportPlan,
        _ context: SourceContext,
        at url: URL,
        replaces: Bool,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> AKExportResult {
        var settings = settings
        settings.replacesExistingFile = replaces
        let prepared = try ExportPreparation(plan, of: context, settings)
        let run = ExportRun(prepared, to: url, workerCount: workerCount)
        return try run.run(open: { try MediaSinks.sink(for: $0, into: $1) }, progress)
    }

    // MARK: What was asked for

    /// The plan of what is encoded, and where it has to keep to a size, what finds out how.
    private func exportPlan(_ loaded: LoadedAsset) throws -> (
        plan: ExportPlan, limited: (SizeLimiting, SizeLimiting.Planned)?
    ) {
        let settings = wishes.settings
        guard wishes.searchesSize else {
            let planner = ExportPlanner(loaded: loaded, preset: preset, settings: settings, fileType: try fileType())
            var plan = try planner.plan()
            plan.warnings += wishes.warnings
            return (plan, nil)
        }
        let limiting = SizeLimiting(loaded: loaded, preset: preset, settings: settings, fileType: try fileType())
        var planned = try limiting.planned()
        if !planned.isCopy { planned.plan.warnings += wishes.warnings }
        planned.plan.limit = planned.limit
        return (planned.plan, (limiting, planned))
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
        guard !StreamOutput.isStream(path) else {
            guard settings.options.streamSegmentDuration == nil else {
                let reason = "a stream for HTTP Live Streaming is a folder of files"
                throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
            }
            return
        }
        guard let target = FileIdentity(name: path) else { return }
        if case .file(let source) = loaded.input.place, FileIdentity(name: source) == target {
            let reason = "it is the file that is read; give another name"
            throw MediaProblem(code: .operationNotAllowed, reason: reason)
        }
        guard settings.replacesExistingFile, settings.options.streamSegmentDuration == nil else {
            throw FileFailure(number: EEXIST)
        }
    }
}
