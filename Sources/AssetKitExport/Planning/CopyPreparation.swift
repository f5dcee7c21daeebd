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
    /// The plan is one of a cut to the picture, of which nothing has to be encoded, and which says itself what becomes of tracks.
    private let isSpliced: Bool

    /// Throws where the samples are beyond the limit of bytes.
    init(_ plan: ExportPlan, of context: SourceContext, _ settings: ExportSettings, isSpliced: Bool = false) throws {
        (self.plan, loaded, self.settings, self.isSpliced) = (plan, context.loaded, settings, isSpliced)
        let source = try context.samples(of: Set(plan.tracks.map(\.trackID)))
        let target = CopyTarget(plan.fileType, settings)
        let hidesNothing = isSpliced || settings.hidesNothing(of: source, target)
        let mode = hidesNothing ? CopyMode.keyframe : .presentsExactly
        let planner = CopyPlanner(sources: [source], target: target, mode: mode)
        var copy = try planner.plan([CopyClip(source: 0, range: settings.timeRange)]).openingGroups(context.flag)
        copy.warnings += plan.warnings
        let metadata = ExportMetadata(loaded: loaded, settings: settings)
        try copy.carry(metadata, of: copy.clips[0].actual)
        if settings.fileLengthLimit > 0 { try CopyRunner.check(copy.storedByteCount, settings.fileLengthLimit) }
        self.copy = copy
    }

    /// The plan in public words.
    var published: AKExportPlan {
        guard isSpliced else { return copy.published }
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
        isSpliced ? plan.warnings + copy.warnings.filter { !plan.warnings.contains($0) } : copy.warnings
    }
}

extension ExportSettings {
    /// A copy begins and ends where its samples do.
    fileprivate func hidesNothing(of source: LoadedSource, _ target: CopyTarget) -> Bool {
        let isWhole = timeRange.start <= .zero && timeRange.end >= source.facts.duration
        // Nothing has to be hidden where nothing is cut, nor of samples that stand for themselves.
        let standAlone = source.tracks.allSatisfy { ![.video, .audio].contains($0.facts.mediaType) }
        return trimMode == .keyframe || (isWhole || standAlone) && !target.hasEdits
    }
}
