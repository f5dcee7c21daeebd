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
            if plan.isPlainCopy(in: fileType) {
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
        guard plan.isPlainCopy(in: fileType) else {
            return try ExportPreparation(plan, of: context, settings).rehearsed().published(loaded, settings)
        }
        var described = plan.published(loaded, settings)
        described.warnings += try plainCopy(plan).plan().warnings
        return described
    }

    // MARK: Plans

    private func plan(refusing refused: Set<Int>) throws -> ExportPlan {
        var reasons: [String] = []
        var planner = ExportPlanner(loaded: loaded, preset: preset, settings: settings, fileType: fileType)
        planner.splicing = { source, range, edges in
            let (work, why) = try cut(source, range, refused, edges)
            if let why {
                let what = settings.fallsBackToEncoding ? "is encoded whole" : "cannot be copied between the edges"
                reasons.append("track \(source.facts.trackID) \(what): \(why)")
            }
            return (work, why ?? "its group is the only one in the cut")
        }
        var plan = try planner.plan()
        if !reasons.isEmpty, !settings.fallsBackToEncoding {
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reasons.joined(separator: "; "))
        }
        plan.warnings += reasons
        return plan
    }

    /// How a track of pictures is cut, and why it has to be encoded whole where that is so.
    private func cut(
        _ source: TrackSource,
        _ range: CMTimeRange,
        _ refused: Set<Int>,
        _ edges: () throws -> PictureWork
    ) throws -> (ExportTrack.Work, why: String?) {
        do {
            let trackID = source.facts.trackID
            if let format = source.facts.formatDescriptions.first,
                let obstacle = MediaSinks.obstacle(to: format, in: fileType)
            {
                throw SplicePlanner.Obstacle(reason: obstacle)
            }
            // What encoding cannot turn either is copied.
            if let turn = source.facts.shown(settings.options), PictureTurn(turn) != .none,
                let obstacle = MediaSinks.obstacle(toTurn: turn, in: fileType)
            {
                throw SplicePlanner.Obstacle(reason: "its pictures are \(obstacle)")
            }
            if source.facts.video?.alpha?.place == .beside, !fileType.holdsAdditions {
                let reason = "its alpha lies beside the samples, for which such a file has no place"
                throw SplicePlanner.Obstacle(reason: reason)
            }
            let copy = try context.samples(of: [trackID])
            guard !copy.tracks.isEmpty else { throw SplicePlanner.Obstacle(reason: "its samples cannot be listed") }
            let planner = SplicePlanner(source: source, copy: copy, range: range, refused: refused)
            guard let work = try planner.plan(context.session, edges: edges) else {
                return (.pictures(planner.whole(try edges())), nil)
            }
            // What does not fit together is found out now, not when half of the file is there.
            _ = try SpliceJoint.joints(work, of: source.facts, in: fileType, context.encoders)
            return (.splice(work), nil)
        } catch let obstacle as SplicePlanner.Obstacle {
            return (.pictures(try edges()), obstacle.reason)
        }
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

extension ExportPlan {
    /// Nothing is encoded and no sample changes, and copying presents exactly what is wanted.
    fileprivate func isPlainCopy(in fileType: AVFileType) -> Bool {
        let hasPictures = tracks.contains { $0.mediaType == AVMediaType.video.rawValue }
        guard CopyTarget(fileType: fileType).hasEdits || !hasPictures else { return false }
        return tracks.allSatisfy { track in
            if case .splice(let work) = track.work {
                return work.isPureCopy && work.runs.count == 1 && !work.runs[0].clipsFirst
            }
            return track.isStored
        }
    }
}
