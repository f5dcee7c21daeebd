import AssetKit

/// Joins files as the command line says.
struct ConcatRunner: Sendable {
    let options: ConcatOptions

    /// Everything that can be wrong with the names is told before anything is read.
    func run(_ console: Console) async throws -> TrimReport {
        let target = try options.isDryRun ? nil : self.target()
        var assets: [AVAsset] = []
        var seconds = 0.0
        for file in options.files {
            let asset = try FileArgument.asset(
                file,
                isPrecise: true,
                allowsReferences: options.allowsReferences,
                console
            )
            do {
                let duration = try await asset.load(.duration)
                if duration.isNumeric { seconds += duration.seconds }
            } catch let error as CancellationError {
                throw error
            } catch {
                throw WorkError(message: "cannot open \(quoted(file)): \(printable(FileFailure.reason(error)))")
            }
            assets.append(asset)
        }
        do {
            return try await join(assets, target, ProgressReporter(options.progress, span: seconds, console), seconds)
        } catch let error as AVError {
            throw WorkError(message: printable(error.localizedDescription), because: error)
        }
    }

    private func target() throws(WorkError) -> OutputTarget {
        let inputs = options.files.compactMap { FileIdentity(path: $0) }
        return try OutputTarget(options.output, overwrites: options.overwrites, inputs: inputs)
    }

    private func join(
        _ assets: [AVAsset],
        _ target: OutputTarget?,
        _ reporter: ProgressReporter,
        _ seconds: Double
    ) async throws -> TrimReport {
        defer { reporter.clear() }
        let session = AKJoinSession(assets: assets)
        session.processorLimit = options.threadCount
        session.encodesWhereNeeded = !options.copiesOnly
        session.encodesSoundAtJoints = !options.joinsSoundByPackets
        // Who reads a stream cannot look at its end first.
        session.shouldOptimizeForNetworkUse = options.startsFast || options.output == StandardOutput.name
        session.replacesExistingFile = options.overwrites
        session.fileLengthLimit = options.sizeLimit
        session.metadataChanges = options.metadata.changes
        session.stripsMetadata = options.metadata.strips
        session.cover = try options.metadata.cover()
        session.chapters = try options.metadata.chapters()
        let why = "its formats agree with those of the first file"
        guard let target else {
            let plan = try await session.plan(for: URL(filePath: options.output), as: options.fileType)
            return described(TrimReport(output: options.output, plan, why: why, files: options.files))
        }
        let clock = ContinuousClock.now
        let result = try await session.export(to: URL(filePath: target.path), as: options.fileType) { fraction in
            let position = CMTime(seconds: fraction * seconds, preferredTimescale: 1000)
            reporter.update(fraction: fraction, position: position)
        }
        var report = described(TrimReport(output: options.output, result.plan, why: why))
        report.size = result.fileLength
        report.elapsed = (ContinuousClock.now - clock) / .seconds(1)
        report.plan = nil
        return report
    }

    /// Whole files have no ranges to tell of.
    private func described(_ report: TrimReport) -> TrimReport {
        var report = report
        (report.requested, report.actual) = ([], [])
        return report
    }
}
