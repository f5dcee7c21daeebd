internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// An export that cuts exactly and copies what it can. Blocks: it has a thread of its own.
struct SpliceExport: Sendable {
    private let context: SourceContext
    private let wishes: ExportWishes
    private let url: URL
    private let fileType: AVFileType
    private let make: Maker

    /// Makes the file of a plan.
    typealias Maker =
        @Sendable (ExportPlan, ExportSettings, @escaping @Sendable (Double) -> Void) throws -> AKExportResult

    /// `make` is for those who want to see what happens to plans.
    init(
        _ context: SourceContext,
        _ wishes: ExportWishes,
        _ url: URL,
        _ fileType: AVFileType,
        make: Maker? = nil
    ) {
        (self.context, self.wishes) = (context, wishes)
        (self.url, self.fileType) = (url, fileType)
        self.make =
            make ?? { plan, settings, progress in
                let prepared = try ExportPreparation(plan, of: context, settings)
                let run = ExportRun(prepared, to: url)
                return try run.run(open: { try MediaSinks.sink(for: $0, into: $1) }, progress)
            }
    }

    private var preset: ExportPreset { wishes.preset }
    private var settings: ExportSettings { wishes.settings }
    private var loaded: LoadedAsset { context.loaded }

    /// Makes the file. Where the pictures behind a join are not what they should be, it is made again with more of them
    /// encoded.
    func run(_ progress: @escaping @Sendable (Double) -> Void) throws -> AKExportResult {
        var (refused, warnings) = (Set<Int>(), [String]())
        while true {
            var plan = try plan(refusing: refused)
            plan.warnings += warnings
            if plan.isCopyOnly(in: fileType) {
                var result = try plainCopy(plan).run(progress)
                result.warnings = plan.warnings + result.warnings.filter { !plan.warnings.contains($0) }
                return result
            }
            do {
                return try make(try settled(plan), settings, progress)
            } catch let mismatch as SpliceMismatch {
                // Every turn forbids another place, so it ends.
                guard let place = mismatch.place, refused.insert(place).inserted else {
                    plan = try wholePlan(
                        because: "its pictures would not come out right where encoded ones are joined to them"
                    )
                    return try make(plan, settings, progress)
                }
                warnings = ["a join did not give the same pictures, so more of them are encoded"]
            }
        }
    }

    /// What `run` would do, as long as all joins are right.
    func plan() throws -> AKExportPlan {
        let plan = try plan(refusing: [])
        guard plan.isCopyOnly(in: fileType) else {
            return try ExportPreparation(plan, of: context, settings).rehearsed().published(loaded, settings)
        }
        var described = plan.published(loaded, settings)
        described.warnings += try plainCopy(plan).plan().warnings
        return described
    }

    // MARK: Plans

    private func plan(refusing refused: Set<Int>) throws -> ExportPlan {
        var planner = ExportPlanner(loaded: loaded, preset: preset, settings: settings, fileType: fileType)
        planner.pictureCut = PictureCut(
            context: context,
            options: settings.options,
            fileType: fileType,
            refused: refused
        )
        return try planner.plan()
    }

    /// The plan with edges as fine as the source's pictures ask for.
    private func settled(_ plan: ExportPlan) throws -> ExportPlan {
        var plan = plan
        for number in plan.tracks.indices {
            guard case .splice(var work) = plan.tracks[number].work, let edges = work.edges,
                let track = loaded.tracks.first(where: { $0.trackID == plan.tracks[number].trackID })
            else { continue }
            let copy = try context.samples(of: [track.trackID])
            let source = loaded.source(of: track)
            let trial = SpliceTrial(source: source, copy: copy, range: plan.range, session: context.session)
            work.edges = try trial.settled(edges)
            plan.tracks[number].work = .splice(work)
        }
        return plan
    }

    private func wholePlan(because reason: String) throws -> ExportPlan {
        guard settings.fallsBackToEncoding else {
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
        var plan = try ExportPlanner(loaded: loaded, preset: preset, settings: settings, fileType: fileType).plan()
        plan.warnings.append("all of it is encoded: \(reason)")
        return plan
    }

    /// The same made by copying stretches of the file, which is quicker.
    private func plainCopy(_ plan: ExportPlan) -> PassthroughExport {
        var settings = settings
        settings.trimMode = .keyframe
        settings.options.trackIDs = plan.tracks.map(\.trackID)
        settings.options.audio = .byPreset
        return PassthroughExport(context, settings, url, fileType)
    }
}
