import AssetKit

/// Makes one output of `assettool trim`, or says what it would be.
struct TrimMaker: Sendable {
    let asset: AVAsset
    let options: TrimOptions
    let job: TrimRunner.Job

    /// Makes the file; without a target it is only planned.
    func make(at target: OutputTarget?, _ progress: JobProgress) async throws -> TrimReport {
        switch options.mode {
        case .exact where job.ranges.count == 1, .smart where job.ranges.count == 1:
            try await export(job.ranges[0], to: target, progress)
        case .keyframe, .exact, .smart: try await join(to: target, progress)
        }
    }

    /// Ranges one behind the other; with nothing encoded, also one alone.
    private func join(to target: OutputTarget?, _ progress: JobProgress) async throws -> TrimReport {
        let session = AKJoinSession(clips: job.ranges.map { AKJoinSession.Clip(asset: asset, timeRange: $0) })
        session.cutMode = options.mode.trimMode
        session.verifiesJoins = options.verifiesJoins
        session.fallsBackToEncoding = !options.insistsOnMode
        session.processorLimit = options.threadCount
        session.shouldOptimizeForNetworkUse = options.startsFast || job.isStreamed
        session.replacesExistingFile = options.overwrites
        session.cutsSoundBetweenPackets = options.cutsSoundBetweenPackets
        session.encodesSoundAtJoints = options.mode != .keyframe && !options.cutsSoundBetweenPackets
        let why =
            options.mode == .keyframe
            ? "cuts are made at key pictures, so that nothing has to be encoded" : "samples are copied as they are"
        guard let target else {
            return TrimReport(
                output: job.name,
                try await session.plan(for: URL(filePath: job.name), as: options.fileType),
                why: why
            )
        }
        let clock = ContinuousClock.now
        let result = try await session.export(
            to: URL(filePath: target.path),
            as: options.fileType,
            progress: progress.update
        )
        var report = TrimReport(output: job.name, result.plan, why: why)
        report.size = result.fileLength
        report.elapsed = (ContinuousClock.now - clock) / .seconds(1)
        report.plan = nil
        return report
    }
}
