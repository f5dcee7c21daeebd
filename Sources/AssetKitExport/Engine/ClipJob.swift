internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

/// From a range of one source to a file: what a job does whose timeline is one clip, and how a clip is cut before it is
/// joined. Blocks.
struct ClipJob: Sendable {
    private let wishes: ExportWishes
    private let context: SourceContext
    private let url: URL
    private let fileType: AVFileType
    private let make: Maker

    /// Makes the file of a plan under a name. `replaces`: whether it takes the place of a file that has it.
    typealias Maker =
        @Sendable (_ plan: ExportPlan, _ url: URL, _ replaces: Bool, _ progress: @escaping @Sendable (Double) -> Void)
        throws -> AKExportResult

    /// `range`: of the source's timeline. `workerCount`: how many chains work on pictures at most; nil for as many as there
    /// are cores. `make` is for those who want to see what happens to plans.
    init(
        _ range: CMTimeRange,
        _ wishes: ExportWishes,
        _ context: SourceContext,
        to url: URL,
        as fileType: AVFileType,
        workerCount: Int? = nil,
        make: Maker? = nil
    ) {
        var asked = wishes.asked
        asked.timeRange = range
        let wishes = ExportWishes(wishes.preset, asked)
        (self.wishes, self.context, self.url, self.fileType) = (wishes, context, url, fileType)
        self.make =
            make ?? { plan, url, replaces, progress in
                var settings = wishes.settings
                settings.replacesExistingFile = replaces
                let prepared = try ExportPreparation(try plan.settled(context), of: context, settings)
                let run = ExportRunner(prepared, to: url, workerCount: workerCount)
                return try run.run(open: { try MediaSinks.sink(for: $0, into: $1) }, progress)
            }
    }

    private var loaded: LoadedAsset { context.loaded }

    /// Makes the file. `progress` is told how much is done, from 0 to 1, on any thread. Where the pictures behind a joint
    /// are not what they should be, it is made again with more of them encoded.
    func run(_ progress: @escaping @Sendable (Double) -> Void) throws -> AKExportResult {
        var refused: Set<Int> = []
        while true {
            do {
                return try run(engine(refusing: refused), progress)
            } catch let mismatch as SpliceMismatch {
                // Every turn forbids another place, so it ends.
                guard let place = mismatch.place, refused.insert(place).inserted else {
                    return try run(.rendering(wholePlan()), progress)
                }
            }
        }
    }

    /// What `run` would do, as long as all joints are right.
    func plan() throws -> AKExportPlan {
        switch try engine(refusing: []) {
        case .texts(let export): return try export.plan()
        case .copying(let export, nil): return try export.plan()
        case .copying(let export, let plan?):
            var described = plan.published(loaded, wishes.settings)
            described.warnings += try export.plan().warnings
            return described
        case .rendering(let plan): return try published(plan)
        case .searching(_, let planned): return try published(planned.plan)
        }
    }

    /// The plan of a file whose tracks are treated one by one; nil where whole runs of all are copied, and for files of
    /// subtitles.
    func exportPlan() throws -> ExportPlan? {
        switch try engine(refusing: []) {
        case .texts, .copying(_, nil): nil
        case .copying(_, let plan?), .rendering(let plan): plan
        case .searching(_, let planned): planned.plan
        }
    }

    private func published(_ plan: ExportPlan) throws -> AKExportPlan {
        try ExportPreparation(plan, of: context, wishes.settings).rehearsed().published(loaded, wishes.settings)
    }

    private func run(_ engine: Engine, _ progress: @escaping @Sendable (Double) -> Void) throws -> AKExportResult {
        switch engine {
        case .texts(let export): return try export.run(progress)
        case .copying(let export, let plan):
            var result = try export.run(progress)
            guard let plan else { return result }
            result.warnings = plan.warnings + result.warnings.filter { !plan.warnings.contains($0) }
            return result
        case .rendering(let plan): return try make(plan, url, wishes.asked.replacesExistingFile, progress)
        case .searching(let limiting, let planned):
            let export = SizeLimitedExport(
                limiting: limiting,
                path: url.path(percentEncoded: false),
                replaces: wishes.asked.replacesExistingFile,
                flag: context.flag
            )
            return try export.run(planned, progress) { try make($0, URL(filePath: $1), true, $2) }
        }
    }

    // MARK: Who makes it

    /// What makes the file, and how it will.
    private enum Engine {
        /// A file of subtitles.
        case texts(SubtitleExport)
        /// Whole runs are copied. The plan is that of a cut to the picture, of which nothing has to be encoded.
        case copying(PassthroughRunner, ExportPlan?)
        case rendering(ExportPlan)
        /// The same several times, until it keeps to a size.
        case searching(SizeLimiting, SizeLimiting.Planned)
    }

    private func engine(refusing refused: Set<Int>) throws -> Engine {
        guard !fileType.isSubtitleFile else { return .texts(try texts()) }
        try wishes.check()
        switch wishes.cutting {
        case .keyFrames, .hidden: return .copying(PassthroughRunner(context, wishes.asked, url, fileType), nil)
        case .spliced: return try splicing(refused)
        case .encoded: return try wishes.searchesSize ? searching() : .rendering(encoding())
        }
    }

    private var planner: ExportPlanner {
        ExportPlanner(loaded: loaded, preset: wishes.preset, settings: wishes.settings, fileType: fileType)
    }

    private func texts() throws -> SubtitleExport {
        try ExportMetadata(loaded: loaded, settings: wishes.asked).refuseForSubtitles()
        return SubtitleExport(context, wishes.asked, url, fileType, try planner.range())
    }

    private func encoding() throws -> ExportPlan {
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

    // MARK: Cuts to the picture

    private func splicing(_ refused: Set<Int>) throws -> Engine {
        var planner = planner
        planner.pictureCut = PictureCut(
            context: context,
            options: wishes.settings.options,
            fileType: fileType,
            refused: refused
        )
        var plan = try planner.plan()
        if !refused.isEmpty {
            plan.warnings.append("a join did not give the same pictures, so more of them are encoded")
        }
        return plan.isCopyOnly(in: fileType) ? .copying(plainCopy(plan), plan) : .rendering(plan)
    }

    /// The same made by copying runs of the file, which is quicker.
    private func plainCopy(_ plan: ExportPlan) -> PassthroughRunner {
        var settings = wishes.settings
        settings.trimMode = .keyframe
        settings.options.trackIDs = plan.tracks.map(\.trackID)
        settings.options.audio = .byPreset
        return PassthroughRunner(context, settings, url, fileType)
    }

    /// All of it encoded, since no joint comes out right.
    private func wholePlan() throws -> ExportPlan {
        let reason = "its pictures would not come out right where encoded ones are joined to them"
        guard wishes.settings.fallsBackToEncoding else {
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        var plan = try planner.plan()
        plan.warnings.append("all of it is encoded: \(reason)")
        return plan
    }
}
