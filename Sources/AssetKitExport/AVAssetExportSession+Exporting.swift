internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitCore
public import AssetKitMedia
internal import AssetKitSources
internal import Dispatch
public import Foundation

extension AVAssetExportSession {
    /// Exports to ``outputURL``. The handler is called once, however it ends, on a queue of its own; ``status`` tells how
    /// it ended then. A session exports once.
    @preconcurrency
    public func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        let settings = currentSettings
        guard let url = settings.outputURL else {
            programmerError("AVAssetExportSession.exportAsynchronously: outputURL is not set")
        }
        require(
            settings.outputFileType != nil || preset.copies,
            "AVAssetExportSession.exportAsynchronously: outputFileType is not set"
        )
        let ending = url.pathExtension
        let type = settings.outputFileType ?? FileTypes.fileType(ofExtension: ending)
        require(withState { $0.start() }, "AVAssetExportSession.exportAsynchronously: a session exports once")
        launch(settings, to: url, as: type, handler)
    }

    /// Exports to ``outputURL``, and returns when that has ended; ``status`` tells how.
    public func export() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exportAsynchronously { continuation.resume() }
            }
        } onCancel: {
            cancelExport()
        }
    }

    /// Exports to a file of a type. Once for a session; a cancelled task cancels it.
    ///
    /// - Parameters:
    ///   - url: Where the file appears: a file's address, or that of a pipe or a device. ``outputURL`` is not looked
    ///     at.
    ///   - fileType: One of ``supportedFileTypes``, whatever the name.
    ///   - isolation: The actor that asks; leave it out.
    /// - Throws: An ``AVError`` whose sentence names the file and the reason: `.fileAlreadyExists` unless
    ///   ``AVAssetExportSession/akReplacesExistingFile`` is set, `.operationNotSupportedForPreset`,
    ///   `.operationNotSupportedForAsset` and others. A `CancellationError` when it was cancelled.
    public func export(
        to url: URL,
        as fileType: AVFileType,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        try Task.checkCancellation()
        guard supportedFileTypes.contains(fileType) else {
            let reason = "\(preset.shortName) makes no files of the type \(fileType)"
            throw AVError.exporting(
                url.path(percentEncoded: false),
                because: MediaProblem(code: .operationNotSupportedForPreset, reason: reason)
            )
        }
        let settings = currentSettings
        let isFirst = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
                guard withState({ $0.start() }) else { return continuation.resume(returning: false) }
                launch(settings, to: url, as: fileType) { continuation.resume(returning: true) }
            }
        } onCancel: {
            cancelExport()
        }
        guard isFirst else {
            let problem = MediaProblem(code: .operationNotAllowed, reason: "a session exports once")
            throw AVError.exporting(url.path(percentEncoded: false), because: problem)
        }
        switch status {
        case .completed: return
        case .failed: throw error ?? AVError(.exportFailed)
        default: throw CancellationError()
        }
    }

    /// Gives up. What has been written goes. Does nothing before the start and after the end.
    public func cancelExport() {
        flag.cancel()
        guard withState({ $0.cancel() }) else { return }
        announcer.end()
        let handler = takeHandler()
        DispatchQueue.exports.async { handler?() }
    }

    /// Waits for its turn on a thread of its own, and does the work there.
    private func launch(
        _ settings: ExportSettings,
        to url: URL,
        as type: AVFileType?,
        _ handler: @escaping @Sendable () -> Void
    ) {
        keep(handler)
        // Who gave up meanwhile found no handler to call.
        if status == .cancelled, let handler = takeHandler() { return DispatchQueue.exports.async { handler() } }
        announcer.announceWaiting()
        WorkerThread.start("assetkit.export") { [self] in
            ExportQueue.room.enter()
            ProcessorLimit.apply(settings.options.processorLimit)
            perform(settings, to: url, as: type)
            ExportQueue.room.leave()
        }
    }

    private func perform(_ settings: ExportSettings, to url: URL, as type: AVFileType?) {
        guard withState({ $0.begin() }) else { return }
        announcer.announceExporting()
        let outcome = Result {
            try flag.check()
            return try ExportRequest(
                asset,
                preset,
                settings,
                url,
                type,
                flag,
                workerCount: settings.options.processorCount
            ).run { [self] fraction in
                withState { $0.advance(to: fraction) }
                announcer.announce(fraction: fraction)
            }
        }
        let name = Self.subject(of: outcome, asset) ?? url.path(percentEncoded: false)
        guard withState({ $0.end(outcome, of: name) }) else { return }
        announcer.end()
        takeHandler()?()
    }
}

extension AVAssetExportSession {
    /// What an error is about: the media that is read, unless writing went wrong.
    static func subject(of outcome: Result<some Any, any Error>, _ asset: AVAsset) -> String? {
        guard case .failure(let error) = outcome, !(error is WriteFailure), let url = (asset as? AVURLAsset)?.url else {
            return nil
        }
        return url.isFileURL ? url.path(percentEncoded: false) : url.absoluteString
    }
}

/// How many exports are at work at once: more would only take memory from each other.
private enum ExportQueue {
    static let room = Room(max(2, ProcessInfo.processInfo.activeProcessorCount))
}

extension DispatchQueue {
    /// Where handlers are called that no thread of an export calls.
    static let exports = DispatchQueue(label: "assetkit.export.handlers", attributes: .concurrent)
}
