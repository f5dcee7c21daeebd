internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// From a timeline and wishes to a file. Plans and runs go the same way up to the first byte, so they cannot disagree.
/// Blocks.
struct ExportJob: Sendable {
    private let wishes: ExportWishes
    private let context: SourceContext
    private let url: URL
    private let fileType: AVFileType
    private let workerCount: Int?

    /// `timeline`: one clip of the context's source; files of several clips are joined. `workerCount`: how many chains
    /// work on pictures at most; nil for as many as there are cores.
    init(
        _ timeline: Timeline,
        _ wishes: ExportWishes,
        _ context: SourceContext,
        to url: URL,
        as fileType: AVFileType,
        workerCount: Int? = nil
    ) {
        precondition(timeline.clips.count == 1, "a file of \(timeline.clips.count) clips is made by a join")
        var settings = wishes.asked
        settings.timeRange = timeline.clips[0].range
        self.wishes = ExportWishes(wishes.preset, settings)
        (self.context, self.url, self.fileType, self.workerCount) = (context, url, fileType, workerCount)
    }

    private var loaded: LoadedAsset { context.loaded }

    /// Makes the file. `progress` is told how much is done, from 0 to 1, on any thread.
    func run(_ progress: @escaping @Sendable (Double) -> Void) throws -> AKExportResult {
        switch try engine() {
        case .texts(let export): return try export.run(progress)
        case .copying(let export): return try export.run(progress)
        case .splicing(let export): return try export.run(progress)
        case .rendering(let plan): return try make(plan, at: url, replaces: wishes.asked.replacesExistingFile, progress)
        case .searching(let limiting, let planned):
            let export = SizeLimitedExport(
                limiting: limiting,
                path: url.path(percentEncoded: false),
                replaces: wishes.asked.replacesExistingFile,
                flag: context.flag
            )
            return try export.run(planned, progress) { plan, path, progress in
                try make(plan, at: URL(filePath: path), replaces: true, progress)
            }
        }
    }

    /// What `run` would do.
    func plan() throws -> AKExportPlan {
        switch try engine() {
        case .texts(let export): try export.plan()
        case .copying(let export): try export.plan()
        case .splicing(let export): try export.plan()
        case .rendering(let plan): try published(plan)
        case .searching(_, let planned): try published(planned.plan)
        }
    }

    // MARK: Who makes it

    /// What makes the file, and how it will.
    private enum Engine {
        /// A file of subtitles.
        case texts(SubtitleExport)
        case copying(PassthroughExport)
        case splicing(SpliceExport)
        case rendering(ExportPlan)
        /// The same several times, until it keeps to a size.
        case searching(SizeLimiting, SizeLimiting.Planned)
    }

    private func engine() throws -> Engine {
        guard !fileType.isSubtitleFile else { return .texts(try texts()) }
        try wishes.check()
        switch wishes.cutting {
        case .keyFrames, .hidden: return .copying(PassthroughExport(context, wishes.asked, url, fileType))
        case .spliced: return .splicing(SpliceExport(context, wishes, url, fileType))
        case .encoded: return try wishes.searchesSize ? searching() : .rendering(encoding())
        }
    }

    private func texts() throws -> SubtitleExport {
        try ExportMetadata(loaded: loaded, settings: wishes.asked).refuseForSubtitles()
        let planner = ExportPlanner(
            loaded: loaded,
            preset: wishes.preset,
            settings: wishes.asked,
            fileType: fileType
        )
        return SubtitleExport(context, wishes.asked, url, fileType, try planner.range())
    }

    private func encoding() throws -> ExportPlan {
        let planner = ExportPlanner(
            loaded: loaded,
            preset: wishes.preset,
            settings: wishes.settings,
            fileType: fileType
        )
        var plan = try planner.plan()
        plan.warnings += wishes.warnings
        return plan
    }

    private func searching() throws -> Engine {
        let limiting = SizeLimiting(
            loaded: loaded,
            preset: wishes.preset,
            settings: wishes.settings,
            fileType: fileType
        )
        var planned = try limiting.planned()
        if !planned.isCopy { planned.plan.warnings += wishes.warnings }
        planned.plan.limit = planned.limit
        return .searching(limiting, planned)
    }

    private func make(
        _ plan: ExportPlan,
        at url: URL,
        replaces: Bool,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> AKExportResult {
        var settings = wishes.asked
        settings.replacesExistingFile = replaces
        let prepared = try ExportPreparation(plan, of: context, settings)
        let run = ExportRun(prepared, to: url, workerCount: workerCount)
        return try run.run(open: { try MediaSinks.sink(for: $0, into: $1) }, progress)
    }

    private func published(_ plan: ExportPlan) throws -> AKExportPlan {
        try ExportPreparation(plan, of: context, wishes.asked).rehearsed().published(loaded, wishes.asked)
    }
}
