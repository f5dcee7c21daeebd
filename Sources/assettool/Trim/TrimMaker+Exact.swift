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
        session.akTrimMode = options.mode == .exact ? .exact : .smart
        session.akVerifiesJoins = options.verifiesJoins
        session.akFallsBackToEncoding = !options.insistsOnMode
        session.akCutsSoundBetweenPackets = options.cutsSoundBetweenPackets
        session.akOptions.processorLimit = options.threadCount
        session.shouldOptimizeForNetworkUse = options.startsFast || job.isStreamed
        return session
    }

    private func encodingPlan() async throws -> TrimReport {
        var report = TrimReport(output: job.name, requested: job.ranges, duration: .zero, tracks: [], plan: [])
        let joint = try await soundAtJoints()
        for range in job.ranges {
            let session = try session(range)
            session.outputFileType = options.fileType
            session.outputURL = URL(filePath: job.name)
            let plan = try await session.akPlan()
            report.actual.append(plan.range)
            report.duration = report.duration + plan.range.duration
            report.warnings += plan.warnings
            report.plan =
                (report.plan ?? [])
                + plan.pieces.map { piece in
                    let joint = piece.mediaType == .audio ? joint : nil
                    return TrimReport.Step(
                        action: joint == nil ? piece.action.rawValue : "encode",
                        range: piece.range,
                        samples: piece.sampleCount ?? 0,
                        why: joint ?? piece.why
                    )
                }
        }
        return report
    }

    /// A part as far as it was asked for: files without edits last as long as their last packet of sound, and transport
    /// streams begin with what an encoder of sound puts first.
    private func clip(_ file: NamelessFile, as made: TrimReport) async throws -> AKJoinSession.Clip {
        let asset = AVURLAsset(
            url: URL(filePath: file.path),
            options: [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        )
        let type = options.fileType
        let movies: [AVFileType] = [.mov, .mp4, .m4v, .m4a, .mobile3GPP]
        guard let wanted = made.actual.first?.duration, wanted.isNumeric, !movies.contains(type) else {
            return AKJoinSession.Clip(asset: asset)
        }
        let (duration, tracks) = try await asset.load(.duration, .tracks)
        var start = CMTime.zero
        if type == .akMPEGTransportStream, let video = tracks.first(where: { $0.mediaType == .video }) {
            let shown = try await video.load(.timeRange).start
            if shown > .zero, shown < CMTime(value: 1, timescale: 10) { start = shown }
        }
        guard start > .zero || duration > wanted else { return AKJoinSession.Clip(asset: asset) }
        return AKJoinSession.Clip(asset: asset, timeRange: CMTimeRange(start: start, duration: wanted))
    }

    /// Why the sound of several parts is encoded as one; nil where their packets meet.
    private func soundAtJoints() async throws -> String? {
        guard job.ranges.count > 1, !options.cutsSoundBetweenPackets else { return nil }
        let session = AKJoinSession(clips: job.ranges.map { AKJoinSession.Clip(asset: asset, timeRange: $0) })
        let url = URL(filePath: job.name)
        // It stands in for the join of the parts once they are files, and copies where those were encoded: what it cannot
        // copy says nothing about that join.
        guard let plan = try? await session.plan(for: url, as: options.fileType) else { return nil }
        let isEncoded = plan.tracks.contains { track in
            track.mediaType == .audio && track.encodedSampleCounts.contains { $0 > 0 }
        }
        return isEncoded ? plan.clips.lazy.compactMap(\.reasonsToEncode.last).first : nil
    }

    private func encode(
        _ range: CMTimeRange,
        to path: String,
        replaces: Bool,
        _ update: @escaping @Sendable (Double) -> Void
    ) async throws -> TrimReport {
        let session = try session(range)
        session.akReplacesExistingFile = replaces
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
            } catch let error as AVError where error.writtenFile != nil || systemErrorNumber(error) != nil {
                // Nobody has asked for a file of that name.
                let sentence = "cannot export \(quoted(target.path)): \(error.failureReason ?? "it failed")"
                var information = error.userInfo
                information[NSLocalizedDescriptionKey] = sentence
                information[NSLocalizedFailureReasonErrorKey] = nil
                information[NSFilePathErrorKey] = nil
                throw AVError(error.code, userInfo: information)
            }
        }
        var clips: [AKJoinSession.Clip] = []
        for (file, made) in zip(files, reports) { clips.append(try await clip(file, as: made)) }
        let joining = AKJoinSession(clips: clips)
        joining.processorLimit = options.threadCount
        joining.shouldOptimizeForNetworkUse = options.startsFast || job.isStreamed
        joining.replacesExistingFile = options.overwrites
        joining.encodesSoundAtJoints = !options.cutsSoundBetweenPackets
        let joined = try await joining.export(to: URL(filePath: target.path), as: options.fileType)
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
            // Sound whose parts do not meet is encoded as one.
            let whole = joined.plan.tracks.indices.contains(number) ? joined.plan.tracks[number] : nil
            guard let whole, whole.encodedSampleCounts.contains(where: { $0 > 0 }) else { continue }
            report.tracks[number].copied = 0
            report.tracks[number].encoded = whole.encodedSampleCounts.reduce(0, +)
        }
        return report
    }
}
