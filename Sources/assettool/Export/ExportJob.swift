import AssetKit

/// An export that is set up: what it would do, and doing it.
struct ExportJob: Sendable {
    let session: AVAssetExportSession
    /// What people call the new file.
    let output: String
    let fileType: AVFileType
    /// How long all of the source is.
    let duration: CMTime
    let progress: ProgressMode
    /// The file has its name from the first byte, and keeps what was written before an error.
    var isFragmented = false

    /// Says what would be done.
    func plan() async throws -> ExportReport {
        session.outputURL = URL(filePath: StandardOutput.path(output))
        return ExportReport(output: output, result: nil, plan: try await session.akPlan(), elapsed: 0)
    }

    /// Makes the file, and shows how far it is: as a part of a batch, or by itself.
    func run(
        to target: OutputTarget,
        _ console: Console,
        _ batch: Batch.Progress? = nil
    ) async throws -> ExportReport {
        let covered = session.timeRange.intersection(CMTimeRange(start: .zero, duration: duration))
        let seconds = covered.duration.isNumeric ? covered.duration.seconds : 0
        let reporter = batch?.reporter ?? ProgressReporter(progress, span: seconds, console)
        let whole = batch ?? Batch.Progress(reporter: reporter, number: 0, count: 1)
        defer { reporter.clear() }
        let watcher = Task {
            for await state in session.states(updateInterval: 0.1) {
                guard case .exporting(let progress) = state else { continue }
                let fraction = progress.fractionCompleted
                // The end is told once, when the file is there.
                guard fraction < 1 else { continue }
                let position = CMTime(seconds: covered.start.seconds + fraction * seconds, preferredTimescale: 1000)
                whole.update(fraction: fraction, position: position)
            }
        }
        defer { watcher.cancel() }
        let start = ContinuousClock.now
        let grows = isFragmented && target.kind != .stream
        if grows { TemporaryFiles.claim(target.path) }
        defer { TemporaryFiles.release(target.path) }
        let before = FileIdentity(path: target.path)
        do {
            try await session.export(to: URL(filePath: target.path), as: fileType)
        } catch let error where grows && !Self.isCancellation(error) {
            guard let after = FileIdentity(path: target.path), after != before else { throw error }
            let rest = "; what was written before is in \(quoted(target.name))"
            throw WorkError(message: FileFailure.reason(error) + rest, because: error)
        }
        await watcher.value
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        whole.update(fraction: 1, position: covered.end)
        return ExportReport(output: output, result: session.akResult, plan: nil, elapsed: elapsed)
    }

    static func isCancellation(_ error: any Error) -> Bool {
        error is CancellationError || (error as? AVError)?.code == .operationCancelled
    }
}
