import AssetKit

/// Makes one output of `assettool trim`, or says what it would be.
struct TrimMaker: Sendable {
    let asset: AVAsset
    let options: TrimOptions
    let job: TrimRunner.Job

    /// Makes the file; without a target it is only planned.
    func make(at target: OutputTarget?, _ progress: JobProgress) async throws -> TrimReport {
        switch options.mode {
        case .keyframe: try await copy(to: target, progress)
        case .exact, .smart: try await encode(to: target, progress)
        }
    }

    private func copy(to target: OutputTarget?, _ progress: JobProgress) async throws -> TrimReport {
        let session = AKJoinSession(clips: job.ranges.map { AKJoinSession.Clip(asset: asset, timeRange: $0) })
        session.processorLimit = options.threadCount
        session.shouldOptimizeForNetworkUse = options.startsFast || job.isStreamed
        session.replacesExistingFile = options.overwrites
        session.cutsSoundBetweenPackets = options.cutsSoundBetweenPackets
        session.encodesSoundAtJoints = false
        let why = "cuts are made at key pictures, so that nothing has to be encoded"
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
