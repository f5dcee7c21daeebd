internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// How a clip of a joined file is cut to the picture and to the sample: as an export of its range would be, into a file of
/// its own. Plan and run block.
struct ClipCut: Sendable {
    /// What of each track is copied, and what is encoded.
    let plan: ExportPlan
    /// The same in public words.
    let stretches: [AKExportPlan.Stretch]
    /// Nothing is encoded, and runs that go from the source into the joined file come out as they would by way of a file of the
    /// clip's own.
    let copiesRuns: Bool
    private let context: SourceContext
    private let wishes: ExportWishes
    private let range: CMTimeRange

    /// Plans a cut of a range of a source, with these of its tracks, for a file that nobody sees and that is joined into one of
    /// the type `joined`.
    init(
        _ range: CMTimeRange,
        of source: LoadedSource,
        _ context: SourceContext,
        _ settings: ExportSettings,
        as fileType: AVFileType,
        joined: AVFileType
    ) throws {
        var settings = settings
        settings.timeRange = range
        settings.outputFileType = fileType
        settings.options.trackIDs = source.tracks.map(\.facts.trackID)
        (self.range, self.context, wishes) = (range, context, ExportWishes(.passthrough, settings))
        let decision = try ClipPlanner(range, wishes, context, to: Self.nowhere, as: fileType).decide()
        guard let plan = decision.plan else {
            preconditionFailure("\(settings.trimMode) asks for pictures to be cut")
        }
        (self.plan, stretches) = (plan, plan.published(context.loaded, wishes.settings).stretches)
        copiesRuns =
            decision.copiesRuns && plan.keepsAll(source.tracks.map(\.facts.trackID))
            && CopyTarget(fileType: joined).cutsAlike(source, as: fileType)
    }

    /// Plans write nothing.
    private static let nowhere = URL(filePath: "/dev/null")

    /// Makes the file, as the only one of its name.
    func run(to path: String, _ progress: @escaping @Sendable (Double) -> Void) throws -> AKExportResult {
        let workerCount = wishes.asked.options.processorCount
        let job = ClipJob(range, wishes, context, to: URL(filePath: path), as: plan.fileType, workerCount: workerCount)
        return try job.run(progress)
    }

    /// How many samples of each of the file's tracks are encoded; nil for all of them.
    var encodedCounts: [Int?] {
        plan.tracks.map { track in
            switch track.treatment {
            case .pictures, .sound, .text: nil
            case .spliced(let splice): splice.encodedCount
            case .copied: 0
            }
        }
    }

    /// Why samples of one of the file's tracks are encoded, a sentence; nil where they are not.
    func reasonToEncode(_ place: Int) -> String? {
        guard plan.tracks.indices.contains(place) else { return nil }
        let trackID = plan.tracks[place].trackID
        return stretches.first { $0.trackID == trackID && $0.action == .encode }?.why
    }

    /// Its edits hide what is not wanted.
    var hasEdits: Bool { CopyTarget(fileType: plan.fileType).hasEdits }
}

extension CopyTarget {
    /// Its own means cut a clip where those of a file of another type do: edits, or frames of sound that stand for themselves.
    fileprivate func cutsAlike(_ source: LoadedSource, as other: AVFileType) -> Bool {
        guard !hasEdits else { return fileType == other }
        return MediaSinks.isSingleSound(fileType) && source.tracks.allSatisfy(\.facts.isPlainSound)
    }
}

extension ExportPlan {
    /// It has each of these tracks, and no text that becomes another kind.
    fileprivate func keepsAll(_ trackIDs: [Int32]) -> Bool {
        tracks.map(\.trackID) == trackIDs && stretches.allSatisfy { $0.treatment != .text }
    }
}
