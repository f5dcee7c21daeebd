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
    private let planner: ClipPlanner
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
        let planner = ClipPlanner(range, wishes, context, to: url, as: fileType)
        self.planner = planner
        self.make =
            make ?? { plan, url, replaces, progress in
                var settings = planner.wishes.settings
                settings.replacesExistingFile = replaces
                let prepared = try ExportPreparation(try plan.settled(context), of: context, settings)
                let run = ExportRunner(prepared, to: url, workerCount: workerCount)
                return try run.run(open: { try MediaSinks.sink(for: $0, into: $1) }, progress)
            }
    }

    private var asked: ExportSettings { planner.wishes.asked }

    /// What `run` would make, as long as all joints are right.
    func plan() throws -> AKExportPlan { try planner.published() }

    /// Makes the file. `progress` is told how much is done, from 0 to 1, on any thread. Where the pictures behind a joint
    /// are not what they should be, it is made again with more of them encoded.
    func run(_ progress: @escaping @Sendable (Double) -> Void) throws -> AKExportResult {
        var refused: Set<Int> = []
        while true {
            do {
                return try run(planner.decide(refusing: refused), progress)
            } catch let mismatch as SpliceMismatch {
                // Every turn forbids another place, so it ends.
                guard let place = mismatch.place, refused.insert(place).inserted else {
                    return try run(.rendering(planner.wholePlan()), progress)
                }
            }
        }
    }

    private func run(
        _ decision: ClipPlanner.Decision,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> AKExportResult {
        switch decision {
        case .texts(let export): return try export.run(progress)
        case .copying(let plan): return try copy(planner.copies(of: plan), progress)
        case .rendering(let plan): return try make(plan, planner.url, asked.replacesExistingFile, progress)
        case .searching(let limiting, let planned):
            let export = SizeLimitedExport(
                limiting: limiting,
                path: planner.url.path(percentEncoded: false),
                replaces: asked.replacesExistingFile,
                flag: planner.context.flag
            )
            return try export.run(planned, progress) { try make($0, URL(filePath: $1), true, $2) }
        }
    }

    /// Makes a file of copied samples.
    private func copy(_ prepared: CopyPreparation, _ progress: (Double) -> Void) throws -> AKExportResult {
        let texts = SubtitleConverters(prepared.copy.texts, prepared.copy.sink.tracks)
        let byteCount = try CopyRunner.make(
            prepared.copy,
            at: planner.url.path(percentEncoded: false),
            replaces: asked.replacesExistingFile,
            limit: asked.fileLengthLimit,
            texts: texts,
            flag: planner.context.flag,
            progress
        )
        return prepared.result(planner.url, fileLength: byteCount, textCounts: texts.textCounts)
    }
}
