internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// What is found out about a plan of which nothing is encoded before anything is written: which samples go into the file, and
/// what it says about itself. A dry run ends here. Making one blocks where samples have to be listed.
struct CopyPreparation: Sendable {
    let plan: ExportPlan
    let copy: CopyPlan
    private let loaded: LoadedAsset
    private let settings: ExportSettings

    /// Throws where the samples are beyond the limit of bytes.
    init(_ plan: ExportPlan, of context: SourceContext, _ settings: ExportSettings) throws {
        (self.plan, loaded, self.settings) = (plan, context.loaded, settings)
        let source = try context.samples(of: Set(plan.tracks.map(\.trackID)))
        let target = CopyTarget(plan.fileType, settings)
        let planner = CopyPlanner(sources: [source], target: target, mode: plan.mode(of: source, target, settings))
        var copy = try planner.plan([CopyClip(source: 0, range: settings.timeRange)]).openingGroups(context.flag)
        copy.warnings += plan.warnings
        let metadata = ExportMetadata(loaded: loaded, settings: settings)
        try copy.carry(metadata, of: copy.clips[0].actual)
        if settings.fileLengthLimit > 0 { try CopyRunner.check(copy.storedByteCount, settings.fileLengthLimit) }
        self.copy = copy
    }

    /// The plan in public words.
    var published: AKExportPlan {
        guard plan.isSpliced else { return copy.published }
        var described = plan.published(loaded, settings)
        described.warnings = warnings
        return described
    }

    /// What has been made of the plan. `textCounts`: how many texts there are that did not come of one sample each, by their
    /// tracks.
    func result(_ url: URL, fileLength: Int64, textCounts: [Int: Int]) -> AKExportResult {
        var result = copy.result(url, fileLength: fileLength, textCounts: textCounts)
        result.warnings = warnings
        return result
    }

    private var warnings: [String] {
        plan.isSpliced ? plan.warnings + copy.warnings.filter { !plan.warnings.contains($0) } : copy.warnings
    }
}

extension ExportPlan {
    /// It was made to encode what has to be, and nothing has to.
    fileprivate var isSpliced: Bool { stretches.contains { if case .spliced = $0.treatment { true } else { false } } }

    fileprivate func mode(of source: LoadedSource, _ target: CopyTarget, _ settings: ExportSettings) -> CopyMode {
        let range = settings.timeRange
        let isWhole = range.start <= .zero && range.end >= source.facts.duration
        // Nothing has to be hidden where nothing is cut, nor of samples that stand for themselves.
        let standAlone = source.tracks.allSatisfy { ![.video, .audio].contains($0.facts.mediaType) }
        let hidesNothing = (isWhole || standAlone) && !target.hasEdits
        return isSpliced || settings.trimMode == .keyframe || hidesNothing ? .keyframe : .presentsExactly
    }
}
