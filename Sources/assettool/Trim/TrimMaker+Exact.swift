import AssetKit

// Parts that are cut exactly.

extension TrimMaker {
    /// Encodes every part; several of them go into files of their own, which are then joined by copying.
    func encode(to target: OutputTarget?, _ progress: JobProgress) async throws -> TrimReport {
        guard let target else { return try await encodingPlan() }
        let clock = ContinuousClock.now
        var report: TrimReport
        if job.ranges.count == 1 {
            report = try await encode(job.ranges[0], to: target.path, replaces: options.overwrites, progress.update)
        } else {
            report = try await encodeAndJoin(to: target, progress)
        }
        report.output = job.name
        report.elapsed = (ContinuousClock.now - clock) / .seconds(1)
        return report
    }

    private func session(_ range: CMTimeRange) throws -> AVAssetExportSession {
        guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough) else {
            throw WorkError(message: "it has nothing that could be encoded")
        }
        session.timeRange = range
        session.trimMode = options.mode == .exact ? .exact : .smart
        session.verifiesJoins = options.verifiesJoins
        session.fallsBackToEncoding = !options.insistsOnMode
        session.cutsSoundBetweenPackets = options.cutsSoundBetweenPackets
        session.shouldOptimizeForNetworkUse = options.startsFast
        return session
    }

    private func encodingPlan() async throws -> TrimReport {
        var report = TrimReport(output: job.name, requested: job.ranges, duration: .zero, tracks: [], plan: [])
        for range in job.ranges {
            let session = try session(range)
            session.outputURL = URL(filePath: job.name)
            let plan = try await session.plan()
            report.actual.append(plan.range)
            report.duration = report.duration + plan.range.duration
            report.warnings += plan.warnings
            report.plan =
                (report.plan ?? [])
                + plan.pieces.map { piece in
                    TrimReport.Step(
                        action: piece.action.rawValue,
                        range: piece.range,
                        samples: piece.sampleCount ?? 0,
                        why: piece.why
                    )
                }
        }
        return report
    }

    private func encode(
        _ range: CMTimeRange,
        to path: String,
        replaces: Bool,
        _ update: @escaping @Sendable (Double) -> Void
    ) async throws -> TrimReport {
        let session = try session(range)
        session.replacesExistingFile = replaces
        let watcher = Task {
            for await state in session.states(updateInterval: 0.1) {
                if case .exporting(let progress) = state { update(progress.fractionCompleted) }
            }
        }
        defer { watcher.cancel() }
        try await session.export(to: URL(filePath: path), as: try fileType())
        guard let result = session.result else { throw WorkError(message: "the export told nothing of its result") }
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

    private func encodeAndJoin(to target: OutputTarget, _ progress: JobProgress) async throws -> TrimReport {
        var (files, reports) = ([NamelessFile](), [TrimReport]())
        for (number, range) in job.ranges.enumerated() {
            let path = HiddenFile(of: target.path).freshName()
            TemporaryFiles.claim(path)
            defer { TemporaryFiles.release(path) }
            let count = Double(job.ranges.count)
            do {
                let made = try await encode(range, to: path, replaces: false) { fraction in
                    progress.update((Double(number) + fraction) / count)
                }
                files.append(try NamelessFile(taking: path))
                reports.append(made)
            } catch let error as AVError where error.localizedDescription.contains(PathText.lastComponent(path)) {
                // Nobody has asked for a file of that name.
                let sentence = "cannot export \(quoted(target.path)): \(error.failureReason ?? "it failed")"
                throw AVError(error.code, userInfo: [NSLocalizedDescriptionKey: sentence])
            }
        }
        let joining = AVAssetJoinSession(assets: files.map { AVURLAsset(url: URL(filePath: $0.path)) })
        joining.shouldOptimizeForNetworkUse = options.startsFast
        joining.replacesExistingFile = options.overwrites
        let joined = try await joining.export(to: URL(filePath: target.path), as: try fileType())
        withExtendedLifetime(files) {}
        var report = reports[0]
        report.requested = reports.flatMap(\.requested)
        report.actual = reports.flatMap(\.actual)
        report.duration = joined.plan.duration
        report.size = joined.fileLength
        report.warnings = reports.flatMap(\.warnings) + joined.plan.warnings
        for number in report.tracks.indices {
            let same = reports.filter { $0.tracks.indices.contains(number) }.map { $0.tracks[number] }
            report.tracks[number].copied = same.reduce(0) { $0 + $1.copied }
            report.tracks[number].encoded = same.reduce(0) { $0 + $1.encoded }
        }
        return report
    }
}
