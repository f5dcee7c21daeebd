internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import Foundation

/// From a timeline and wishes to a file, whoever wants it and of however many clips it is. Plans and runs go the same way
/// up to the first byte, so they cannot disagree. Blocks.
struct ExportJob: Sendable {
    private enum Maker {
        case clip(ClipJob)
        case clips(JoinPlanner)
    }

    private let maker: Maker

    /// `sources`: those of the timeline, by their places. `beside`: tracks that are not the clips' own, which have no sound
    /// then. `fileType`: nil for that of the name's ending, where clips are joined. `workerCount`: how many chains work on pictures of one clip at most; nil for as many as there are cores.
    init(
        _ timeline: Timeline,
        of sources: [SourceContext],
        _ wishes: ExportWishes,
        beside: [WholeTrack] = [],
        to url: URL,
        as fileType: AVFileType?,
        workerCount: Int? = nil
    ) throws {
        guard timeline.clips.count == 1, wishes.asked.joints == nil else {
            guard wishes.preset.copies else {
                let reason = "\(wishes.preset.shortName) makes files of one clip; several are joined as they are"
                throw MediaProblem(code: .operationNotSupportedForPreset, reason: reason)
            }
            maker = .clips(JoinPlanner(timeline, of: sources, wishes.asked, beside: beside, to: url, as: fileType))
            return
        }
        guard let fileType else {
            let reason = "'\(url.lastPathComponent)' tells no type of file by its ending; set outputFileType"
            throw MediaProblem(code: .invalidOutputURLPathExtension, reason: reason)
        }
        let clip = timeline.clips[0]
        let job = ClipJob(clip.range, wishes, sources[clip.source], to: url, as: fileType, workerCount: workerCount)
        maker = .clip(job)
    }

    /// What `run` would make.
    func plan() throws -> Answer<AKExportPlan, AKJoinSession.Plan> {
        switch maker {
        case .clip(let job): .clip(try job.plan())
        case .clips(let planner): .clips(try planner.published())
        }
    }

    /// Makes the file. `progress` is told how much is done, from 0 to 1, on any thread.
    func run(
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> Answer<AKExportResult, AKJoinSession.Result> {
        switch maker {
        case .clip(let job): .clip(try job.run(progress))
        case .clips(let planner): .clips(try JoinRunner(planner: planner).run(progress))
        }
    }
}

extension ExportJob {
    /// What there is to tell of a file: what becomes of a range of an asset, or of each of several clips.
    enum Answer<Clip: Sendable, Clips: Sendable>: Sendable {
        case clip(Clip)
        case clips(Clips)

        /// For those who asked for a range of an asset.
        var ofOneClip: Clip {
            guard case .clip(let answer) = self else { preconditionFailure("clips have been joined") }
            return answer
        }

        /// For those who asked for a join.
        var ofJoinedClips: Clips {
            guard case .clips(let answer) = self else { preconditionFailure("no clips have been joined") }
            return answer
        }
    }
}
