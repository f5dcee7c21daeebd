internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Decides what makes the file of a range of one source, and how. It blocks where samples have to be listed, and writes
/// nothing.
struct ClipPlanner: Sendable {
    /// What makes the file, and how it will.
    enum Decision {
        /// A file of subtitles.
        case texts(SubtitleExport)
        /// Whole runs are copied, and nothing is encoded.
        case copying(ExportPlan)
        case rendering(ExportPlan)
        /// The same several times, until it keeps to a size.
        case searching(SizeLimiting, SizeLimiting.Planned)

        /// What becomes of each track; nil for files of subtitles.
        var plan: ExportPlan? {
            switch self {
            case .texts: nil
            case .copying(let plan), .rendering(let plan): plan
            case .searching(_, let planned): planned.plan
            }
        }

        /// Whole runs are copied, and nothing is encoded.
        var copiesRuns: Bool { if case .copying = self { true } else { false } }
    }

    let wishes: ExportWishes
    let context: SourceContext
    let url: URL
    private let fileType: AVFileType

    /// `range`: of the source's timeline, whatever the wishes say.
    init(
        _ range: CMTimeRange,
        _ wishes: ExportWishes,
        _ context: SourceContext,
        to url: URL,
        as fileType: AVFileType
    ) {
        var asked = wishes.asked
        asked.timeRange = range
        self.wishes = ExportWishes(wishes.preset, asked)
        (self.context, self.url, self.fileType) = (context, url, fileType)
    }

    private var loaded: LoadedAsset { context.loaded }

    /// What would be made, as long as all joints are right.
    func published() throws -> AKExportPlan {
        switch try decide() {
        case .texts(let export): return try export.plan()
        case .copying(let plan): return try copies(of: plan).published
        case .rendering(let plan): return try published(plan)
        case .searching(_, let planned): return try published(planned.plan)
        }
    }

    private func published(_ plan: ExportPlan) throws -> AKExportPlan {
        try ExportPreparation(plan, of: context, wishes.settings).rehearsed().published(loaded, wishes.settings)
    }

    /// `refused`: places where pictures would not come out right behind a joint.
    func decide(refusing refused: Set<Int> = []) throws -> Decision {
        guard !fileType.isSubtitleFile else { return .texts(try texts()) }
        try wishes.check()
        switch wishes.cutting {
        case .keyFrames, .hidden:
            return .copying(
                try PassthroughPlanner(loaded: loaded, settings: wishes.asked, fileType: fileType).plan()
            )
        case .spliced: return try splicing(refused)
        case .encoded: return try wishes.searchesSize ? searching() : .rendering(encoding())
        }
    }

    /// Which samples a plan copies of which nothing is encoded.
    func copies(of plan: ExportPlan) throws -> CopyPreparation {
        let isSpliced = wishes.cutting == .spliced
        let settings = isSpliced ? wishes.settings : wishes.asked
        return try CopyPreparation(plan, of: context, settings, isSpliced: isSpliced)
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

    private func searching() throws -> Decision {
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

    private func splicing(_ refused: Set<Int>) throws -> Decision {
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
        // Copying runs of the file is quicker.
        guard plan.isCopyOnly(in: fileType) else { return .rendering(plan) }
        plan.warnings += ExportWishes.uselessEdits(wishes.asked)
        return .copying(plan)
    }

    /// All of it encoded, since no joint comes out right.
    func wholePlan() throws -> ExportPlan {
        let reason = "its pictures would not come out right where encoded ones are joined to them"
        guard wishes.settings.fallsBackToEncoding else {
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        var plan = try planner.plan()
        plan.warnings.append("all of it is encoded: \(reason)")
        return plan
    }
}
