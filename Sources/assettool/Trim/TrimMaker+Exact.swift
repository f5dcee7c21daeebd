import AssetKit

// One range that is cut exactly.

extension TrimMaker {
    /// Encodes what has to be encoded of a range, or says what that would be.
    func export(_ range: CMTimeRange, to target: OutputTarget?, _ progress: JobProgress) async throws -> TrimReport {
        guard let target else { return try await plan(range) }
        let clock = ContinuousClock.now
        var report = try await export(range, to: target.path, progress.update)
        report.output = job.name
        report.elapsed = (ContinuousClock.now - clock) / .seconds(1)
        return report
    }

    private func session(_ range: CMTimeRange) throws -> AVAssetExportSession {
        guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough) else {
            throw WorkError(message: "it has nothing that could be encoded")
        }
        session.timeRange = range
        session.akTrimMode = options.mode.trimMode
        session.akVerifiesJoins = options.verifiesJoins
        session.akFallsBackToEncoding = !options.insistsOnMode
        session.akCutsSoundBetweenPackets = options.cutsSoundBetweenPackets
        session.akOptions.processorLimit = options.threadCount
        session.shouldOptimizeForNetworkUse = options.startsFast || job.isStreamed
        session.akReplacesExistingFile = options.overwrites
        return session
    }

    private func plan(_ range: CMTimeRange) async throws -> TrimReport {
        let session = try session(range)
        session.outputFileType = options.fileType
        session.outputURL = URL(filePath: job.name)
        let plan = try await session.akPlan()
        return TrimReport(
            output: job.name,
            requested: [range],
            actual: [plan.range],
            duration: plan.range.duration,
            tracks: [],
            plan: plan.stretches.map { TrimReport.Step($0) },
            warnings: plan.warnings
        )
    }

    private func export(
        _ range: CMTimeRange,
        to path: String,
        _ update: @escaping @Sendable (Double) -> Void
    ) async throws -> TrimReport {
        let session = try session(range)
        let watcher = Task {
            for await state in session.states(updateInterval: 0.1) {
                if case .exporting(let progress) = state { update(progress.fractionCompleted) }
            }
        }
        defer { watcher.cancel() }
        try await session.export(to: URL(filePath: path), as: options.fileType)
        // What it still has to say comes before what follows.
        await watcher.value
        guard let result = session.akResult else { throw WorkError(message: "the export told nothing of its result") }
        return TrimReport(
            output: path,
            requested: [result.requestedTimeRange],
            actual: [result.actualTimeRange],
            duration: result.duration,
            size: result.fileLength,
            tracks: result.tracks.map {
                TrimReport.Track(
                    mediaType: $0.mediaType,
                    codec: $0.codec,
                    copied: $0.copiedSampleCount,
                    encoded: $0.encodedSampleCount
                )
            },
            warnings: result.warnings
        )
    }
}
